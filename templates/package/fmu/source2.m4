/* EPI_PREFIX()_fmi2.c: the model EPI_PREFIX as an FMU for co-simulation, FMI 2.0. It needs no header of the standard: the types
 * are those of fmi2TypesPlatform.h. Real numbers are doubles there: they are rounded to float on their way in, and are exactly
 * the model's floats on their way out. Define FMI2_FUNCTION_PREFIX to link several FMUs into one program. */
m4_include(<|package/fmu/instance.m4|>)m4_dnl

#include <stddef.h>

#if defined(_WIN32)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif
#ifdef FMI2_FUNCTION_PREFIX
#define FMU_PASTE(a, b) a##b
#define FMU_JOIN(a, b) FMU_PASTE(a, b)
#define FMU(name) FMU_JOIN(FMI2_FUNCTION_PREFIX, name)
#else
#define FMU(name) name
#endif

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef void *fmi2Component;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef struct {
    void (*logger)(void *environment, const char *instance, fmi2Status status, const char *category, const char *message, ...);
    void *(*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void *memory);
    void (*stepFinished)(void *environment, fmi2Status status);
    void *componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmu_state s;
    const fmi2CallbackFunctions *callbacks;
    int logging;
} fmu_t;

static fmi2Status fmu_refuse(const fmu_t *fmu, const char *message)
{
    if (fmu != NULL && fmu->logging && fmu->callbacks != NULL && fmu->callbacks->logger != NULL) {
        fmu->callbacks->logger(fmu->callbacks->componentEnvironment, "EPI_PREFIX", fmi2Error, "logStatusError", "%s", message);
    }
    return fmi2Error;
}

FMU_EXPORT const char *FMU(fmi2GetTypesPlatform)(void)
{
    return "default";
}

FMU_EXPORT const char *FMU(fmi2GetVersion)(void)
{
    return "2.0";
}

FMU_EXPORT fmi2Component FMU(fmi2Instantiate)(const char *name, fmi2Type type, const char *guid, const char *resources,
    const fmi2CallbackFunctions *callbacks, int visible, int logging)
{
    fmu_t *fmu;
    (void)name, (void)resources, (void)visible;
    if (type != fmi2CoSimulation || guid == NULL || strcmp(guid, EPI_UPPER()_SPEC_SHA256) != 0) {
        return NULL;
    }
    fmu = calloc(1, sizeof(*fmu));
    if (fmu != NULL) {
        fmu_reset(&fmu->s);
        fmu->callbacks = callbacks;
        fmu->logging = logging;
    }
    return fmu;
}

FMU_EXPORT void FMU(fmi2FreeInstance)(fmi2Component instance)
{
    free(instance);
}

FMU_EXPORT fmi2Status FMU(fmi2SetDebugLogging)(fmi2Component instance, int on, size_t n, const char *const categories[])
{
    (void)n, (void)categories;
    if (instance == NULL) {
        return fmi2Error;
    }
    ((fmu_t *)instance)->logging = on;
    return fmi2OK;
}

static fmi2Status fmu_enter(fmi2Component instance, fmu_mode from, fmu_mode to)
{
    fmu_t *fmu = instance;
    if (fmu == NULL || fmu->s.mode != from) {
        return fmu_refuse(fmu, "this call is not allowed in the current mode");
    }
    fmu->s.mode = to;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2SetupExperiment)(fmi2Component instance, int has_tolerance, double tolerance, double start,
    int has_stop, double stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    if (fmu_enter(instance, MODE_READY, MODE_READY) != fmi2OK) {
        return fmi2Error;
    }
    ((fmu_t *)instance)->s.time = start;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2EnterInitializationMode)(fmi2Component instance)
{
    return fmu_enter(instance, MODE_READY, MODE_INITIALIZATION);
}

FMU_EXPORT fmi2Status FMU(fmi2ExitInitializationMode)(fmi2Component instance)
{
    return fmu_enter(instance, MODE_INITIALIZATION, MODE_STEP);
}

FMU_EXPORT fmi2Status FMU(fmi2Terminate)(fmi2Component instance)
{
    return fmu_enter(instance, MODE_STEP, MODE_TERMINATED);
}

FMU_EXPORT fmi2Status FMU(fmi2Reset)(fmi2Component instance)
{
    if (instance == NULL) {
        return fmi2Error;
    }
    fmu_reset(&((fmu_t *)instance)->s);
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2DoStep)(fmi2Component instance, double time, double step, int no_set_state)
{
    fmu_t *fmu = instance;
    (void)no_set_state;
    if (fmu == NULL || fmu->s.mode != MODE_STEP || !(step >= 0.0)) {
        return fmu_refuse(fmu, "a step needs an initialized instance and a step size that is not negative");
    }
    fmu_compute(&fmu->s);
    fmu->s.time = time + step;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2CancelStep)(fmi2Component instance)
{
    return fmu_refuse(instance, "a step is never pending");
}

