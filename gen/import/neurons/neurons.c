/* See neurons.h. */
#include "import/neurons/neurons.h"

#include "spec/spec.h"

#include <math.h>
#include <string.h>

struct neurons *neurons_new(struct arena *arena, const struct graph *graph, size_t n_inputs)
{
    struct neurons *n = arena_alloc(arena, 1, sizeof(*n));
    n->arena = arena;
    n->graph = graph;
    n->n_inputs = n->count = n_inputs;
    n->room = 1024 + n_inputs;
    n->all = arena_alloc(arena, n->room, sizeof(*n->all));
    n->place = arena_alloc(arena, n->room, sizeof(*n->place));
    return n;
}

uint32_t neurons_group(struct neurons *n, const struct node *node)
{
    if (n->n_groups == n->group_room) {
        size_t wider = n->group_room * 2 + 64;
        n->groups = arena_grow(n->arena, n->groups, n->n_groups, wider, sizeof(*n->groups));
        n->group_room = wider;
    }
    n->groups[n->n_groups] = (struct group){node};
    return (uint32_t)n->n_groups++;
}

static const struct node *group_node(const struct neurons *n, uint32_t group)
{
    return n->groups[group].node;
}

static int32_t neuron_add(struct neurons *n, const struct neuron *neuron)
{
    const struct node *node = group_node(n, neuron->group);
    if (n->count == NEURONS_MAX)
        node_refuse(n->graph, node, "the network has more than %d neurons", NEURONS_MAX);
    if (!isfinite(neuron->bias))
        node_refuse(n->graph, node, "has a number that is not finite");
    if (n->count == n->room) {
        n->all = arena_grow(n->arena, n->all, n->count, n->room * 2, sizeof(*n->all));
        n->place = arena_alloc(n->arena, n->room * 2, sizeof(*n->place));
        n->room *= 2;
    }
    n->all[n->count] = *neuron;
    if (neuron->origin == NOT_A_NEURON)
        n->all[n->count].origin = (int32_t)n->count;
    return (int32_t)n->count++;
}

struct sum sum_begin(struct neurons *neurons, uint32_t group, size_t room)
{
    struct sum sum = {.neurons = neurons, .group = group, .room = room};
    neurons->terms += room;
    if (neurons->terms > NEURONS_MAX_TERMS)
        node_refuse(neurons->graph, group_node(neurons, group),
                    "the network has more than %d weights", NEURONS_MAX_TERMS);
    sum.sources = arena_alloc(neurons->arena, room + 1, sizeof(*sum.sources));
    sum.weights = arena_alloc(neurons->arena, room + 1, sizeof(*sum.weights));
    return sum;
}

void sum_add_neuron(struct sum *sum, int32_t neuron, double weight)
{
    if (!isfinite(weight))
        node_refuse(sum->neurons->graph, group_node(sum->neurons, sum->group),
                    "has a weight that is not finite");
    sum->sources[sum->count] = neuron;
    sum->weights[sum->count++] = weight;
}

void sum_add(struct sum *sum, const struct tensor *t, size_t place, double weight)
{
    int32_t neuron = tensor_neuron(t, place);
    if (neuron == NOT_A_NEURON)
        sum->bias += weight * t->values[place];
    else if (weight != 0.0)
        sum_add_neuron(sum, neuron, weight);
}

static bool sources_ascend(const struct sum *sum)
{
    for (size_t i = 1; i < sum->count; i++)
        if (sum->sources[i - 1] >= sum->sources[i])
            return false;
    return true;
}

void sum_merge(struct sum *sum)
{
    int32_t *place = sum->neurons->place;
    size_t count = 0, kept = 0;
    if (sources_ascend(sum))
        return;
    for (size_t i = 0; i < sum->count; i++) {
        int32_t *at = &place[sum->sources[i]];
        if (*at == 0) {
            sum->sources[count] = sum->sources[i];
            sum->weights[count] = sum->weights[i];
            *at = (int32_t)++count;
        } else {
            sum->weights[*at - 1] += sum->weights[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        place[sum->sources[i]] = 0;
        if (sum->weights[i] == 0.0)
            continue;
        sum->sources[kept] = sum->sources[i];
        sum->weights[kept++] = sum->weights[i];
    }
    sum->count = kept;
}

int32_t sum_end_neuron(struct sum *sum)
{
    sum_merge(sum);
    if (sum->count == 1 && sum->weights[0] == 1.0 && sum->bias == 0.0)
        return sum->sources[0];
    struct neuron neuron = {.count = sum->count,
                            .sources = sum->sources,
                            .weights = sum->weights,
                            .bias = sum->bias,
                            .activation = ACT_IDENTITY,
                            .group = sum->group,
                            .origin = NOT_A_NEURON};
    return neuron_add(sum->neurons, &neuron);
}

void sum_end(struct sum *sum, struct tensor *t, size_t place)
{
    sum_merge(sum);
    if (sum->count == 0) {
        t->values[place] = sum->bias;
        return;
    }
    t->neurons[place] = sum_end_neuron(sum);
}

static bool is_sum(const struct neurons *n, int32_t neuron)
{
    return (size_t)neuron >= n->n_inputs && n->all[neuron].activation == ACT_IDENTITY;
}

/* 1 times this neuron. */
static struct neuron neuron_copied(struct neurons *n, uint32_t group, int32_t source)
{
    int32_t *sources = arena_alloc(n->arena, 1, sizeof(*sources));
    double *weights = arena_alloc(n->arena, 1, sizeof(*weights));
    *sources = source;
    *weights = 1.0;
    return (struct neuron){.count = 1,
                           .sources = sources,
                           .weights = weights,
                           .activation = ACT_IDENTITY,
                           .group = group,
                           .origin = NOT_A_NEURON};
}

int32_t neuron_shifted(struct neurons *n, uint32_t group, int32_t neuron, double number)
{
    if (number == 0.0)
        return neuron;
    bool open = is_sum(n, neuron) && n->all[neuron].bias == 0.0;
    struct neuron made = open ? n->all[neuron] : neuron_copied(n, group, neuron);
    made.group = group;
    made.bias = number;
    return neuron_add(n, &made);
}

int32_t neuron_activated(struct neurons *n, uint32_t group, int32_t neuron,
                         enum activation activation, const float parameters[ACT_PARAMETERS])
{
    struct neuron made = is_sum(n, neuron) ? n->all[neuron] : neuron_copied(n, group, neuron);
    made.group = group;
    made.activation = activation;
    memcpy(made.parameters, parameters, sizeof(made.parameters));
    return neuron_add(n, &made);
}

bool neuron_is_sigmoid_of(const struct neurons *n, int32_t s, int32_t x)
{
    if ((size_t)s < n->n_inputs || n->all[s].activation != ACT_SIGMOID)
        return false;
    const struct neuron *a = &n->all[s], *b = &n->all[x];
    if (is_sum(n, x))
        return a->sources == b->sources && a->count == b->count && a->bias == b->bias;
    return a->count == 1 && a->sources[0] == x && a->weights[0] == 1.0 && a->bias == 0.0;
}
