/* See far.h. A hat is a relu unit that is a concave quadratic of the standardised inputs,

       relu(b + sum a_j z_j - sum s_j z_j^2) = relu(h - sum s_j (z_j - m_j)^2), all s_j > 0,

   and 0 in the code wherever that is below minus the rounding error E of its sum. So it is 0
   farther than sqrt((h + E) / min s_j) from m. A row lies within delta of m: so it is 0 at every
   point that is farther than that radius plus delta from all rows.

   Where the hats of a set are all 0 the logit is bounded on the whole domain with these units
   silent. The smallest set, by radius, for which eta is then above 0.5 gives the far field. */
#include "prove/eta/far.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct far_work {
    const struct net *net;
    struct work *work;
    const struct data_rows *rows;
    double *linear, *square, *middle; /* (n_inputs) of one hat */
    double *low, *high;               /* (n_inputs) the domain */
};

static const struct net_layer *layer_of(const struct net *net, size_t place, size_t *unit)
{
    for (size_t i = 0; i < net->n_layers; i++) {
        const struct net_layer *l = &net->layers[i];
        if (place >= l->first && place < l->first + l->n_out) {
            *unit = place - l->first;
            return l;
        }
    }
    return NULL;
}

/* Adds a term of a hat: of an input itself, or of its square. False: of something else. */
static bool hat_term(struct far_work *f, size_t place, double weight)
{
    size_t unit, input = f->net->n_inputs;
    double factor = 1.0;
    if (weight == 0.0)
        return true;
    if (place < f->net->n_inputs) {
        f->linear[place] += weight;
        return true;
    }
    const struct net_layer *l = layer_of(f->net, place, &unit);
    if (l == NULL || l->radial || l->activation != ACT_SQUARE || l->bias[unit] != 0.0)
        return false;
    for (size_t s = 0; s < l->n_sources; s++)
        for (size_t j = 0; j < l->sources[s].width; j++) {
            double w = l->weights[unit * l->n_in + l->sources[s].column + j];
            size_t from = l->sources[s].first + j;
            if (w == 0.0)
                continue;
            if (from >= f->net->n_inputs || input < f->net->n_inputs)
                return false;
            input = from;
            factor = w * w;
        }
    if (input == f->net->n_inputs)
        return false;
    f->square[input] -= weight * factor;
    return true;
}

/* The radius beyond which a hat is 0, its row's distance included; NAN: it is no hat. */
static double hat_radius(struct far_work *f, const struct net_layer *l, size_t k)
{
    const size_t n = f->net->n_inputs;
    double h = l->bias[k], least = INFINITY;
    if (l->activation != ACT_RELU || l->radial)
        return NAN;
    memset(f->linear, 0, n * sizeof(double));
    memset(f->square, 0, n * sizeof(double));
    for (size_t s = 0; s < l->n_sources; s++)
        for (size_t j = 0; j < l->sources[s].width; j++)
            if (!hat_term(f, l->sources[s].first + j,
                          l->weights[k * l->n_in + l->sources[s].column + j]))
                return NAN;
    for (size_t i = 0; i < n; i++) {
        /* the program's value of an input is unit times the standardised one */
        double unit = f->net->inputs[i].factor * f->net->inputs[i].scale;
        double a = f->linear[i] * unit, s = f->square[i] * unit * unit;
        if (!(s > 0.0))
            return NAN;
        f->middle[i] = 0.5 * a / s;
        h += s * f->middle[i] * f->middle[i];
        least = fmin(least, s);
    }
    double open = fmax(h, 0.0) * (1.0 + 0x1p-30) + sum_error(f->work, l->first + k) +
                  0x1p-30 * (fabs(l->bias[k]) + fabs(h));
    return sqrt(open / least) * (1.0 + 0x1p-30) + rows_distance(f->rows, f->middle);
}

struct hat {
    double radius;
    size_t place;
};

static int hats_compare(const void *a, const void *b)
{
    const struct hat *p = a, *q = b;
    if (p->radius != q->radius)
        return p->radius < q->radius ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

/* All hats of the network, the nearest first. */
static size_t hats_find(struct far_work *f, struct hat *hats)
{
    size_t n = 0;
    for (size_t i = 0; i < f->net->n_layers; i++)
        for (size_t k = 0; k < f->net->layers[i].n_out; k++) {
            double radius = hat_radius(f, &f->net->layers[i], k);
            if (isfinite(radius))
                hats[n++] = (struct hat){radius, f->net->layers[i].first + k};
        }
    qsort(hats, n, sizeof(*hats), hats_compare);
    return n;
}

/* Whether eta is above 0.5 on the whole domain with these hats silent. */
static bool silent_suffices(struct far_work *f, const bool *silent, size_t eta, struct row *row)
{
    double least;
    work_silence(f->work, silent);
    box_bound(f->work, f->low, f->high);
    row->outputs[eta] = 1.0;
    row->constant = (struct interval){0.5, 0.5};
    rows_bound(f->work, row, 1, &least, NULL);
    return least > 0.0;
}

struct far_field far_field_find(struct arena *arena, const struct net *net,
                                const struct bounds *domain, const struct data_rows *rows)
{
    const size_t n = net->n_inputs, eta = net_output_first(net, OUTPUT_ETA);
    struct far_work f = {.net = net, .work = work_new(arena, net, domain), .rows = rows};
    double **const arrays[] = {&f.linear, &f.square, &f.middle, &f.low, &f.high};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++)
        *arrays[i] = arena_alloc(arena, n, sizeof(double));
    for (size_t i = 0; i < n; i++) {
        f.low[i] = net->inputs[i].low;
        f.high[i] = net->inputs[i].high;
    }
    box_bound(f.work, f.low, f.high);
    struct hat *hats = arena_alloc(arena, net->n_places, sizeof(*hats));
    bool *silent = arena_alloc(arena, net->n_places, sizeof(*silent));
    struct row row = {.inputs = arena_alloc(arena, n, sizeof(double)),
                      .outputs = arena_alloc(arena, net->n_outputs, sizeof(double))};
    size_t n_hats = hats_find(&f, hats);
    for (size_t k = 0; k < n_hats; k++) {
        silent[hats[k].place] = true;
        if (silent_suffices(&f, silent, eta, &row))
            return (struct far_field){true, hats[k].radius, k + 1, NULL};
    }
    return (struct far_field){.missing = n_hats == 0
                                             ? "no unit of eta has a bounded support around rows"
                                             : "the units of bounded support do not hold eta down"};
}
