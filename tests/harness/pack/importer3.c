/* The importer for FMI 3.0, by the function types of the standard. */
#include "importer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void *fmi3Instance;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef void fmi3LogMessage(void *environment, fmi3Status status, const char *category,
                            const char *message);

typedef const char *version_function(void);
typedef fmi3Instance instantiate_function(const char *name, const char *token, const char *path,
                                          bool visible, bool logging, bool events, bool early,
                                          const fmi3ValueReference required[], size_t n_required,
                                          void *environment, fmi3LogMessage *log, void *update);
typedef void free_function(fmi3Instance);
typedef fmi3Status enter_function(fmi3Instance, bool has_tolerance, double tolerance, double start,
                                  bool has_stop, double stop);
typedef fmi3Status plain_function(fmi3Instance);
typedef fmi3Status set_float_function(fmi3Instance, const fmi3ValueReference[], size_t,
                                      const float[], size_t);
typedef fmi3Status get_float_function(fmi3Instance, const fmi3ValueReference[], size_t, float[],
                                      size_t);
typedef fmi3Status get_uint_function(fmi3Instance, const fmi3ValueReference[], size_t, uint32_t[],
                                     size_t);
typedef fmi3Status get_double_function(fmi3Instance, const fmi3ValueReference[], size_t, double[],
                                       size_t);
typedef fmi3Status step_function(fmi3Instance, double time, double step, bool no_set, bool *event,
                                 bool *terminate, bool *early, double *last);
typedef fmi3Status state_get_function(fmi3Instance, fmi3FMUState *);
typedef fmi3Status state_set_function(fmi3Instance, fmi3FMUState);

static struct {
    version_function *version;
    instantiate_function *instantiate;
    free_function *release;
    enter_function *enter;
    plain_function *leave, *terminate, *reset;
    set_float_function *set;
    get_float_function *get;
    get_uint_function *get_uint;
    get_double_function *get_double;
    step_function *step;
    state_get_function *state_get, *state_free;
    state_set_function *state_set;
    const char *token;
} fmi;

/* All that importers look for in a co-simulation FMU, used here or not. */
static const char *const others[] = {
    "fmi3SetDebugLogging",
    "fmi3InstantiateModelExchange",
    "fmi3InstantiateScheduledExecution",
    "fmi3EnterEventMode",
    "fmi3GetInt8",
    "fmi3GetUInt8",
    "fmi3GetInt16",
    "fmi3GetUInt16",
    "fmi3GetInt32",
    "fmi3GetInt64",
    "fmi3GetUInt64",
    "fmi3GetBoolean",
    "fmi3GetString",
    "fmi3GetBinary",
    "fmi3GetClock",
    "fmi3SetFloat64",
    "fmi3SetInt8",
    "fmi3SetUInt8",
    "fmi3SetInt16",
    "fmi3SetUInt16",
    "fmi3SetInt32",
    "fmi3SetUInt32",
    "fmi3SetInt64",
    "fmi3SetUInt64",
    "fmi3SetBoolean",
    "fmi3SetString",
    "fmi3SetBinary",
    "fmi3SetClock",
    "fmi3GetNumberOfVariableDependencies",
    "fmi3GetVariableDependencies",
    "fmi3SerializedFMUStateSize",
    "fmi3SerializeFMUState",
    "fmi3DeserializeFMUState",
    "fmi3GetDirectionalDerivative",
    "fmi3GetAdjointDerivative",
    "fmi3EnterConfigurationMode",
    "fmi3ExitConfigurationMode",
    "fmi3GetIntervalDecimal",
    "fmi3GetIntervalFraction",
    "fmi3GetShiftDecimal",
    "fmi3GetShiftFraction",
    "fmi3SetIntervalDecimal",
    "fmi3SetIntervalFraction",
    "fmi3SetShiftDecimal",
    "fmi3SetShiftFraction",
    "fmi3EvaluateDiscreteStates",
    "fmi3UpdateDiscreteStates",
    "fmi3EnterStepMode",
    "fmi3GetOutputDerivatives",
};

void library_open(void *library, const char *token)
{
    function_find(library, "fmi3GetVersion", (void *)&fmi.version);
    function_find(library, "fmi3InstantiateCoSimulation", (void *)&fmi.instantiate);
    function_find(library, "fmi3FreeInstance", (void *)&fmi.release);
    function_find(library, "fmi3EnterInitializationMode", (void *)&fmi.enter);
    function_find(library, "fmi3ExitInitializationMode", (void *)&fmi.leave);
    function_find(library, "fmi3Terminate", (void *)&fmi.terminate);
    function_find(library, "fmi3Reset", (void *)&fmi.reset);
    function_find(library, "fmi3SetFloat32", (void *)&fmi.set);
    function_find(library, "fmi3GetFloat32", (void *)&fmi.get);
    function_find(library, "fmi3GetUInt32", (void *)&fmi.get_uint);
    function_find(library, "fmi3GetFloat64", (void *)&fmi.get_double);
    function_find(library, "fmi3DoStep", (void *)&fmi.step);
    function_find(library, "fmi3GetFMUState", (void *)&fmi.state_get);
    function_find(library, "fmi3FreeFMUState", (void *)&fmi.state_free);
    function_find(library, "fmi3SetFMUState", (void *)&fmi.state_set);
    fmi.token = token;
    plain_function *unused;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        function_find(library, others[i], (void *)&unused);
}

