/* See extreme.h. */
#include "import/neurons/extreme.h"

static const float no_parameters[ACT_PARAMETERS];

/* The larger of two numbers, or the smaller. */
static double number_extreme(double a, double b, double sign)
{
    return sign * a > sign * b ? a : b;
}

struct round {
    struct neurons *neurons;
    uint32_t relus, sums;
    double sign;
};

/* Element i becomes the extreme of i and k. */
static void pair_join(const struct round *r, struct tensor *t, size_t i, size_t k)
{
    if (t->neurons[i] == NOT_A_NEURON && t->neurons[k] == NOT_A_NEURON) {
        t->values[i] = number_extreme(t->values[i], t->values[k], r->sign);
        return;
    }
    if (t->neurons[i] == t->neurons[k])
        return;
    struct sum over = sum_begin(r->neurons, r->relus, 2);
    sum_add(&over, t, i, r->sign);
    sum_add(&over, t, k, -r->sign);
    int32_t difference =
        neuron_activated(r->neurons, r->relus, sum_end_neuron(&over), ACT_RELU, no_parameters);
    struct sum best = sum_begin(r->neurons, r->sums, 2);
    sum_add(&best, t, k, 1.0);
    sum_add_neuron(&best, difference, r->sign);
    sum_end(&best, t, i);
}

void extremes_trace(struct neurons *neurons, const struct node *node, struct tensor **lists,
                    struct tensor *out, double sign)
{
    for (bool again = true; again;) {
        struct round r = {neurons, 0, 0, sign};
        r.relus = neurons_group(neurons, node);
        r.sums = neurons_group(neurons, node);
        again = false;
        for (size_t i = 0; i < out->count; i++) {
            struct tensor *list = lists[i];
            size_t half = (list->count + 1) / 2;
            if (list->count == 0)
                node_refuse(neurons->graph, node, "takes the extreme of nothing");
            for (size_t k = half; k < list->count; k++)
                pair_join(&r, list, k - half, k);
            list->count = half;
            again = again || half > 1;
        }
    }
    for (size_t i = 0; i < out->count; i++)
        tensor_copy(out, i, lists[i], 0);
}

struct product_groups product_groups(struct neurons *neurons, const struct node *node)
{
    struct product_groups groups = {neurons_group(neurons, node), 0};
    groups.differences = neurons_group(neurons, node);
    return groups;
}

static int32_t half_square(struct neurons *neurons, uint32_t group, int32_t a, int32_t b,
                           double sign)
{
    struct sum half = sum_begin(neurons, group, 2);
    sum_add_neuron(&half, a, 0.5);
    sum_add_neuron(&half, b, sign * 0.5);
    return neuron_activated(neurons, group, sum_end_neuron(&half), ACT_SQUARE, no_parameters);
}

int32_t product_trace(struct neurons *neurons, const struct product_groups *groups, int32_t a,
                      int32_t b)
{
    struct sum product = sum_begin(neurons, groups->differences, 2);
    sum_add_neuron(&product, half_square(neurons, groups->squares, a, b, 1.0), 1.0);
    sum_add_neuron(&product, half_square(neurons, groups->squares, a, b, -1.0), -1.0);
    return sum_end_neuron(&product);
}
