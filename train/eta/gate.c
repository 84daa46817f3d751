/* See gate.h. */
#include "eta/gate.h"

#include "geometry/clusters.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double gate_height = 0.25, gate_least = 8.0, gate_margin = 1.0, gate_instead = 7.0;

/* --- where the hats stand ------------------------------------------------------------------- */

struct hats {
    size_t count, d;
    double *centre; /* (count, d) */
    double *square; /* (count) the squared radius of the ball */
};

static double square_between(const float *x, const double *centre, const struct eta_options *o,
                             size_t d)
{
    double sum = 0.0;
    for (size_t j = 0; j < d; j++)
        if (o->weights == NULL || o->weights[j] > 0.0F)
            sum += ((double)x[j] - centre[j]) * ((double)x[j] - centre[j]);
    return sum;
}

/* The mean distance of a row from its nearest other row, at least a little. */
static double spacing_of(const struct rows *rows, const struct eta_options *o)
{
    struct arena *arena = arena_new();
    double *centre = arena_alloc(arena, rows->n_in, sizeof(*centre)), sum = 0.0;
    for (size_t i = 0; i < rows->count; i++) {
        double least = INFINITY;
        for (size_t j = 0; j < rows->n_in; j++)
            centre[j] = (double)rows->x[i * rows->n_in + j];
        for (size_t k = 0; k < rows->count; k++)
            if (k != i)
                least =
                    fmin(least, square_between(rows->x + k * rows->n_in, centre, o, rows->n_in));
        sum += rows->count < 2 ? 1.0 : sqrt(least);
    }
    arena_free(arena);
    return fmax(sum / (double)rows->count, 0.01);
}

/* Few rows: a hat over each, as wide as the rows are apart. */
static struct hats hats_on_rows(struct arena *arena, const struct rows *rows,
                                const struct eta_options *o)
{
    struct hats h = {rows->count, rows->n_in, NULL, NULL};
    double spacing = spacing_of(rows, o);
    h.centre = arena_alloc(arena, h.count * h.d, sizeof(*h.centre));
    h.square = arena_alloc(arena, h.count, sizeof(*h.square));
    for (size_t i = 0; i < h.count * h.d; i++)
        h.centre[i] = (double)rows->x[i];
    for (size_t k = 0; k < h.count; k++)
        h.square[k] = spacing * spacing;
    return h;
}

/* At most so many rows find the clusters. */
static struct rows rows_thin(struct arena *arena, const struct rows *rows, size_t most)
{
    struct rows thin = {.count = rows->count < most ? rows->count : most, .n_in = rows->n_in};
    float *x = arena_alloc(arena, thin.count * thin.n_in, sizeof(*x));
    for (size_t i = 0; i < thin.count; i++)
        memcpy(x + i * thin.n_in, rows->x + i * rows->count / thin.count * rows->n_in,
               thin.n_in * sizeof(*x));
    thin.x = x;
    return thin;
}

/* Many rows: a hat over each cluster. It is so wide that the farthest row of the cluster, moved
   outwards by a tenth and by four spacings, is still at the gate's height: no gap between clusters
   that is as wide as gaps between rows is called unknown. */
static struct hats hats_on_clusters(struct arena *arena, const struct rows *rows, size_t count,
                                    const struct eta_options *o)
{
    enum { CLUSTERED = 2000 };
    const double slack = 1.1, spacings = 4.0;
    struct arena *scratch = arena_new();
    struct hats h = {count, rows->n_in, NULL, NULL};
    struct rows thin = rows_thin(scratch, rows, CLUSTERED);
    size_t *cluster = arena_alloc(scratch, thin.count, sizeof(*cluster)), d = h.d;
    size_t *members = arena_alloc(scratch, count, sizeof(*members));
    h.centre = arena_alloc(arena, count * d, sizeof(*h.centre));
    h.square = arena_alloc(arena, count, sizeof(*h.square));
    clusters_find(&thin, count, cluster);
    for (size_t i = 0; i < thin.count; i++) {
        members[cluster[i]]++;
        for (size_t j = 0; j < d; j++)
            h.centre[cluster[i] * d + j] += (double)thin.x[i * d + j];
    }
    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < d; j++)
            h.centre[k * d + j] /= fmax((double)members[k], 1.0);
    for (size_t i = 0; i < rows->count; i++) {
        size_t nearest = 0;
        double least = INFINITY;
        for (size_t k = 0; k < count; k++) {
            double square = square_between(rows->x + i * d, h.centre + k * d, o, d);
            if (members[k] > 0 && square < least) {
                least = square;
                nearest = k;
            }
        }
        h.square[nearest] = fmax(h.square[nearest], least); /* the farthest row's, for now */
    }
    double beyond = spacings * spacing_of(&thin, o);
    for (size_t k = 0; k < count; k++) {
        double reach = slack * sqrt(h.square[k]) + beyond;
        h.square[k] = reach * reach / (1.0 - gate_height);
    }
    arena_free(scratch);
    return h;
}