FMU_EXPORT fmi2Status FMU(fmi2GetReal)(fmi2Component instance, const fmi2ValueReference references[], size_t n, double values[])
{
    fmu_t *fmu = instance;
    size_t i;
    for (i = 0; i < n; i++) {
        const float *number = fmu == NULL ? NULL : fmu_number(&fmu->s, references[i]);
        if (number == NULL) {
            return fmu_refuse(fmu, "no Real has this value reference");
        }
        fmu_compute(&fmu->s);
        values[i] = (double)*number;
    }
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2SetReal)(fmi2Component instance, const fmi2ValueReference references[], size_t n,
    const double values[])
{
    fmu_t *fmu = instance;
    size_t i;
    for (i = 0; i < n; i++) {
        if (fmu == NULL || !fmu_is_input(references[i])) {
            return fmu_refuse(fmu, "only inputs can be set");
        }
        *fmu_number(&fmu->s, references[i]) = (float)values[i];
        fmu->s.is_fresh = 0;
    }
    return fmi2OK;
}

/* The status, whose last bit is the sign of an Integer. */
FMU_EXPORT fmi2Status FMU(fmi2GetInteger)(fmi2Component instance, const fmi2ValueReference references[], size_t n, int values[])
{
    fmu_t *fmu = instance;
    size_t i;
    for (i = 0; i < n; i++) {
        if (fmu == NULL || !fmu_is_status(references[i])) {
            return fmu_refuse(fmu, "no Integer has this value reference");
        }
        fmu_compute(&fmu->s);
        memcpy(&values[i], &fmu->s.r.status, sizeof(fmu->s.r.status));
    }
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2GetFMUstate)(fmi2Component instance, fmi2FMUstate *state)
{
    if (instance == NULL || state == NULL) {
        return fmi2Error;
    }
    if (*state == NULL) {
        *state = malloc(sizeof(fmu_state));
    }
    if (*state == NULL) {
        return fmu_refuse(instance, "out of memory");
    }
    memcpy(*state, &((fmu_t *)instance)->s, sizeof(fmu_state));
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2SetFMUstate)(fmi2Component instance, fmi2FMUstate state)
{
    if (instance == NULL || state == NULL) {
        return fmi2Error;
    }
    memcpy(&((fmu_t *)instance)->s, state, sizeof(fmu_state));
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMU(fmi2FreeFMUstate)(fmi2Component instance, fmi2FMUstate *state)
{
    (void)instance;
    if (state != NULL) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

/* What the standard has and this model has not: asking for no variable is right, for one it is an error. */
#define FMU_NO_SET(type, word)                                                                                        \
    FMU_EXPORT fmi2Status FMU(fmi2Set##word)(fmi2Component instance, const fmi2ValueReference references[], size_t n, \
        const type values[])                                                                                          \
    {                                                                                                                 \
        (void)references, (void)values;                                                                               \
        return n == 0U ? fmi2OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type that can be set");    \
    }
#define FMU_NONE(type, word)                                                                                          \
    FMU_EXPORT fmi2Status FMU(fmi2Get##word)(fmi2Component instance, const fmi2ValueReference references[], size_t n, \
        type values[])                                                                                                \
    {                                                                                                                 \
        (void)references, (void)values;                                                                               \
        return n == 0U ? fmi2OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type");                    \
    }                                                                                                                 \
    FMU_NO_SET(type, word)
typedef const char *fmu_text;
FMU_NO_SET(int, Integer)
FMU_NONE(int, Boolean)
FMU_NONE(fmu_text, String)

/* Functions for abilities that modelDescription.xml does not claim. */
#define FMU_UNABLE(name, ...)                                              \
    FMU_EXPORT fmi2Status FMU(name)(fmi2Component instance, __VA_ARGS__)   \
    {                                                                      \
        return fmu_refuse(instance, #name " is no ability of EPI_PREFIX"); \
    }
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
typedef const fmi2ValueReference *fmu_references;
FMU_UNABLE(fmi2SerializedFMUstateSize, fmi2FMUstate state, size_t *size)
FMU_UNABLE(fmi2SerializeFMUstate, fmi2FMUstate state, char *bytes, size_t size)
FMU_UNABLE(fmi2DeSerializeFMUstate, const char *bytes, size_t size, fmi2FMUstate *state)
FMU_UNABLE(fmi2GetDirectionalDerivative, fmu_references unknowns, size_t n_unknowns, fmu_references knowns, size_t n_knowns,
    const double *seed, double *sensitivity)
FMU_UNABLE(fmi2SetRealInputDerivatives, fmu_references of, size_t n, const int *orders, const double *values)
FMU_UNABLE(fmi2GetRealOutputDerivatives, fmu_references of, size_t n, const int *orders, double *values)
FMU_UNABLE(fmi2GetStatus, int kind, fmi2Status *value)
FMU_UNABLE(fmi2GetRealStatus, int kind, double *value)
FMU_UNABLE(fmi2GetIntegerStatus, int kind, int *value)
FMU_UNABLE(fmi2GetBooleanStatus, int kind, int *value)
FMU_UNABLE(fmi2GetStringStatus, int kind, const char **value)
