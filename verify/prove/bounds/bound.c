/* See bound.h. A bound is found by backward substitution: an expression over the values of a layer
   becomes one over its sums (each value is replaced by one of its two lines, by the sign of its
   coefficient), then one over what the layer reads, down to the inputs, where each stands at one
   end of its box.

   Every sum of the code is b + w . v + r with |r| at most the rounding error of the row. E is that
   error and an allowance for the arithmetic of this file, which is in double, rounded to nearest:
   gamma times the magnitude M of the row. What an expression loses is the sum of |coefficient| * E.
   So no order of summation and no rounding mode matters here. */
#include "prove/bounds/bound.h"

#include "base/fail.h"
#include "prove/bounds/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

_Static_assert((int)NET_LANES == (int)VECTOR_LANES, "places are columns of matrices");

/* The unit roundoff of float32, and half of its smallest number. */
#define UNIT 0x1p-24
#define TINY 0x1p-150
/* More than all underflows in double can add up to. */
#define UNDERFLOW 1e-200

struct layer_work {
    const struct net_layer *layer;
    double *weights, *columns; /* the layer's; of a radial one those for the box */
    double *bias;
    bool needed;
    bool live; /* the expressions at hand have coefficients there */
};

struct work {
    const struct net *net;
    const struct bounds *domain;
    double gamma;
    double *low, *high;                                          /* (n_inputs) the box */
    double *sum_low, *sum_high, *value_low, *value_high;         /* (n_places) */
    double *lower_slope, *lower_zero, *upper_slope, *upper_zero; /* (n_places) */
    double *error;                                               /* (n_places) E */
    double *rounded, *size;                                      /* (n_places) */
    struct layer_work *layers;                                   /* (n_layers) */
    double *coefficients;                                        /* (ROWS_MOST, n_places) */
    double *direct; /* (ROWS_MOST, n_inputs) on the inputs themselves */
    double constant[ROWS_MOST], loss[ROWS_MOST];
    size_t *used; /* (widest) */
    const struct vector_loops *loops;
    const bool *silent; /* (n_places) or NULL */
};

static double size_of(struct interval v) { return fmax(fabs(v.low), fabs(v.high)); }

struct interval sum_range(const struct work *w, size_t place)
{
    return (struct interval){w->sum_low[place], w->sum_high[place]};
}

double sum_error(const struct work *w, size_t place) { return w->error[place]; }

struct interval value_range(const struct work *w, size_t place)
{
    return (struct interval){w->value_low[place], w->value_high[place]};
}

struct work *work_new(struct arena *arena, const struct net *net, const struct bounds *domain)
{
    struct work *w = arena_alloc(arena, 1, sizeof(*w));
    w->net = net;
    w->domain = domain;
    w->gamma = (double)(net->terms + 16) * 0x1p-52;
    w->low = arena_alloc(arena, net->n_inputs, sizeof(*w->low));
    w->high = arena_alloc(arena, net->n_inputs, sizeof(*w->high));
    double **const arrays[] = {&w->sum_low,     &w->sum_high,   &w->value_low,   &w->value_high,
                               &w->lower_slope, &w->lower_zero, &w->upper_slope, &w->upper_zero,
                               &w->error,       &w->rounded,    &w->size};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++)
        *arrays[i] = arena_alloc(arena, net->n_places, sizeof(double));
    w->loops = vector_choose();
    w->coefficients = arena_alloc(arena, ROWS_MOST * net->n_places, sizeof(double));
    w->direct = arena_alloc(arena, ROWS_MOST * net->n_inputs, sizeof(double));
    w->used = arena_alloc(arena, net->widest + 1, sizeof(*w->used));
    w->layers = arena_alloc(arena, net->n_layers, sizeof(*w->layers));
    for (size_t i = 0; i < net->n_layers; i++) {
        const struct net_layer *l = &net->layers[i];
        w->layers[i] = (struct layer_work){l, l->weights, l->columns, l->bias, true, false};
        if (l->radial)
            w->layers[i] =
                (struct layer_work){l,
                                    arena_alloc(arena, l->stride * l->n_in, sizeof(double)),
                                    arena_alloc(arena, l->stride * l->n_in, sizeof(double)),
                                    arena_alloc(arena, l->stride, sizeof(double)),
                                    true,
                                    false};
    }
    return w;
}

