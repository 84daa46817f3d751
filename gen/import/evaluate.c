/* See evaluate.h. */
#include "import/evaluate.h"

#include "base/fail.h"
#include "import/operators/operator.h"

#include <string.h>

/* A tensor without any neuron, such as a shape, is one of numbers. */
static void numbers_settle(struct tensor *t)
{
    for (size_t i = 0; t->neurons != NULL && i < t->count; i++)
        if (t->neurons[i] != NOT_A_NEURON)
            return;
    t->neurons = NULL;
}

/* Runs one node on the values that are there. */
static void node_run(struct work *work, const struct node *node, struct tensor **values)
{
    const struct tensor **in =
        arena_alloc(work->arena, node->n_inputs + 1, sizeof(const struct tensor *));
    struct tensor **out = arena_alloc(work->arena, node->n_outputs + 1, sizeof(struct tensor *));
    for (size_t i = 0; i < node->n_inputs; i++)
        in[i] = node->inputs[i] == GRAPH_ABSENT ? NULL : values[node->inputs[i]];
    size_t n_in = node->n_inputs;
    while (n_in > 0 && in[n_in - 1] == NULL)
        n_in--;
    struct call call = {work, node, in, n_in, out, node->n_outputs};
    call_run(&call);
    for (size_t i = 0; i < node->n_outputs; i++)
        if (node->outputs[i] != GRAPH_ABSENT && out[i] != NULL) {
            numbers_settle(out[i]);
            values[node->outputs[i]] = out[i];
        }
}

static bool inputs_known(const struct node *node, struct tensor *const *values)
{
    for (size_t i = 0; i < node->n_inputs; i++) {
        int value = node->inputs[i];
        if (value != GRAPH_ABSENT && values[value] == NULL)
            return false;
    }
    return true;
}

/* A node may read an output that its maker does not compute: the mask of Dropout. */
static void outputs_check(const struct graph *graph, const struct node *node,
                          struct tensor *const *values)
{
    for (size_t i = 0; i < node->n_inputs; i++)
        if (node->inputs[i] != GRAPH_ABSENT && values[node->inputs[i]] == NULL)
            node_refuse(graph, node, "reads an output that is not understood, as its input %zu",
                        i + 1);
}

struct evaluation *evaluation_new(struct arena *arena, const struct graph *graph)
{
    struct evaluation *e = arena_alloc(arena, 1, sizeof(*e));
    struct work work = {arena, graph, NULL, WORK_ELEMENTS, WORK_OPERATIONS};
    e->graph = graph;
    e->values = arena_alloc(arena, graph->n_values + 1, sizeof(struct tensor *));
    e->constant = arena_alloc(arena, graph->n_nodes + 1, sizeof(*e->constant));
    memcpy(e->values, graph->constants, graph->n_values * sizeof(struct tensor *));
    for (size_t i = 0; i < graph->n_inputs; i++)
        e->n_in += shape_count(&graph->inputs[i].shape);
    for (size_t i = 0; i < graph->n_nodes; i++)
        if (inputs_known(&graph->nodes[i], e->values)) {
            node_run(&work, &graph->nodes[i], e->values);
            e->constant[i] = true;
        }
    return e;
}

/* The numbers or neurons of one input of the network. */
static struct tensor *input_tensor(struct arena *arena, const struct terminal *input, size_t first,
                                   const double *x)
{
    struct tensor *t = arena_alloc(arena, 1, sizeof(*t));
    *t = (struct tensor){.shape = input->shape, .count = shape_count(&input->shape)};
    t->values = arena_alloc(arena, t->count + 1, sizeof(*t->values));
    if (x == NULL)
        t->neurons = arena_alloc(arena, t->count + 1, sizeof(*t->neurons));
    for (size_t i = 0; i < t->count; i++) {
        if (x == NULL)
            t->neurons[i] = (int32_t)(first + i);
        else
            t->values[i] = x[first + i];
    }
    return t;
}

/* Runs all nodes that depend on the inputs; x is NULL for neurons. */
static struct tensor **graph_run(const struct evaluation *e, struct work *work, const double *x)
{
    const struct graph *g = e->graph;
    struct tensor **values = arena_alloc(work->arena, g->n_values + 1, sizeof(struct tensor *));
    struct tensor **outputs = arena_alloc(work->arena, g->n_outputs + 1, sizeof(struct tensor *));
    memcpy(values, e->values, g->n_values * sizeof(struct tensor *));
    for (size_t i = 0, first = 0; i < g->n_inputs; i++) {
        values[g->inputs[i].value] = input_tensor(work->arena, &g->inputs[i], first, x);
        first += values[g->inputs[i].value]->count;
    }
    for (size_t i = 0; i < g->n_nodes; i++)
        if (!e->constant[i]) {
            outputs_check(g, &g->nodes[i], values);
            node_run(work, &g->nodes[i], values);
        }
    for (size_t i = 0; i < g->n_outputs; i++)
        if ((outputs[i] = values[g->outputs[i].value]) == NULL)
            fail("%s: output %zu is one of a node that is not understood", g->file, i + 1);
    return outputs;
}

struct tensor **evaluation_run(const struct evaluation *e, struct arena *arena, const double *x)
{
    struct work work = {arena, e->graph, NULL, WORK_ELEMENTS, WORK_OPERATIONS};
    return graph_run(e, &work, x);
}

struct tensor **evaluation_trace(const struct evaluation *e, struct neurons *neurons)
{
    struct work work = {neurons->arena, e->graph, neurons, WORK_ELEMENTS, WORK_OPERATIONS};
    return graph_run(e, &work, NULL);
}
