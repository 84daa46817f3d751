/* See nnet.h. The file is lines of numbers with commas; lines that begin with // are comments. The
   graph says the same with operators of ONNX: Sub and Div by the normalisation, Gemm, Relu, and
   Mul and Add behind the last layer. */
#include "import/nnet.h"

#include "base/fail.h"
#include "spec/spec.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS_MAX = 200, NUMBER_MAX = 64 };

struct reader {
    struct arena *arena;
    struct graph *graph;
    const char *file, *at, *end;
    int line;
};

/* The numbers of a file */

static void line_end(struct reader *r)
{
    while (r->at < r->end && *r->at != '\n')
        r->at++;
    if (r->at < r->end) {
        r->at++;
        r->line++;
    }
}

/* Goes to the start of the next number, over blanks, commas, comments and line ends. */
static void gap_skip(struct reader *r)
{
    while (r->at < r->end) {
        if (*r->at == '\n')
            r->line++;
        else if (r->end - r->at >= 2 && r->at[0] == '/' && r->at[1] == '/') {
            line_end(r);
            continue;
        } else if (*r->at == '\0' || strchr(" \t\r,", *r->at) == NULL)
            return;
        r->at++;
    }
}

static double number_take(struct reader *r, const char *what)
{
    char text[NUMBER_MAX] = "";
    size_t length = 0;
    gap_skip(r);
    while (r->at < r->end && *r->at != '\0' && strchr("+-.0123456789eE", *r->at) != NULL &&
           length + 1 < NUMBER_MAX)
        text[length++] = *r->at++;
    char *end;
    double value = strtod(text, &end);
    if (length == 0 || *end != '\0' || !isfinite(value) ||
        (r->at < r->end && (*r->at == '\0' || strchr(" \t\r\n,", *r->at) == NULL)))
        fail_at(r->file, r->line, "expected a number: %s", what);
    return value;
}

static size_t count_take(struct reader *r, const char *what, size_t most)
{
    double value = number_take(r, what);
    if (!(value >= 1.0 && value <= (double)most) || value != floor(value))
        fail_at(r->file, r->line, "%s is %g, expected a whole number from 1 to %zu", what, value,
                most);
    return (size_t)value;
}

static double *numbers_take(struct reader *r, const char *what, size_t count)
{
    double *numbers = arena_alloc(r->arena, count + 1, sizeof(*numbers));
    for (size_t i = 0; i < count; i++)
        numbers[i] = number_take(r, what);
    return numbers;
}

/* The graph */

static int constant_add(struct reader *r, size_t rows, size_t columns, double *numbers)
{
    struct tensor *t = arena_alloc(r->arena, 1, sizeof(*t));
    *t = (struct tensor){.shape = {.rank = rows == 0 ? 1 : 2, .dims = {rows, columns}},
                         .count = (rows == 0 ? 1 : rows) * columns,
                         .values = numbers};
    if (rows == 0)
        t->shape.dims[0] = columns;
    r->graph->constants[r->graph->n_values] = t;
    return (int)r->graph->n_values++;
}

/* A node that reads the newest value and these constants. */
static void node_add(struct reader *r, const char *kind, const char *name, int value, int first,
                     int second)
{
    struct graph *g = r->graph;
    static const struct attribute turned = {
        .name = "transB", .kind = ATTRIBUTE_INTEGER, .integer = 1};
    int *values = arena_alloc(r->arena, 4, sizeof(*values));
    values[0] = value;
    values[1] = first;
    values[2] = second;
    values[3] = (int)g->n_values++;
    bool gemm = strcmp(kind, "Gemm") == 0;
    g->nodes[g->n_nodes++] = (struct node){.name = name,
                                           .kind = kind,
                                           .domain = "",
                                           .n_inputs = first == GRAPH_ABSENT    ? 1
                                                       : second == GRAPH_ABSENT ? 2
                                                                                : 3,
                                           .n_outputs = 1,
                                           .n_attributes = gemm ? 1 : 0,
                                           .inputs = values,
                                           .outputs = values + 3,
                                           .attributes = &turned};
}

static int newest(const struct reader *r) { return (int)r->graph->n_values - 1; }

