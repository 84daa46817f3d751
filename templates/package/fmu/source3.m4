/* EPI_PREFIX()_fmi3.c: the model EPI_PREFIX as an FMU for co-simulation, FMI 3.0. It needs no header of the standard: the types
 * are those of fmi3PlatformTypes.h. Define FMI3_FUNCTION_PREFIX to link several FMUs into one program. */
m4_include(<|package/fmu/instance.m4|>)m4_dnl

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif
#ifdef FMI3_FUNCTION_PREFIX
#define FMU_PASTE(a, b) a##b
#define FMU_JOIN(a, b) FMU_PASTE(a, b)
#define FMU(name) FMU_JOIN(FMI3_FUNCTION_PREFIX, name)
#else
#define FMU(name) name
#endif

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void *fmi3Instance;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef void fmi3LogMessageCallback(void *environment, fmi3Status status, const char *category, const char *message);

typedef struct {
    fmu_state s;
    void *environment;
    fmi3LogMessageCallback *log;
    bool logging;
} fmu_t;

static fmi3Status fmu_refuse(const fmu_t *fmu, const char *message)
{
    if (fmu != NULL && fmu->log != NULL && fmu->logging) {
        fmu->log(fmu->environment, fmi3Error, "logStatusError", message);
    }
    return fmi3Error;
}

FMU_EXPORT const char *FMU(fmi3GetVersion)(void)
{
    return "3.0";
}

FMU_EXPORT fmi3Instance FMU(fmi3InstantiateCoSimulation)(const char *name, const char *token, const char *resources, bool visible,
    bool logging, bool event_mode, bool early_return, const fmi3ValueReference required[], size_t n_required, void *environment,
    fmi3LogMessageCallback *log, void *intermediate_update)
{
    fmu_t *fmu;
    (void)name, (void)resources, (void)visible, (void)event_mode, (void)early_return, (void)required, (void)n_required;
    (void)intermediate_update;
    if (token == NULL || strcmp(token, EPI_UPPER()_SPEC_SHA256) != 0) {
        if (log != NULL) {
            log(environment, fmi3Error, "logStatusError", "the instantiation token is not that of EPI_PREFIX");
        }
        return NULL;
    }
    fmu = calloc(1, sizeof(*fmu));
    if (fmu != NULL) {
        fmu_reset(&fmu->s);
        fmu->environment = environment;
        fmu->log = log;
        fmu->logging = logging;
    }
    return fmu;
}

FMU_EXPORT fmi3Instance FMU(fmi3InstantiateModelExchange)(const char *name, const char *token, const char *resources, bool visible,
    bool logging, void *environment, fmi3LogMessageCallback *log)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
    return NULL;
}

FMU_EXPORT fmi3Instance FMU(fmi3InstantiateScheduledExecution)(const char *name, const char *token, const char *resources,
    bool visible, bool logging, void *environment, fmi3LogMessageCallback *log, void *clock_update, void *lock, void *unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
    (void)clock_update, (void)lock, (void)unlock;
    return NULL;
}

FMU_EXPORT void FMU(fmi3FreeInstance)(fmi3Instance instance)
{
    free(instance);
}

FMU_EXPORT fmi3Status FMU(fmi3SetDebugLogging)(fmi3Instance instance, bool on, size_t n, const char *const categories[])
{
    fmu_t *fmu = instance;
    (void)n, (void)categories;
    if (fmu == NULL) {
        return fmi3Error;
    }
    fmu->logging = on;
    return fmi3OK;
}

/* From one mode to another; the result is computed where outputs may be asked for next. */
static fmi3Status fmu_enter(fmi3Instance instance, fmu_mode from, fmu_mode to)
{
    fmu_t *fmu = instance;
    if (fmu == NULL || fmu->s.mode != from) {
        return fmu_refuse(fmu, "this call is not allowed in the current mode");
    }
    fmu->s.mode = to;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3EnterInitializationMode)(fmi3Instance instance, bool has_tolerance, double tolerance, double start,
    bool has_stop, double stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    if (fmu_enter(instance, MODE_READY, MODE_INITIALIZATION) != fmi3OK) {
        return fmi3Error;
    }
    ((fmu_t *)instance)->s.time = start;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3ExitInitializationMode)(fmi3Instance instance)
{
    return fmu_enter(instance, MODE_INITIALIZATION, MODE_STEP);
}

FMU_EXPORT fmi3Status FMU(fmi3Terminate)(fmi3Instance instance)
{
    return fmu_enter(instance, MODE_STEP, MODE_TERMINATED);
}

