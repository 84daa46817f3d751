/* The importer for FMI 2.0, by the function types of the standard. */
#include "importer.h"

#include <stdlib.h>
#include <string.h>

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef void *fmi2Component;
typedef unsigned int fmi2ValueReference;
typedef struct {
    void (*logger)(void *, const char *, fmi2Status, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, fmi2Status);
    void *environment;
} fmi2CallbackFunctions;

typedef const char *text_function(void);
typedef fmi2Component instantiate_function(const char *name, fmi2Type type, const char *guid,
                                           const char *path, const fmi2CallbackFunctions *, int,
                                           int);
typedef void free_function(fmi2Component);
typedef fmi2Status setup_function(fmi2Component, int, double, double, int, double);
typedef fmi2Status plain_function(fmi2Component);
typedef fmi2Status set_function(fmi2Component, const fmi2ValueReference[], size_t, const double[]);
typedef fmi2Status get_function(fmi2Component, const fmi2ValueReference[], size_t, double[]);
typedef fmi2Status get_integer_function(fmi2Component, const fmi2ValueReference[], size_t, int[]);
typedef fmi2Status step_function(fmi2Component, double, double, int);

static struct {
    text_function *version, *platform;
    instantiate_function *instantiate;
    free_function *release;
    setup_function *setup;
    plain_function *enter, *leave, *terminate, *reset;
    set_function *set;
    get_function *get;
    get_integer_function *get_integer;
    step_function *step;
    const char *guid;
} fmi;

static const char *const others[] = {
    "fmi2SetDebugLogging",
    "fmi2SetInteger",
    "fmi2GetBoolean",
    "fmi2SetBoolean",
    "fmi2GetString",
    "fmi2SetString",
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
};

void library_open(void *library, const char *token)
{
    function_find(library, "fmi2GetVersion", (void *)&fmi.version);
    function_find(library, "fmi2GetTypesPlatform", (void *)&fmi.platform);
    function_find(library, "fmi2Instantiate", (void *)&fmi.instantiate);
    function_find(library, "fmi2FreeInstance", (void *)&fmi.release);
    function_find(library, "fmi2SetupExperiment", (void *)&fmi.setup);
    function_find(library, "fmi2EnterInitializationMode", (void *)&fmi.enter);
    function_find(library, "fmi2ExitInitializationMode", (void *)&fmi.leave);
    function_find(library, "fmi2Terminate", (void *)&fmi.terminate);
    function_find(library, "fmi2Reset", (void *)&fmi.reset);
    function_find(library, "fmi2SetReal", (void *)&fmi.set);
    function_find(library, "fmi2GetReal", (void *)&fmi.get);
    function_find(library, "fmi2GetInteger", (void *)&fmi.get_integer);
    function_find(library, "fmi2DoStep", (void *)&fmi.step);
    fmi.guid = token;
    plain_function *unused;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        function_find(library, others[i], (void *)&unused);
}

static void nothing_log(void *environment, const char *name, fmi2Status status,
                        const char *category, const char *message, ...)
{
    (void)environment;
    (void)name;
    (void)status;
    (void)category;
    (void)message;
}

static const fmi2CallbackFunctions callbacks = {nothing_log, calloc, free, NULL, NULL};

static const char *row_run(fmi2Component instance, const struct rows *rows, size_t row,
                           fmi2ValueReference *references)
{
    const float *inputs = (const float *)rows->inputs + row * rows->n_in;
    uint32_t *results = rows->results + row * rows->n_result;
    const size_t n_numbers = rows->n_result - 1;
    double numbers[MOST];
    int status = 0;
    for (size_t i = 0; i < rows->n_in; i++) {
        references[i] = (fmi2ValueReference)(i + 1);
        numbers[i] = (double)inputs[i];
    }
    if (fmi.set(instance, references, rows->n_in, numbers) != fmi2OK)
        return "fmi2SetReal";
    if (fmi.step(instance, (double)row, 1, 1) != fmi2OK)
        return "fmi2DoStep";
    for (size_t i = 0; i < n_numbers; i++)
        references[i] = (fmi2ValueReference)(rows->n_in + 2 + i);
    if (fmi.get(instance, references, n_numbers, numbers) != fmi2OK)
        return "fmi2GetReal";
    for (size_t i = 0; i < n_numbers; i++) {
        const float number = (float)numbers[i];
        memcpy(results + i, &number, sizeof(number));
    }
    references[0] = (fmi2ValueReference)(rows->n_in + 1);
    if (fmi.get_integer(instance, references, 1, &status) != fmi2OK)
        return "fmi2GetInteger";
    memcpy(results + n_numbers, &status, sizeof(status));
    return NULL;
}

/* What must be refused: another guid, model exchange, a step before initialization, references that
   are not there, outputs that are set. */
static const char *refusals_run(fmi2Component instance, const struct rows *rows)
{
    const fmi2ValueReference status = (fmi2ValueReference)(rows->n_in + 1),
                             output = (fmi2ValueReference)(rows->n_in + 2),
                             beyond = (fmi2ValueReference)(rows->n_in + 1 + rows->n_result);
    double number = 0;
    int word = 0;
    if (fmi.instantiate("no", fmi2CoSimulation, "another", "", &callbacks, 0, 0) != NULL ||
        fmi.instantiate("no", fmi2ModelExchange, fmi.guid, "", &callbacks, 0, 0) != NULL)
        return "a wrong guid or type is taken";
    if (fmi.step(instance, 0, 1, 1) == fmi2OK)
        return "a step before initialization is taken";
    if (fmi.get(instance, &beyond, 1, &number) == fmi2OK ||
        fmi.get(instance, &status, 1, &number) == fmi2OK ||
        fmi.get_integer(instance, &output, 1, &word) == fmi2OK)
        return "a value reference of another type is taken";
    return fmi.set(instance, &output, 1, &number) != fmi2OK ? NULL : "an output can be set";
}

const char *instance_run(const struct rows *rows, size_t first)
{
    fmi2ValueReference references[MOST];
    fmi2Component instance =
        fmi.instantiate("one", fmi2CoSimulation, fmi.guid, "", &callbacks, 0, 0);
    if (instance == NULL || strcmp(fmi.version(), "2.0") != 0 ||
        strcmp(fmi.platform(), "default") != 0)
        return "fmi2Instantiate";
    const char *fault = refusals_run(instance, rows);
    if (fault == NULL && (fmi.setup(instance, 0, 0, 0, 0, 0) != fmi2OK ||
                          fmi.enter(instance) != fmi2OK || fmi.leave(instance) != fmi2OK))
        fault = "initialization";
    for (size_t i = first; fault == NULL && i < rows->count; i += 2)
        fault = row_run(instance, rows, i, references);
    if (fault == NULL && (fmi.terminate(instance) != fmi2OK || fmi.reset(instance) != fmi2OK))
        fault = "fmi2Terminate";
    fmi.release(instance);
    return fault;
}