/* The layer that has a place, or n_layers: an input. */
static size_t layer_at(const struct net *net, size_t place)
{
    for (size_t i = 0; i < net->n_layers; i++)
        if (place >= net->layers[i].first && place < net->layers[i].first + net->layers[i].n_out)
            return i;
    return net->n_layers;
}

void work_need(struct work *w, const bool *outputs)
{
    const struct net *net = w->net;
    for (size_t i = 0; i < net->n_layers; i++)
        w->layers[i].needed = false;
    for (size_t i = 0; i < net->n_outputs; i++) {
        size_t layer = layer_at(net, net->outputs[i].place);
        if (outputs[i] && layer < net->n_layers)
            w->layers[layer].needed = true;
    }
    for (size_t i = net->n_layers; i-- > 0;)
        for (size_t s = 0; w->layers[i].needed && s < net->layers[i].n_sources; s++) {
            size_t layer = layer_at(net, net->layers[i].sources[s].first);
            if (layer < net->n_layers)
                w->layers[layer].needed = true;
        }
}

void work_silence(struct work *w, const bool *silent) { w->silent = silent; }

/* --- inputs --------------------------------------------------------------------------------- */

/* z = (x - mean) * factor + r. The ends are rounded as the code rounds them, which is monotone. */
static void input_bound(struct work *w, size_t i)
{
    const struct net_input *in = &w->net->inputs[i];
    double low = (double)(float)(w->low[i] - in->mean),
           high = (double)(float)(w->high[i] - in->mean);
    double size = fmax(fabs(low), fabs(high)), error = 0.0;
    if (in->mean != 0.0)
        error += UNIT * size;
    if (low < in->flush && high > -in->flush) {
        error += in->flush;
        low = fmin(low, 0.0);
        high = fmax(high, 0.0);
    }
    struct interval z = {(double)(float)(low * in->factor), (double)(float)(high * in->factor)};
    error *= fabs(in->factor);
    if (in->factor != 1.0)
        error += UNIT * size_of(z) + TINY;
    w->value_low[i] = z.low;
    w->value_high[i] = z.high;
    w->error[i] =
        error * (1.0 + 0x1p-20) +
        w->gamma * fabs(in->factor) * (fabs(in->mean) + fmax(fabs(w->low[i]), fabs(w->high[i])));
}

/* --- rows ----------------------------------------------------------------------------------- */

/* A radial layer on a box: with d = v - p from a to b, d^2 lies within (b - a)^2 / 8 of the line
   (a + b) d - (a^2 + 6 a b + b^2) / 8. So the layer is a dense one with weights for the box.
   Returns what the lines and the roundings of the squares leave open. */
static double radial_row(const struct work *w, const struct layer_work *lw, size_t k)
{
    const struct net_layer *l = lw->layer;
    double open = 0.0, bias = 0.0, sum = 0.0;
    for (size_t s = 0; s < l->n_sources; s++)
        for (size_t j = 0; j < l->sources[s].width; j++) {
            size_t column = k * l->n_in + l->sources[s].column + j;
            struct interval v = value_range(w, l->sources[s].first + j);
            double p = l->weights[column], a = v.low - p, b = v.high - p;
            double size = fmax(fabs(a), fabs(b)), square = size * size;
            lw->weights[column] = -(a + b);
            lw->columns[(l->sources[s].column + j) * l->stride + k] = -(a + b);
            bias += (a + b) * p + 0.125 * (a * a + 6.0 * a * b + b * b);
            sum += square;
            /* the difference, the square, the sum; and this computation's own errors */
            open += 0.125 * (b - a) * (b - a) + UNIT * (3.0 * square + sum) + 4.0 * TINY;
            open += w->gamma * (8.0 * square + 2.0 * size * fabs(p));
        }
    lw->bias[k] = bias;
    return open * (1.0 + 0x1p-10);
}