FMU_EXPORT fmi3Status FMU(fmi3Reset)(fmi3Instance instance)
{
    if (instance == NULL) {
        return fmi3Error;
    }
    fmu_reset(&((fmu_t *)instance)->s);
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3DoStep)(fmi3Instance instance, double time, double step, bool no_set_state, bool *event_needed,
    bool *terminate, bool *early_return, double *last_time)
{
    fmu_t *fmu = instance;
    (void)no_set_state;
    if (fmu == NULL || fmu->s.mode != MODE_STEP || !(step >= 0.0)) {
        return fmu_refuse(fmu, "a step needs an initialized instance and a step size that is not negative");
    }
    fmu_compute(&fmu->s);
    fmu->s.time = time + step;
    *event_needed = false;
    *terminate = false;
    *early_return = false;
    *last_time = fmu->s.time;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3GetFloat32)(fmi3Instance instance, const fmi3ValueReference references[], size_t n, float values[],
    size_t n_values)
{
    fmu_t *fmu = instance;
    size_t i;
    if (fmu == NULL || n_values != n) {
        return fmu_refuse(fmu, "expected one value for each reference");
    }
    for (i = 0; i < n; i++) {
        const float *number = fmu_number(&fmu->s, references[i]);
        if (number == NULL) {
            return fmu_refuse(fmu, "no Float32 has this value reference");
        }
        fmu_compute(&fmu->s);
        values[i] = *number;
    }
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3SetFloat32)(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
    const float values[], size_t n_values)
{
    fmu_t *fmu = instance;
    size_t i;
    if (fmu == NULL || n_values != n) {
        return fmu_refuse(fmu, "expected one value for each reference");
    }
    for (i = 0; i < n; i++) {
        if (!fmu_is_input(references[i])) {
            return fmu_refuse(fmu, "only inputs can be set");
        }
        *fmu_number(&fmu->s, references[i]) = values[i];
        fmu->s.is_fresh = 0;
    }
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3GetUInt32)(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
    uint32_t values[], size_t n_values)
{
    fmu_t *fmu = instance;
    size_t i;
    if (fmu == NULL || n_values != n) {
        return fmu_refuse(fmu, "expected one value for each reference");
    }
    for (i = 0; i < n; i++) {
        if (!fmu_is_status(references[i])) {
            return fmu_refuse(fmu, "no UInt32 has this value reference");
        }
        fmu_compute(&fmu->s);
        values[i] = fmu->s.r.status;
    }
    return fmi3OK;
}

/* The time is the only Float64. */
FMU_EXPORT fmi3Status FMU(fmi3GetFloat64)(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
    double values[], size_t n_values)
{
    fmu_t *fmu = instance;
    size_t i;
    if (fmu == NULL || n_values != n) {
        return fmu_refuse(fmu, "expected one value for each reference");
    }
    for (i = 0; i < n; i++) {
        if (references[i] != 0U) {
            return fmu_refuse(fmu, "no Float64 has this value reference");
        }
        values[i] = fmu->s.time;
    }
    return fmi3OK;
}