/* The least distance from all rows at which all hats are 0. */
static double hats_radius(const struct hats *h, const struct rows *rows,
                          const struct eta_options *o)
{
    double radius = 0.0;
    for (size_t k = 0; k < h->count; k++) {
        double least = INFINITY;
        for (size_t i = 0; i < rows->count; i++)
            least = fmin(least, square_between(rows->x + i * h->d, h->centre + k * h->d, o, h->d));
        radius = fmax(radius, sqrt(h->square[k]) + sqrt(least));
    }
    return radius;
}

/* --- the network with its gate -------------------------------------------------------------- */

/* Copies a layer to the first units and sources of a wider one. */
static void layer_copy(const struct dense *from, const struct dense *to)
{
    for (size_t k = 0; k < from->n_out; k++) {
        to->bias[k] = from->bias[k];
        for (size_t i = 0; i < from->n_in; i++)
            to->weights[k * to->stride + i] = from->weights[k * from->stride + i];
    }
}

/* The units behind the trained ones: 1 - |x - m|^2 / rho^2, from the inputs and their squares. */
static void hats_write(const struct hats *h, const struct eta_options *o, const struct dense *l)
{
    size_t first = l->n_out - h->count;
    for (size_t k = 0; k < h->count; k++) {
        double bias = 1.0;
        float *w = l->weights + (first + k) * l->stride;
        for (size_t j = 0; j < h->d; j++) {
            double m = h->centre[k * h->d + j];
            bool counts = o->weights == NULL || o->weights[j] > 0.0F;
            w[j] = counts ? (float)(2.0 * m / h->square[k]) : 0.0F;
            w[h->d + j] = counts ? (float)(-1.0 / h->square[k]) : 0.0F;
            bias -= counts ? m * m / h->square[k] : 0.0;
        }
        l->bias[first + k] = (float)bias;
    }
}

/* A last hidden layer of two units holds the branch's logit and the gate. Of a branch with one
   hidden layer it also sums up the hats, and has room for no more. */
static struct shape gated_shape(const struct shape *shape, size_t hats)
{
    struct shape gated = *shape;
    gated.eta.width[0] += hats;
    if (shape->eta.count == 2)
        gated.eta.width[1] += 1;
    gated.eta.width[gated.eta.count++] = 2;
    return gated;
}

static struct network *gated_copy(struct arena *arena, const struct network *n, size_t hats)
{
    const struct shape shape = gated_shape(&n->shape, hats);
    struct network *to = network_new(arena, &shape);
    memcpy(to->parameters, n->parameters, n->n_fit * sizeof(*to->parameters));
    memcpy(to->sigma_scale, n->sigma_scale, n->shape.n_out * sizeof(*to->sigma_scale));
    to->sigma_floor = n->sigma_floor;
    for (size_t i = 0; i < n->eta.count; i++)
        layer_copy(&n->eta.layers[i], &to->eta.layers[i]);
    return to;
}