/* Intervals of all sums of a layer, and E: half an ulp of every product and partial sum. */
static void rows_interval(struct work *w, struct layer_work *lw)
{
    const struct net_layer *l = lw->layer;
    double *low = w->sum_low + l->first, *high = w->sum_high + l->first;
    double *rounded = w->rounded + l->first, *size = w->size + l->first;
    for (size_t k = 0; k < l->n_out; k++) {
        w->error[l->first + k] = l->radial ? radial_row(w, lw, k) : 0.0;
        low[k] = high[k] = lw->bias[k];
        size[k] = fabs(lw->bias[k]);
        rounded[k] = 0.0;
    }
    for (size_t s = 0; s < l->n_sources; s++)
        w->loops->intervals_add(&(struct interval_sums){
            lw->columns + l->sources[s].column * l->stride, l->stride, l->sources[s].width,
            l->stride, w->value_low + l->sources[s].first, w->value_high + l->sources[s].first, low,
            high, rounded, size});
    for (size_t k = 0; k < l->n_out; k++) {
        double *error = &w->error[l->first + k];
        if (!l->radial)
            *error = UNIT * rounded[k] * (1.0 + 0x1p-10) + (double)l->n_in * 2.0 * TINY;
        *error += w->gamma * size[k];
        low[k] -= *error;
        high[k] += *error;
    }
}

/* --- backward substitution ------------------------------------------------------------------ */

/* The rows of coefficients for the expressions at hand; their number is a multiple of VECTOR_ROWS.
 */
static void rows_clear(struct work *w, size_t n)
{
    memset(w->coefficients, 0, n * w->net->n_places * sizeof(double));
    memset(w->direct, 0, n * w->net->n_inputs * sizeof(double));
    for (size_t r = 0; r < n; r++)
        w->constant[r] = w->loss[r] = 0.0;
    for (size_t i = 0; i < w->net->n_layers; i++)
        w->layers[i].live = false;
}

/* From values to sums: coefficient times value is at least coefficient times one of its lines. Then
   from sums to what the layer reads. */
static void layer_substitute(struct work *w, const struct layer_work *lw, size_t n)
{
    const struct net_layer *l = lw->layer;
    const size_t stride = w->net->n_places, first = l->first;
    w->loops->lines_substitute(&(struct substitution){
        w->coefficients + first, stride, n, l->stride, w->lower_slope + first,
        w->lower_zero + first, w->upper_slope + first, w->upper_zero + first, lw->bias,
        w->error + first, w->constant, w->loss, w->gamma});
    size_t n_used = 0;
    for (size_t j = 0; j < l->n_out; j++)
        if (w->lower_slope[first + j] != 0.0 || w->upper_slope[first + j] != 0.0)
            w->used[n_used++] = j;
    for (size_t s = 0; s < l->n_sources; s++) {
        const struct net_source *source = &l->sources[s];
        w->loops->product_add(&(struct product){
            w->coefficients + source->first, w->coefficients + first, lw->weights + source->column,
            stride, stride, l->n_in, n, lanes_up(source->width), w->used, n_used});
    }
}

static void sources_mark(struct work *w, const struct net_layer *l)
{
    for (size_t s = 0; s < l->n_sources; s++) {
        size_t layer = layer_at(w->net, l->sources[s].first);
        if (layer < w->net->n_layers)
            w->layers[layer].live = true;
    }
}

/* At the inputs: from standardised to given ones, then to an end of the box. */
static double row_close(struct work *w, size_t r, double *gradient)
{
    const struct net *net = w->net;
    double sum = w->constant[r], loss = w->loss[r], size = fabs(sum);
    for (size_t i = 0; i < net->n_inputs; i++) {
        const struct net_input *in = &net->inputs[i];
        double a = w->coefficients[r * net->n_places + i];
        double slope = a * in->factor + w->direct[r * net->n_inputs + i];
        double end = slope >= 0.0 ? w->low[i] : w->high[i];
        double moved = a * in->factor * in->mean, x = fmax(fabs(w->low[i]), fabs(w->high[i]));
        sum += slope * end - moved;
        size += fabs(moved) + (fabs(a * in->factor) + fabs(w->direct[r * net->n_inputs + i])) * x;
        loss += fabs(a) * w->error[i];
        if (gradient != NULL)
            gradient[i] = slope;
    }
    return sum - (loss + w->gamma * size) * (1.0 + 0x1p-20) - UNDERFLOW;
}

/* The expressions at hand are over values of layers in front of `end` and over inputs. */
static void rows_substitute(struct work *w, size_t n, size_t end)
{
    for (size_t i = end; i-- > 0;) {
        struct layer_work *lw = &w->layers[i];
        if (!lw->live)
            continue;
        layer_substitute(w, lw, n);
        sources_mark(w, lw->layer);
    }
}

/* --- layers --------------------------------------------------------------------------------- */

