/* What a graph computes, neuron by neuron: a bias, terms (weight times the value of an earlier
   neuron), an activation. The first neurons are the network's inputs. A neuron never changes: Add
   behind MatMul makes new neurons that share the terms of the old ones, and those that nothing
   reads are left out in the end (layers.c). */
#ifndef EPIIMPORT_NEURONS_H
#define EPIIMPORT_NEURONS_H

#include "import/graph/graph.h"
#include "spec/activation.h"

/* Neurons of one group come from one step of one node, have the same activation unless its
   parameters differ, and do not read each other: they become a layer. */
struct group {
    const struct node *node;
};

struct neuron {
    size_t count;
    const int32_t *sources; /* (count) neurons before this one, each once */
    const double *weights;  /* (count) */
    double bias;
    enum activation activation;
    float parameters[ACT_PARAMETERS];
    uint32_t group;
    int32_t origin; /* the neuron whose terms it shares; its own number where it shares none */
};

struct neurons {
    struct arena *arena;
    const struct graph *graph;
    struct neuron *all;
    size_t count, room, n_inputs;
    struct group *groups;
    size_t n_groups, group_room;
    size_t terms;   /* made so far */
    int32_t *place; /* (room) for sum_end: 1 + the place of a neuron among the terms, else 0 */
};
enum {
    NEURONS_MAX = 2 * 1000 * 1000,
    NEURONS_MAX_TERMS = 8 * 1000 * 1000,
    CONV_MAX_TERMS = 200 * 1000
};

struct neurons *neurons_new(struct arena *arena, const struct graph *graph, size_t n_inputs);

/* A new group for what follows; `node` is for names and messages. */
uint32_t neurons_group(struct neurons *neurons, const struct node *node);

/* A sum under way: terms are added one by one, a source may come again. */
struct sum {
    struct neurons *neurons;
    uint32_t group;
    size_t count, room;
    int32_t *sources;
    double *weights;
    double bias;
};
struct sum sum_begin(struct neurons *neurons, uint32_t group, size_t room);
/* Adds weight times the element. */
void sum_add(struct sum *sum, const struct tensor *t, size_t place, double weight);
void sum_add_neuron(struct sum *sum, int32_t neuron, double weight);
/* Puts terms with the same source together, where the first of them stands. */
void sum_merge(struct sum *sum);
/* Stores the sum as an element: a new neuron, the neuron that it equals (1 times one neuron and
   nothing else), or a number. */
void sum_end(struct sum *sum, struct tensor *t, size_t place);
int32_t sum_end_neuron(struct sum *sum);

/* The neuron's value plus a number. A sum without a bias takes it as its bias. */
int32_t neuron_shifted(struct neurons *neurons, uint32_t group, int32_t neuron, double number);

/* The activation of the neuron's value. A sum without an activation takes it. */
int32_t neuron_activated(struct neurons *neurons, uint32_t group, int32_t neuron,
                         enum activation activation, const float parameters[ACT_PARAMETERS]);

/* Whether neuron s is the sigmoid of neuron x. */
bool neuron_is_sigmoid_of(const struct neurons *neurons, int32_t s, int32_t x);

#endif