/* Height less the sum of the hats, in the last unit of the layer behind them. */
static void hats_sum(const struct chain *eta, size_t hats)
{
    const struct dense *first = &eta->layers[0], *second = &eta->layers[1];
    size_t unit = second->n_out - 1;
    for (size_t k = 0; k < hats; k++)
        second->weights[unit * second->stride + first->n_out - hats + k] = -1.0F;
    second->bias[unit] = (float)gate_height;
    if (eta->count == 4) { /* two hidden layers were trained: the next layer takes it over */
        const struct dense *third = &eta->layers[2];
        third->weights[third->stride + third->n_in - 1] = 1.0F;
        third->weights[third->n_in - 1] = (float)(-gate_instead / gate_height);
    }
}

bool gate_fits(const struct shape *shape)
{
    return shape->eta_from == ETA_FROM_SQUARES && (shape->eta.count == 1 || shape->eta.count == 2);
}

struct network *gate_add(struct arena *arena, const struct network *network,
                         const struct rows *train, const struct eta_options *o, struct gate *gate)
{
    struct arena *scratch = arena_new();
    size_t most = network->shape.n_in <= 4 ? GATE_HATS_FEW_INPUTS : GATE_HATS;
    struct hats h = train->count <= GATE_HATS_FEW_INPUTS
                        ? hats_on_rows(scratch, train, o)
                        : hats_on_clusters(scratch, train, most, o);
    struct network *gated = gated_copy(arena, network, h.count);
    const struct dense *last = &gated->eta.layers[gated->eta.count - 1];
    hats_write(&h, o, &gated->eta.layers[0]);
    hats_sum(&gated->eta, h.count);
    *gate_bias(gated) += (float)gate_least;
    last->weights[0] = 1.0F;
    last->weights[1] = (float)((gate_least + gate_margin) / gate_height);
    last->bias[0] = (float)-gate_least;
    *gate = (struct gate){h.count, hats_radius(&h, train, o)};
    arena_free(scratch);
    return gated;
}

/* The ball of a hat, from its unit's weights: outside of it the unit is 0. False: there is none,
   because the unit is not concave in an input that counts. */
static bool hat_read(const struct dense *first, size_t unit, size_t d, const struct eta_options *o,
                     double *centre, double *square)
{
    const float *w = first->weights + unit * first->stride;
    double height = (double)first->bias[unit], least = INFINITY;
    for (size_t j = 0; j < d; j++) {
        const double linear = (double)w[j], concave = -(double)w[d + j];
        centre[j] = 0.0;
        if (o->weights != NULL && !(o->weights[j] > 0.0F))
            continue;
        if (!(concave > 0.0))
            return false;
        centre[j] = linear / (2.0 * concave);
        height += linear * centre[j] / 2.0;
        least = fmin(least, concave);
    }
    *square = fmax(height, 0.0) / least;
    return true;
}

/* The logit of eta where all hats are 0 and the branch says the least that it can. */
static double logit_without_hats(const struct network *gated)
{
    const struct chain *eta = &gated->eta;
    const struct dense *second = &eta->layers[1], *last = &eta->layers[eta->count - 1];
    double sum = (double)second->bias[second->n_out - 1];
    if (eta->count == 4)
        sum *= (double)eta->layers[2].weights[eta->layers[2].stride + eta->layers[2].n_in - 1];
    return (double)last->bias[0] + (double)last->weights[1] * sum;
}

double gate_radius(const struct network *gated, size_t hats, const struct rows *train,
                   const struct eta_options *o)
{
    struct arena *arena = arena_new();
    const struct dense *first = &gated->eta.layers[0];
    const size_t d = gated->shape.n_in;
    struct hats h = {hats, d, arena_alloc(arena, hats * d, sizeof(*h.centre)),
                     arena_alloc(arena, hats, sizeof(*h.square))};
    bool all = logit_without_hats(gated) > 0.0;
    for (size_t k = 0; k < hats && all; k++)
        all = hat_read(first, first->n_out - hats + k, d, o, h.centre + k * d, &h.square[k]);
    const double radius = all ? hats_radius(&h, train, o) : (double)INFINITY;
    arena_free(arena);
    return radius;
}

float *gate_bias(const struct network *gated)
{
    return &gated->eta.layers[gated->eta.count - 2].bias[0];
}