/* Row r becomes sign * (the sum of a neuron). */
static void neuron_row(struct work *w, const struct layer_work *lw, size_t k, size_t r, double sign)
{
    const struct net_layer *l = lw->layer;
    for (size_t s = 0; s < l->n_sources; s++)
        for (size_t j = 0; j < l->sources[s].width; j++)
            w->coefficients[r * w->net->n_places + l->sources[s].first + j] =
                sign * lw->weights[k * l->n_in + l->sources[s].column + j];
    w->constant[r] = sign * lw->bias[k];
    w->loss[r] = w->error[l->first + k];
}

static size_t rows_up(size_t n) { return (n + VECTOR_ROWS - 1) / VECTOR_ROWS * VECTOR_ROWS; }

/* Better bounds for some neurons of a layer: numbers k[0..n). */
static void neurons_tighten(struct work *w, size_t layer, const size_t *k, size_t n)
{
    const struct layer_work *lw = &w->layers[layer];
    rows_clear(w, rows_up(2 * n));
    for (size_t i = 0; i < n; i++) {
        neuron_row(w, lw, k[i], 2 * i, 1.0);
        neuron_row(w, lw, k[i], 2 * i + 1, -1.0);
    }
    sources_mark(w, lw->layer);
    rows_substitute(w, rows_up(2 * n), layer);
    for (size_t i = 0; i < n; i++) {
        size_t place = lw->layer->first + k[i];
        w->sum_low[place] = fmax(w->sum_low[place], row_close(w, 2 * i, NULL));
        w->sum_high[place] = fmin(w->sum_high[place], -row_close(w, 2 * i + 1, NULL));
    }
}

/* A relu whose sign is settled needs nothing better than its interval. */
static bool is_settled(enum activation activation, struct interval sum)
{
    if (activation == ACT_RELU)
        return sum.low >= 0.0 || sum.high <= 0.0;
    return activation == ACT_IDENTITY;
}

static void layer_tighten(struct work *w, size_t layer)
{
    const struct net_layer *l = w->layers[layer].layer;
    size_t chosen[ROWS_MOST / 2], n = 0;
    bool first = true;
    for (size_t s = 0; s < l->n_sources; s++)
        first = first && l->sources[s].first == 0;
    if (first && l->n_sources == 1 && !l->radial)
        return; /* an interval of a row of inputs is exact */
    for (size_t k = 0; k < l->n_out; k++) {
        if (!is_settled(l->activation, sum_range(w, l->first + k)))
            chosen[n++] = k;
        if (n == ROWS_MOST / 2 || (k + 1 == l->n_out && n > 0)) {
            neurons_tighten(w, layer, chosen, n);
            n = 0;
        }
    }
}

static struct lines relu_lines(struct interval s)
{
    if (s.low >= 0.0)
        return (struct lines){{1.0, 0.0}, {1.0, 0.0}};
    if (s.high <= 0.0)
        return (struct lines){{0.0, 0.0}, {0.0, 0.0}};
    double slope = s.high / (s.high - s.low);
    double at_zero = fmax(-slope * s.low, s.high - slope * s.high) + 0x1p-50 * (s.high - s.low);
    return (struct lines){{s.high > -s.low ? 1.0 : 0.0, 0.0}, {slope, at_zero}};
}

static void value_bound(struct work *w, const struct net_layer *l, size_t k)
{
    const size_t place = l->first + k;
    struct interval sum = sum_range(w, place), value = sum;
    struct lines lines = {{1.0, 0.0}, {1.0, 0.0}};
    if (l->activation == ACT_RELU) {
        lines = relu_lines(sum);
        value = (struct interval){fmax(sum.low, 0.0), fmax(sum.high, 0.0)};
    } else if (l->activation != ACT_IDENTITY) {
        lines = relax_lines(w->net->program, l->spec, sum);
        value = relax_values(w->net->program, l->spec, sum);
    }
    if (w->silent != NULL && w->silent[place]) {
        lines = (struct lines){{0.0, 0.0}, {0.0, 0.0}};
        value = (struct interval){0.0, 0.0};
    }
    w->lower_slope[place] = lines.lower.slope;
    w->lower_zero[place] = lines.lower.at_zero;
    w->upper_slope[place] = lines.upper.slope;
    w->upper_zero[place] = lines.upper.at_zero;
    w->value_low[place] = value.low;
    w->value_high[place] = value.high;
}