static fmi3Instance instantiate(const char *token)
{
    return fmi.instantiate("one", token, "", false, false, false, false, NULL, 0, NULL, NULL, NULL);
}

/* One row: inputs in, a step, the numbers and the status out. */
static const char *row_run(fmi3Instance instance, const struct rows *rows, size_t row,
                           fmi3ValueReference *references)
{
    const size_t n_numbers = rows->n_result - 1;
    uint32_t *results = rows->results + row * rows->n_result;
    const double time = 0.1 * (double)row;
    bool event = true, terminate = true, early = true;
    double last = 0;
    for (size_t i = 0; i < rows->n_in; i++)
        references[i] = (fmi3ValueReference)(i + 1);
    if (fmi.set(instance, references, rows->n_in, (const float *)rows->inputs + row * rows->n_in,
                rows->n_in) != fmi3OK)
        return "fmi3SetFloat32";
    if (fmi.step(instance, time, 0.1, true, &event, &terminate, &early, &last) != fmi3OK || event ||
        terminate || early || last != time + 0.1)
        return "fmi3DoStep";
    for (size_t i = 0; i < n_numbers; i++)
        references[i] = (fmi3ValueReference)(rows->n_in + 2 + i);
    if (fmi.get(instance, references, n_numbers, (float *)results, n_numbers) != fmi3OK)
        return "fmi3GetFloat32";
    references[0] = (fmi3ValueReference)(rows->n_in + 1);
    return fmi.get_uint(instance, references, 1, results + n_numbers, 1) == fmi3OK
               ? NULL
               : "fmi3GetUInt32";
}

/* What must be refused: a wrong token, steps before initialization, references that are not there,
   outputs that are set. */
static const char *refusals_run(fmi3Instance instance, const struct rows *rows)
{
    const fmi3ValueReference status = (fmi3ValueReference)(rows->n_in + 1),
                             output = (fmi3ValueReference)(rows->n_in + 2),
                             beyond = (fmi3ValueReference)(rows->n_in + 1 + rows->n_result),
                             time = 0;
    float number = 0;
    uint32_t word = 0;
    double seconds = -1;
    bool flag = false;
    if (instantiate("another token") != NULL)
        return "a wrong token is taken";
    if (fmi.step(instance, 0, 1, true, &flag, &flag, &flag, &seconds) == fmi3OK)
        return "a step before initialization is taken";
    if (fmi.get(instance, &beyond, 1, &number, 1) == fmi3OK ||
        fmi.get(instance, &status, 1, &number, 1) == fmi3OK ||
        fmi.get(instance, &time, 1, &number, 1) == fmi3OK ||
        fmi.get_uint(instance, &output, 1, &word, 1) == fmi3OK)
        return "a value reference of another type is taken";
    if (fmi.set(instance, &output, 1, &number, 1) == fmi3OK)
        return "an output can be set";
    return fmi.get_double(instance, &time, 1, &seconds, 1) == fmi3OK ? NULL : "the time";
}

/* A state that is set again gives the results again. */
static const char *state_run(fmi3Instance instance, const struct rows *rows)
{
    const fmi3ValueReference input = 1, output = (fmi3ValueReference)(rows->n_in + 2);
    fmi3FMUState state = NULL;
    float before = 0, after = 0;
    const float zero = 0;
    if (fmi.get(instance, &output, 1, &before, 1) != fmi3OK ||
        fmi.state_get(instance, &state) != fmi3OK ||
        fmi.set(instance, &input, 1, &zero, 1) != fmi3OK ||
        fmi.state_set(instance, state) != fmi3OK ||
        fmi.get(instance, &output, 1, &after, 1) != fmi3OK ||
        fmi.state_free(instance, &state) != fmi3OK || state != NULL)
        return "the state";
    return before == after ? NULL : "the state changes the result";
}

const char *instance_run(const struct rows *rows, size_t first)
{
    fmi3ValueReference references[MOST];
    fmi3Instance instance = instantiate(fmi.token);
    if (instance == NULL || strcmp(fmi.version(), "3.0") != 0)
        return "fmi3InstantiateCoSimulation";
    const char *fault = refusals_run(instance, rows);
    if (fault == NULL &&
        (fmi.enter(instance, false, 0, 0, false, 0) != fmi3OK || fmi.leave(instance) != fmi3OK))
        fault = "initialization";
    for (size_t i = first; fault == NULL && i < rows->count; i += 2)
        fault = row_run(instance, rows, i, references);
    if (fault == NULL)
        fault = state_run(instance, rows);
    if (fault == NULL && (fmi.terminate(instance) != fmi3OK || fmi.reset(instance) != fmi3OK))
        fault = "fmi3Terminate";
    fmi.release(instance);
    return fault;
}
