/* See slope.h. The chain rule backwards, with intervals: the derivative of an activation lies in an
   interval because its sum does. The ranges of box_bound hold for the network in real arithmetic
   too: that is the case in which every rounding is zero. */
#include "prove/bounds/slope.h"

#include <math.h>
#include <string.h>

struct slopes_work {
    const struct net *net;
    struct interval *value; /* (n_places) of the output along the value */
};

struct slopes_work *slopes_new(struct arena *arena, const struct net *net)
{
    struct slopes_work *s = arena_alloc(arena, 1, sizeof(*s));
    s->net = net;
    s->value = arena_alloc(arena, net->n_places, sizeof(*s->value));
    return s;
}

static struct interval times(struct interval a, struct interval b)
{
    double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, t = a.high * b.high;
    return (struct interval){fmin(fmin(p, q), fmin(r, t)), fmax(fmax(p, q), fmax(r, t))};
}

/* to += a * b; each step is widened by more than its rounding. */
static void add_product(struct interval *to, struct interval a, struct interval b)
{
    struct interval p = times(a, b);
    double slack = 0x1p-50 * (fabs(p.low) + fabs(p.high) + fabs(to->low) + fabs(to->high));
    to->low += p.low - slack;
    to->high += p.high + slack;
}

static void neuron_back(struct slopes_work *s, const struct work *w, const struct net_layer *l,
                        size_t k)
{
    struct interval d = relax_derivative(l->activation, l->parameters, sum_range(w, l->first + k));
    struct interval sum = {0.0, 0.0};
    add_product(&sum, s->value[l->first + k], d);
    for (size_t i = 0; i < l->n_sources; i++)
        for (size_t j = 0; j < l->sources[i].width; j++) {
            double weight = l->weights[k * l->n_in + l->sources[i].column + j];
            size_t place = l->sources[i].first + j;
            struct interval v = value_range(w, place), factor = {weight, weight};
            if (l->radial) /* of -(v - p)^2 */
                factor =
                    (struct interval){-2.0 * (v.high - weight) - 0x1p-40 * fabs(v.high - weight),
                                      -2.0 * (v.low - weight) + 0x1p-40 * fabs(v.low - weight)};
            if (l->radial || weight != 0.0)
                add_product(&s->value[place], sum, factor);
        }
}

void slopes_bound(struct slopes_work *s, const struct work *w, size_t output,
                  struct interval *along)
{
    const struct net *net = s->net;
    const struct net_output *o = &net->outputs[output];
    memset(s->value, 0, net->n_places * sizeof(*s->value));
    s->value[o->place] = (struct interval){o->scale, o->scale};
    for (size_t i = net->n_layers; i-- > 0;)
        for (size_t k = 0; k < net->layers[i].n_out; k++) {
            const struct interval *v = &s->value[net->layers[i].first + k];
            if (v->low != 0.0 || v->high != 0.0)
                neuron_back(s, w, &net->layers[i], k);
        }
    for (size_t i = 0; i < net->n_inputs; i++) {
        double factor = net->inputs[i].factor;
        along[i] = (struct interval){0.0, 0.0};
        add_product(&along[i], s->value[i], (struct interval){factor, factor});
    }
}
