/* Where the code may call a kernel without its clamp: where the sum cannot leave what the kernel
   is good for, by the spec alone. Only what reads inputs, tanh or sigmoid has a range here. Sums
   are in double, the code's are in float32: they differ by less than the thousandth that epigen
   stays below the limit. */
#include "inside.h"

#include <math.h>
#include <string.h>

struct range {
    double low, high;
};

static struct range input_range(const struct demand *demand, size_t i)
{
    const struct spec_input *input = &demand->spec->inputs[i];
    struct input_demand steps = demand_input(demand, i);
    double mean = steps.subtracts ? (double)steps.mean : 0.0;
    double factor = steps.multiplies ? (double)steps.factor : 1.0;
    return (struct range){((double)input->min - mean) * factor,
                          ((double)input->max - mean) * factor};
}

static struct range source_range(const struct demand *demand, int source, size_t place)
{
    if (source == SOURCE_INPUTS)
        return input_range(demand, place);
    const struct spec_layer *layer = &demand->spec->layers[source];
    if (layer->kind == LAYER_DENSE && layer->activation == ACT_TANH)
        return (struct range){-1.0, 1.0};
    if (layer->kind == LAYER_DENSE && layer->activation == ACT_SIGMOID)
        return (struct range){0.0, 1.0};
    return (struct range){-INFINITY, INFINITY};
}

static double sum_reach(const struct demand *demand, size_t index, size_t row)
{
    const struct spec_layer *layer = &demand->spec->layers[index];
    double bias = (double)demand_bias(demand, index, row);
    struct range sum = {bias, bias};
    size_t column = 0;
    for (size_t s = 0; s < layer->from.count; s++) {
        int source = layer->from.sources[s];
        for (size_t i = 0; i < demand_width(demand->spec, source); i++, column++) {
            if (!demand_connects(demand, index, row, column))
                continue;
            double weight = (double)demand_weight(demand, index, row, column, source, i);
            struct range r = source_range(demand, source, i);
            sum.low += fmin(weight * r.low, weight * r.high);
            sum.high += fmax(weight * r.low, weight * r.high);
        }
    }
    return fmax(-sum.low, sum.high);
}

bool inside_is_allowed(const struct demand *demand, size_t layer, size_t row, const char *kernel)
{
    return demand->spec->layers[layer].kind == LAYER_DENSE && strcmp(kernel, "tanh_inside") == 0 &&
           sum_reach(demand, layer, row) <= 8.6875;
}
