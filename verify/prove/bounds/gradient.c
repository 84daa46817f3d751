/* See gradient.h. */
#include "prove/bounds/gradient.h"

#include "prove/bounds/relax.h"

#include <math.h>
#include <string.h>

struct runner {
    const struct net *net;
    double *sum, *value, *slope; /* (n_places) slope: of what is asked along the value */
    double *outputs, *gradient;
};

struct runner *runner_new(struct arena *arena, const struct net *net)
{
    struct runner *r = arena_alloc(arena, 1, sizeof(*r));
    r->net = net;
    r->sum = arena_alloc(arena, net->n_places, sizeof(double));
    r->value = arena_alloc(arena, net->n_places, sizeof(double));
    r->slope = arena_alloc(arena, net->n_places, sizeof(double));
    r->outputs = arena_alloc(arena, net->n_outputs, sizeof(double));
    r->gradient = arena_alloc(arena, net->n_inputs, sizeof(double));
    return r;
}

static double neuron_sum(const struct runner *r, const struct net_layer *l, size_t k)
{
    double sum = l->bias[k];
    for (size_t s = 0; s < l->n_sources; s++) {
        const double *w = l->weights + k * l->n_in + l->sources[s].column;
        const double *v = r->value + l->sources[s].first;
        for (size_t j = 0; j < l->sources[s].width; j++)
            sum += l->radial ? -(v[j] - w[j]) * (v[j] - w[j]) : w[j] * v[j];
    }
    return sum;
}

const double *runner_run(struct runner *r, const float *x)
{
    const struct net *net = r->net;
    for (size_t i = 0; i < net->n_inputs; i++)
        r->value[i] = ((double)x[i] - net->inputs[i].mean) * net->inputs[i].factor;
    for (size_t i = 0; i < net->n_layers; i++) {
        const struct net_layer *l = &net->layers[i];
        const struct activation_row *row = activation_row(l->activation);
        for (size_t k = 0; k < l->n_out; k++) {
            double sum = neuron_sum(r, l, k);
            r->sum[l->first + k] = sum;
            r->value[l->first + k] = row->exact(sum, l->parameters);
        }
    }
    for (size_t i = 0; i < net->n_outputs; i++)
        r->outputs[i] =
            net->outputs[i].scale * r->value[net->outputs[i].place] + net->outputs[i].offset;
    return r->outputs;
}

static void neuron_back(struct runner *r, const struct net_layer *l, size_t k)
{
    double sum = r->sum[l->first + k];
    struct interval d = relax_derivative(l->activation, l->parameters, (struct interval){sum, sum});
    double slope = r->slope[l->first + k] * 0.5 * (d.low + d.high);
    if (slope == 0.0)
        return;
    for (size_t s = 0; s < l->n_sources; s++) {
        const double *w = l->weights + k * l->n_in + l->sources[s].column;
        const double *v = r->value + l->sources[s].first;
        double *to = r->slope + l->sources[s].first;
        for (size_t j = 0; j < l->sources[s].width; j++)
            to[j] += slope * (l->radial ? -2.0 * (v[j] - w[j]) : w[j]);
    }
}

const double *runner_gradient(struct runner *r, const struct row *row)
{
    const struct net *net = r->net;
    memset(r->slope, 0, net->n_places * sizeof(double));
    for (size_t i = 0; i < net->n_outputs; i++)
        r->slope[net->outputs[i].place] += row->outputs[i] * net->outputs[i].scale;
    for (size_t i = net->n_layers; i-- > 0;)
        for (size_t k = 0; k < net->layers[i].n_out; k++)
            if (r->slope[net->layers[i].first + k] != 0.0)
                neuron_back(r, &net->layers[i], k);
    for (size_t i = 0; i < net->n_inputs; i++)
        r->gradient[i] = r->slope[i] * net->inputs[i].factor + row->inputs[i];
    return r->gradient;
}

double row_value(const struct net *net, const struct row *row, const float *x, const double *y)
{
    double sum = -row->constant.high;
    for (size_t i = 0; i < net->n_inputs; i++)
        sum += row->inputs[i] * (double)x[i];
    for (size_t i = 0; i < net->n_outputs; i++)
        sum += row->outputs[i] * y[i];
    return sum;
}
