/* Runs node tests of ONNX (folders with model.onnx, test_data_set_0/input_0.pb, output_0.pb)
   through both readings of epiimport. Each input of floats is a variable once, while the others are
   constants. Usage: node_tests FOLDER... prints a line for each case: ok, refused with its message,
   or WRONG; the exit status is 1 if one is wrong. */
#include "base/fail.h"
#include "base/files.h"
#include "import/import.h"
#include "import/onnx/onnx_graph.h"
#include "import/onnx/onnx_tensor.h"
#include "program/interpret.h"
#include "program/lower.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUTS_MAX = 16, BYTES_MAX = 64 * 1024 * 1024 };

static jmp_buf refused;
static char reason[1024];

static _Noreturn void refusal_keep(int status, const char *message)
{
    snprintf(reason, sizeof(reason), "%s", status == EXIT_INPUT ? message : "usage");
    longjmp(refused, 1);
}

static struct tensor *tensor_load(struct arena *arena, const char *path)
{
    size_t size;
    const uint8_t *bytes = (const uint8_t *)file_read(arena, path, BYTES_MAX, &size);
    Onnx__TensorProto *proto = onnx__tensor_proto__unpack(NULL, size, bytes);
    if (proto == NULL)
        fail("%s: is no tensor", path);
    struct tensor_source source = {arena, NULL, path, 1000000};
    return onnx_tensor_read(&source, proto);
}

static const char *data_path(struct arena *arena, const char *folder, const char *kind, size_t i)
{
    return arena_printf(arena, "%s/test_data_set_0/%s_%zu.pb", folder, kind, i);
}

static double apart(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b) ? 0.0 : INFINITY;
    return a == b ? 0.0 : fabs(a - b) / fmax(1.0, fabs(b));
}

/* The largest relative difference of the double reading and of the spec's from what the test
 * expects. */
struct verdict {
    double numbers, spec;
};

static struct verdict import_compare(struct arena *arena, const struct import *import,
                                     const char *folder, const double *x)
{
    struct verdict v = {0.0, 0.0};
    float *xf = arena_alloc(arena, import->n_in, sizeof(*xf));
    for (size_t i = 0; i < import->n_in; i++)
        xf[i] = (float)x[i];
    const struct program *program = lower(arena, import->spec, import->spec->name, &number_float32);
    const float *mean = interpreter_run(interpreter_new(arena, program), xf)->mean;
    struct tensor **outputs = evaluation_run(import->evaluation, arena, x);
    for (size_t k = 0, i = 0; k < import->evaluation->graph->n_outputs; k++) {
        const struct tensor *expected = tensor_load(arena, data_path(arena, folder, "output", k));
        bool same =
            expected->count == outputs[k]->count && expected->shape.rank == outputs[k]->shape.rank;
        for (size_t r = 0; same && r < expected->shape.rank; r++)
            same = expected->shape.dims[r] == outputs[k]->shape.dims[r];
        if (!same)
            return (struct verdict){INFINITY, INFINITY};
        for (size_t p = 0; p < expected->count; p++, i++) {
            v.numbers = fmax(v.numbers, apart(outputs[k]->values[p], expected->values[p]));
            v.spec = fmax(v.spec, apart((double)mean[i], expected->values[p]));
        }
    }
    return v;
}

/* All inputs but number `kept` become constants. */
static const double *inputs_freeze(struct arena *arena, struct graph *g, const char *folder,
                                   size_t kept)
{
    const double *x = NULL;
    for (size_t i = 0; i < g->n_inputs; i++) {
        struct tensor *t = tensor_load(arena, data_path(arena, folder, "input", i));
        if (i == kept) {
            x = t->values;
            g->inputs[i].shape = t->shape;
        } else {
            g->constants[g->inputs[i].value] = t;
        }
    }
    g->inputs[0] = g->inputs[kept];
    g->n_inputs = 1;
    return x;
}

/* Returns false when the case is wrong. */
static bool case_run(const char *folder, size_t kept)
{
    struct arena *arena = arena_new();
    bool right = true;
    const char *name = strrchr(folder, '/') + 1;
    if (setjmp(refused) != 0) {
        printf("refused  %s, input %zu: %s\n", name, kept, reason);
    } else {
        const char *path = arena_printf(arena, "%s/model.onnx", folder);
        size_t size;
        const char *bytes = file_read(arena, path, BYTES_MAX, &size);
        struct graph *g = onnx_graph_read(arena, path, name, bytes, size);
        const double *x = inputs_freeze(arena, g, folder, kept);
        size_t count = shape_count(&g->inputs[0].shape);
        struct import_domain domain = {.label = "box", .count = count};
        domain.inputs = arena_alloc(arena, count + 1, sizeof(*domain.inputs));
        for (size_t i = 0; i < count; i++)
            domain.inputs[i] =
                (struct import_input){.min = x[i] - 1.0, .max = x[i] + 1.0, .scale = 1.0};
        const struct import_options options = {.name = "node", .domain = &domain};
        struct verdict v = import_compare(arena, import_graph(arena, g, &options), folder, x);
        right = v.numbers <= 2e-6 && v.spec <= 4e-6;
        printf("%s  %s, input %zu: by %.2g in double, %.2g as a spec\n",
               right ? "ok     " : "WRONG  ", name, kept, v.numbers, v.spec);
    }
    arena_free(arena);
    return right;
}

int main(int argc, char **argv)
{
    bool right = true;
    fail_hook = refusal_keep;
    for (int i = 1; i < argc; i++)
        for (size_t kept = 0; kept < INPUTS_MAX; kept++) {
            struct arena *arena = arena_new();
            bool there = access(data_path(arena, argv[i], "input", kept), R_OK) == 0;
            arena_free(arena);
            if (there)
                right = case_run(argv[i], kept) && right;
        }
    return right ? 0 : 1;
}