void box_bound(struct work *w, const double *low, const double *high)
{
    for (size_t i = 0; i < w->net->n_inputs; i++) {
        w->low[i] = low[i];
        w->high[i] = high[i];
        input_bound(w, i);
    }
    for (size_t i = 0; i < w->net->n_layers; i++) {
        const struct net_layer *l = w->layers[i].layer;
        if (!w->layers[i].needed)
            continue;
        rows_interval(w, &w->layers[i]);
        layer_tighten(w, i);
        for (size_t k = 0; k < l->n_out; k++)
            value_bound(w, l, k);
    }
}

/* --- results -------------------------------------------------------------------------------- */

/* The ends as the code rounds them. Rounding is monotone; that of double goes outwards first. */
static struct interval rounded(double low, double high)
{
    return (struct interval){(double)(float)nextafter(low, -INFINITY),
                             (double)(float)nextafter(high, INFINITY)};
}

/* y = scale * v + offset. */
struct interval output_range(const struct work *w, size_t output)
{
    const struct net_output *o = &w->net->outputs[output];
    struct interval y = value_range(w, o->place);
    double a = o->scale * y.low, b = o->scale * y.high;
    if (o->scale != 1.0)
        y = rounded(fmin(a, b), fmax(a, b));
    if (o->offset != 0.0)
        y = rounded(y.low + o->offset, y.high + o->offset);
    return y;
}

/* How far y can be from scale * v + offset, and the allowance for this file. */
static double output_error(const struct work *w, const struct net_output *o)
{
    struct interval v = value_range(w, o->place);
    double product = fabs(o->scale) * size_of(v), error = 0.0;
    if (o->scale != 1.0)
        error += UNIT * product + TINY;
    if (o->offset != 0.0)
        error += UNIT * (product + fabs(o->offset)) + TINY;
    return error * (1.0 + 0x1p-10) + w->gamma * (product + fabs(o->offset));
}

static void row_open(struct work *w, const struct row *row, size_t r)
{
    const struct net *net = w->net;
    w->constant[r] = -row->constant.high;
    for (size_t i = 0; i < net->n_inputs; i++)
        w->direct[r * net->n_inputs + i] = row->inputs[i];
    for (size_t i = 0; i < net->n_outputs; i++) {
        const struct net_output *o = &net->outputs[i];
        if (row->outputs[i] == 0.0)
            continue;
        w->coefficients[r * net->n_places + o->place] += row->outputs[i] * o->scale;
        w->constant[r] += row->outputs[i] * o->offset;
        w->loss[r] += fabs(row->outputs[i]) * output_error(w, o);
        size_t layer = layer_at(net, o->place);
        if (layer < net->n_layers)
            w->layers[layer].live = true;
    }
    w->loss[r] += w->gamma * fabs(row->constant.high);
}

/* An expression over one output alone is bounded by its range as well. */
static double row_by_range(const struct work *w, const struct row *row)
{
    size_t output = w->net->n_outputs;
    for (size_t i = 0; i < w->net->n_inputs; i++)
        if (row->inputs[i] != 0.0)
            return -INFINITY;
    for (size_t i = 0; i < w->net->n_outputs; i++) {
        if (row->outputs[i] != 0.0 && output < w->net->n_outputs)
            return -INFINITY;
        if (row->outputs[i] != 0.0)
            output = i;
    }
    if (output == w->net->n_outputs)
        return -INFINITY;
    struct interval y = output_range(w, output);
    double c = row->outputs[output], least = c * (c > 0.0 ? y.low : y.high);
    if (fabs(c) == 1.0) /* nothing is rounded but the difference, whose sign is exact */
        return least - row->constant.high;
    return least - row->constant.high - 0x1p-50 * (fabs(least) + fabs(row->constant.high)) -
           UNDERFLOW;
}

void rows_bound(struct work *w, const struct row *rows, size_t n, double *least, double *gradient)
{
    if (n > ROWS_MOST)
        fail("internal error: %zu rows at once", n);
    rows_clear(w, rows_up(n));
    for (size_t r = 0; r < n; r++)
        row_open(w, &rows[r], r);
    rows_substitute(w, rows_up(n), w->net->n_layers);
    for (size_t r = 0; r < n; r++) {
        double *g = gradient == NULL ? NULL : gradient + r * w->net->n_inputs;
        least[r] = fmax(row_close(w, r, g), row_by_range(w, &rows[r]));
    }
}
