/* See graph.h. Sorting is a walk from the outputs back to what they need, with a stack of its own:
   files with a million nodes in a row exist. */
#include "import/graph/graph.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <stdio.h>
#include <string.h>

void node_refuse(const struct graph *graph, const struct node *node, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    fail("%s: node \"%s\" (%s): %s", graph->file, yaml_excerpt(node->name).text,
         yaml_excerpt(node->kind).text, what);
}

const struct attribute *node_attribute(const struct node *node, const char *name)
{
    for (size_t i = 0; i < node->n_attributes; i++)
        if (strcmp(node->attributes[i].name, name) == 0)
            return &node->attributes[i];
    return NULL;
}

enum visit { VISIT_NEW, VISIT_OPEN, VISIT_DONE };

struct sorter {
    struct graph *graph;
    const struct node **maker; /* (n_values) the node that computes it, or NULL */
    unsigned char *visit;      /* (n_nodes) */
    bool *given;               /* (n_values) a constant or an input of the network */
    size_t *stack, *next;      /* nodes under way, and which of its inputs comes next */
    size_t depth;
    struct node *sorted;
    size_t n_sorted;
};

static void makers_find(struct sorter *s)
{
    const struct graph *g = s->graph;
    for (size_t i = 0; i < g->n_values; i++)
        s->given[i] = g->constants[i] != NULL;
    for (size_t i = 0; i < g->n_inputs; i++)
        s->given[g->inputs[i].value] = true;
    for (size_t i = 0; i < g->n_nodes; i++)
        for (size_t k = 0; k < g->nodes[i].n_outputs; k++) {
            int value = g->nodes[i].outputs[k];
            if (value == GRAPH_ABSENT)
                continue;
            if (s->maker[value] != NULL || s->given[value])
                node_refuse(g, &g->nodes[i],
                            "its output %zu has the name of another value, expected distinct names",
                            k + 1);
            s->maker[value] = &g->nodes[i];
        }
}

/* Starts on a node; one that is under way already is part of a cycle. */
static void node_open(struct sorter *s, const struct node *node)
{
    size_t number = (size_t)(node - s->graph->nodes);
    if (s->visit[number] == VISIT_DONE)
        return;
    if (s->visit[number] == VISIT_OPEN)
        node_refuse(s->graph, node,
                    "its result depends on itself, expected a graph without cycles");
    s->visit[number] = VISIT_OPEN;
    s->next[s->depth] = 0;
    s->stack[s->depth++] = number;
}

/* Opens what computes the next input of the node on top, or finishes the node. */
static void top_advance(struct sorter *s)
{
    size_t number = s->stack[s->depth - 1], input = s->next[s->depth - 1]++;
    const struct node *node = &s->graph->nodes[number];
    if (input == node->n_inputs) {
        s->visit[number] = VISIT_DONE;
        s->sorted[s->n_sorted++] = *node;
        s->depth--;
        return;
    }
    int value = node->inputs[input];
    if (value == GRAPH_ABSENT)
        return;
    if (s->maker[value] != NULL)
        node_open(s, s->maker[value]);
    else if (!s->given[value])
        node_refuse(s->graph, node, "nothing computes its input %zu", input + 1);
}

void graph_sort(struct arena *arena, struct graph *graph)
{
    size_t n = graph->n_nodes + 1;
    struct sorter s = {.graph = graph};
    s.maker = arena_alloc(arena, graph->n_values + 1, sizeof(const struct node *));
    s.given = arena_alloc(arena, graph->n_values + 1, sizeof(*s.given));
    s.visit = arena_alloc(arena, n, sizeof(*s.visit));
    s.stack = arena_alloc(arena, n, sizeof(*s.stack));
    s.next = arena_alloc(arena, n, sizeof(*s.next));
    s.sorted = arena_alloc(arena, n, sizeof(*s.sorted));
    makers_find(&s);
    for (size_t i = 0; i < graph->n_outputs; i++) {
        int value = graph->outputs[i].value;
        if (s.maker[value] != NULL)
            node_open(&s, s.maker[value]);
        else if (!s.given[value])
            fail("%s: nothing computes the output \"%s\"", graph->file,
                 yaml_excerpt(graph->outputs[i].name).text);
        while (s.depth > 0)
            top_advance(&s);
    }
    graph->nodes = s.sorted;
    graph->n_nodes = s.n_sorted;
}