/* The state of an instance is a copy of it. */
FMU_EXPORT fmi3Status FMU(fmi3GetFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
    if (instance == NULL || state == NULL) {
        return fmi3Error;
    }
    if (*state == NULL) {
        *state = malloc(sizeof(fmu_state));
    }
    if (*state == NULL) {
        return fmu_refuse(instance, "out of memory");
    }
    memcpy(*state, &((fmu_t *)instance)->s, sizeof(fmu_state));
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3SetFMUState)(fmi3Instance instance, fmi3FMUState state)
{
    if (instance == NULL || state == NULL) {
        return fmi3Error;
    }
    memcpy(&((fmu_t *)instance)->s, state, sizeof(fmu_state));
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMU(fmi3FreeFMUState)(fmi3Instance instance, fmi3FMUState *state)
{
    (void)instance;
    if (state != NULL) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

/* What the standard has and this model has not: asking for no variable is right, for one it is an error. */
#define FMU_NONE(type, word)                                                                                          \
    FMU_EXPORT fmi3Status FMU(fmi3Get##word)(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
        type values[], size_t n_values)                                                                              \
    {                                                                                                                 \
        (void)references, (void)values, (void)n_values;                                                               \
        return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type");                    \
    }                                                                                                                 \
    FMU_NO_SET(type, word)
#define FMU_NO_SET(type, word)                                                                                        \
    FMU_EXPORT fmi3Status FMU(fmi3Set##word)(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
        const type values[], size_t n_values)                                                                        \
    {                                                                                                                 \
        (void)references, (void)values, (void)n_values;                                                               \
        return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type that can be set");    \
    }
typedef const char *fmu_text;
FMU_NO_SET(double, Float64)
FMU_NO_SET(uint32_t, UInt32)
FMU_NONE(int8_t, Int8)
FMU_NONE(uint8_t, UInt8)
FMU_NONE(int16_t, Int16)
FMU_NONE(uint16_t, UInt16)
FMU_NONE(int32_t, Int32)
FMU_NONE(int64_t, Int64)
FMU_NONE(uint64_t, UInt64)
FMU_NONE(bool, Boolean)
FMU_NONE(fmu_text, String)

FMU_EXPORT fmi3Status FMU(fmi3GetBinary)(fmi3Instance instance, const fmi3ValueReference references[], size_t n, size_t sizes[],
    const uint8_t *values[], size_t n_values)
{
    (void)references, (void)sizes, (void)values, (void)n_values;
    return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type");
}

FMU_EXPORT fmi3Status FMU(fmi3SetBinary)(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
    const size_t sizes[], const uint8_t *const values[], size_t n_values)
{
    (void)references, (void)sizes, (void)values, (void)n_values;
    return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no variable of this type");
}

FMU_EXPORT fmi3Status FMU(fmi3GetClock)(fmi3Instance instance, const fmi3ValueReference references[], size_t n, bool values[])
{
    (void)references, (void)values;
    return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no clock");
}

FMU_EXPORT fmi3Status FMU(fmi3SetClock)(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
    const bool values[])
{
    (void)references, (void)values;
    return n == 0U ? fmi3OK : fmu_refuse(instance, "EPI_PREFIX has no clock");
}

/* Functions for abilities that modelDescription.xml does not claim. */
#define FMU_UNABLE(name, ...)                                              \
    FMU_EXPORT fmi3Status FMU(name)(fmi3Instance instance, __VA_ARGS__)    \
    {                                                                      \
        return fmu_refuse(instance, #name " is no ability of EPI_PREFIX"); \
    }
#define FMU_UNABLE_MODE(name)                                              \
    FMU_EXPORT fmi3Status FMU(name)(fmi3Instance instance)                 \
    {                                                                      \
        return fmu_refuse(instance, #name " is no ability of EPI_PREFIX"); \
    }
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
typedef const fmi3ValueReference *fmu_references;
FMU_UNABLE_MODE(fmi3EnterEventMode)
FMU_UNABLE_MODE(fmi3EnterStepMode)
FMU_UNABLE_MODE(fmi3EnterConfigurationMode)
FMU_UNABLE_MODE(fmi3ExitConfigurationMode)
FMU_UNABLE_MODE(fmi3EvaluateDiscreteStates)
FMU_UNABLE(fmi3UpdateDiscreteStates, bool *again, bool *terminate, bool *nominals, bool *values, bool *has_time, double *time)
FMU_UNABLE(fmi3GetNumberOfVariableDependencies, fmi3ValueReference of, size_t *n)
FMU_UNABLE(fmi3GetVariableDependencies, fmi3ValueReference of, size_t *elements, fmi3ValueReference *on, size_t *on_elements,
    int *kinds, size_t n)
FMU_UNABLE(fmi3SerializedFMUStateSize, fmi3FMUState state, size_t *size)
FMU_UNABLE(fmi3SerializeFMUState, fmi3FMUState state, uint8_t *bytes, size_t size)
FMU_UNABLE(fmi3DeserializeFMUState, const uint8_t *bytes, size_t size, fmi3FMUState *state)
FMU_UNABLE(fmi3GetDirectionalDerivative, fmu_references unknowns, size_t n_unknowns, fmu_references knowns, size_t n_knowns,
    const double *seed, size_t n_seed, double *sensitivity, size_t n_sensitivity)
FMU_UNABLE(fmi3GetAdjointDerivative, fmu_references unknowns, size_t n_unknowns, fmu_references knowns, size_t n_knowns,
    const double *seed, size_t n_seed, double *sensitivity, size_t n_sensitivity)
FMU_UNABLE(fmi3GetIntervalDecimal, fmu_references of, size_t n, double *intervals, int *qualifiers)
FMU_UNABLE(fmi3GetIntervalFraction, fmu_references of, size_t n, uint64_t *counters, uint64_t *resolutions, int *qualifiers)
FMU_UNABLE(fmi3GetShiftDecimal, fmu_references of, size_t n, double *shifts)
FMU_UNABLE(fmi3GetShiftFraction, fmu_references of, size_t n, uint64_t *counters, uint64_t *resolutions)
FMU_UNABLE(fmi3SetIntervalDecimal, fmu_references of, size_t n, const double *intervals)
FMU_UNABLE(fmi3SetIntervalFraction, fmu_references of, size_t n, const uint64_t *counters, const uint64_t *resolutions)
FMU_UNABLE(fmi3SetShiftDecimal, fmu_references of, size_t n, const double *shifts)
FMU_UNABLE(fmi3SetShiftFraction, fmu_references of, size_t n, const uint64_t *counters, const uint64_t *resolutions)
FMU_UNABLE(fmi3GetOutputDerivatives, fmu_references of, size_t n, const int32_t *orders, double *values, size_t n_values)