static void layers_read(struct reader *r, const size_t *sizes, size_t layers)
{
    for (size_t i = 0; i < layers; i++) {
        int value = newest(r);
        const char *name = arena_printf(r->arena, i + 1 < layers ? "h%zu" : "y", i + 1);
        int weights = constant_add(r, sizes[i + 1], sizes[i],
                                   numbers_take(r, "a weight", sizes[i] * sizes[i + 1]));
        int bias = constant_add(r, 0, sizes[i + 1], numbers_take(r, "a bias", sizes[i + 1]));
        node_add(r, "Gemm", name, value, weights, bias);
        if (i + 1 < layers)
            node_add(r, "Relu", name, newest(r), GRAPH_ABSENT, GRAPH_ABSENT);
    }
    gap_skip(r);
    if (r->at != r->end)
        fail_at(r->file, r->line, "goes on behind the last bias");
}

static void sizes_check(struct reader *r, const size_t *sizes, size_t layers, size_t n_in,
                        size_t n_out)
{
    size_t weights = 0;
    for (size_t i = 0; i < layers; i++)
        weights += sizes[i] * sizes[i + 1];
    if (sizes[0] != n_in || sizes[layers] != n_out)
        fail_at(r->file, r->line, "has layers of %zu to %zu numbers, expected %zu to %zu", sizes[0],
                sizes[layers], n_in, n_out);
    if (weights > SPEC_MAX_WEIGHTS)
        fail_at(r->file, r->line, "has %zu weights, a spec has at most %d", weights,
                SPEC_MAX_WEIGHTS);
}

static int row_add(struct reader *r, const double *numbers, size_t count)
{
    double *copy = arena_alloc(r->arena, count + 1, sizeof(*copy));
    memcpy(copy, numbers, count * sizeof(*copy));
    return constant_add(r, 0, count, copy);
}

static void terminals_make(struct reader *r, size_t n_in, double *min, double *max)
{
    struct graph *g = r->graph;
    g->inputs = arena_alloc(r->arena, 1, sizeof(*g->inputs));
    g->outputs = arena_alloc(r->arena, 1, sizeof(*g->outputs));
    g->n_inputs = g->n_outputs = 1;
    g->inputs[0] = (struct terminal){.name = "x",
                                     .value = (int)g->n_values++,
                                     .shape = {.rank = 2, .dims = {1, n_in}},
                                     .floating = true,
                                     .min = min,
                                     .max = max};
}

struct graph *nnet_read(struct arena *arena, const char *file, const char *bytes, size_t size)
{
    struct reader r = {.arena = arena, .file = file, .at = bytes, .end = bytes + size, .line = 1};
    size_t layers = count_take(&r, "the number of layers", LAYERS_MAX);
    size_t n_in = count_take(&r, "the number of inputs", SPEC_MAX_INPUTS);
    size_t n_out = count_take(&r, "the number of outputs", SPEC_MAX_WIDTH);
    count_take(&r, "the largest layer", 1000000);
    size_t *sizes = arena_alloc(arena, layers + 1, sizeof(*sizes));
    for (size_t i = 0; i <= layers; i++)
        sizes[i] = count_take(&r, "the size of a layer", SPEC_MAX_WIDTH);
    sizes_check(&r, sizes, layers, n_in, n_out);
    number_take(&r, "the flag that nothing uses");
    r.graph = arena_alloc(arena, 1, sizeof(*r.graph));
    struct graph *g = r.graph;
    g->file = file;
    g->origin = "NNet";
    g->nodes = arena_alloc(arena, 2 * layers + 4, sizeof(*g->nodes));
    g->constants = arena_alloc(arena, 5 * layers + 12, sizeof(struct tensor *));
    double *min = numbers_take(&r, "a minimum", n_in), *max = numbers_take(&r, "a maximum", n_in);
    double *mean = numbers_take(&r, "a mean", n_in + 1);
    double *range = numbers_take(&r, "a range", n_in + 1);
    terminals_make(&r, n_in, min, max);
    int means = row_add(&r, mean, n_in), ranges = row_add(&r, range, n_in);
    node_add(&r, "Sub", "mean", g->inputs[0].value, means, GRAPH_ABSENT);
    node_add(&r, "Div", "range", newest(&r), ranges, GRAPH_ABSENT);
    layers_read(&r, sizes, layers);
    int last = newest(&r);
    int scale = row_add(&r, range + n_in, 1), offset = row_add(&r, mean + n_in, 1);
    node_add(&r, "Mul", "scaled", last, scale, GRAPH_ABSENT);
    node_add(&r, "Add", "shifted", newest(&r), offset, GRAPH_ABSENT);
    g->outputs[0] = (struct terminal){.name = "y", .value = newest(&r)};
    return g;
}
