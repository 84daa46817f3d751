/* See relax.h. A slope may be any number: the line is moved until it bounds the function. How far
   it must move is the least (or largest) value of g(s) = f(s) - slope * s on the interval. g takes
   that value at an end of the interval, at a kink of f, or where f'(s) = slope. relax_points lists
   all of these. So a line is sound whatever the choice of its slope, and slopes are chosen by what
   is tight. */
#include "prove/bounds/relax.h"

#include "program/bounds.h"

#include <math.h>
#include <stdbool.h>

/* Where silu's derivative turns: it falls up to -SILU_TURN, grows up to SILU_TURN, falls again. */
#define SILU_TURN 2.3993572805154676

static double sigmoid(double s) { return 1.0 / (1.0 + exp(-s)); }

static double silu_slope_at(double s)
{
    double y = sigmoid(s);
    return y * (1.0 + s * (1.0 - y));
}

static double derivative(enum activation activation, const float *p, double s)
{
    switch (activation) {
    case ACT_IDENTITY: return 1.0;
    case ACT_RELU: return s > 0.0 ? 1.0 : 0.0;
    case ACT_LEAKY_RELU: return s > 0.0 ? 1.0 : (double)p[0];
    case ACT_TANH: return 1.0 / (cosh(s) * cosh(s));
    case ACT_SIGMOID: return sigmoid(s) * sigmoid(-s);
    case ACT_SOFTPLUS: return sigmoid(s);
    case ACT_EXP: return exp(s);
    case ACT_SQUARE: return 2.0 * s;
    case ACT_ELU: return s > 0.0 ? 1.0 : (double)p[0] * exp(s);
    case ACT_SILU: return silu_slope_at(s);
    case ACT_CLIP: return s > (double)p[0] && s < (double)p[1] ? 1.0 : 0.0;
    case ACT_COUNT: break;
    }
    return 0.0;
}

/* --- how far a line must move --------------------------------------------------------------- */

enum { POINTS_MOST = 3 };

/* Where silu's derivative is `slope` on a stretch on which it only grows or only falls. */
static size_t silu_crossing(double low, double high, double slope, double *point)
{
    bool grows = silu_slope_at(high) > silu_slope_at(low);
    double from = silu_slope_at(low) - slope, to = silu_slope_at(high) - slope;
    if (!(low < high) || (from > 0.0) == (to > 0.0))
        return 0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if ((silu_slope_at(middle) < slope) == grows)
            low = middle;
        else
            high = middle;
    }
    *point = 0.5 * (low + high);
    return 1;
}

static size_t silu_points(struct interval v, double slope, double points[POINTS_MOST])
{
    const double ends[] = {v.low, fmin(fmax(v.low, -SILU_TURN), v.high),
                           fmax(fmin(v.high, SILU_TURN), v.low), v.high};
    size_t n = 0;
    for (size_t i = 0; i < 3; i++)
        n += silu_crossing(ends[i], ends[i + 1], slope, &points[n]);
    return n;
}

/* Kinks, and places where f' = slope; those outside of the interval do no harm. */
static size_t relax_points(enum activation activation, const float *p, struct interval v,
                           double slope, double points[POINTS_MOST])
{
    switch (activation) {
    case ACT_IDENTITY: return 0;
    case ACT_RELU:
    case ACT_LEAKY_RELU: points[0] = 0.0; return 1;
    case ACT_CLIP:
        points[0] = (double)p[0];
        points[1] = (double)p[1];
        return 2;
    case ACT_TANH: /* 1 / cosh(s)^2 = slope */
        points[0] = slope > 0.0 && slope <= 1.0 ? acosh(1.0 / sqrt(slope)) : 0.0;
        points[1] = -points[0];
        return 2;
    case ACT_SIGMOID: /* 1 / (2 cosh(s / 2))^2 = slope */
        points[0] = slope > 0.0 && slope <= 0.25 ? 2.0 * acosh(0.5 / sqrt(slope)) : 0.0;
        points[1] = -points[0];
        return 2;
    case ACT_SOFTPLUS: /* sigmoid(s) = slope */
        points[0] = slope > 0.0 && slope < 1.0 ? log(slope) - log1p(-slope) : 0.0;
        return 1;
    case ACT_EXP: points[0] = slope > 0.0 ? log(slope) : 0.0; return 1;
    case ACT_SQUARE: points[0] = 0.5 * slope; return 1;
    case ACT_ELU: /* below 0, alpha exp(s) = slope */
        points[0] = slope > 0.0 ? log(slope / (double)p[0]) : 0.0;
        points[1] = 0.0;
        return 2;
    case ACT_SILU: return silu_points(v, slope, points);
    case ACT_COUNT: break;
    }
    return 0;
}

/* Places are found within a few ulp, or g is flat there: what that and libm leave out is less than
   2^-40 of the largest number involved. */
struct interval relax_gap(enum activation activation, const float *p, struct interval v,
                          double slope)
{
    const struct activation_row *row = activation_row(activation);
    double points[POINTS_MOST + 2] = {v.low, v.high}, size = 0.0;
    size_t n = 2 + relax_points(activation, p, v, slope, points + 2);
    struct interval gap = {INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        double s = fmin(fmax(points[i], v.low), v.high);
        double f = row->exact(s, p), move = f - slope * s;
        gap.low = fmin(gap.low, move);
        gap.high = fmax(gap.high, move);
        size = fmax(size, fabs(f) + fabs(slope * s));
    }
    gap.low -= 0x1p-40 * size;
    gap.high += 0x1p-40 * size;
    return gap;
}

/* --- which slopes are tight ----------------------------------------------------------------- */

struct slopes {
    double lower, upper;
};

/* f(s) less the line from (from, f(from)) with the slope of f at s: where it is 0 the tangent at s
   meets f at `from`. tanh and sigmoid. */
static double tangent_from(enum activation activation, const float *p, double from, double to)
{
    const struct activation_row *row = activation_row(activation);
    double low = 0.0, high = to, start = row->exact(from, p);
    for (int i = 0; i < 24; i++) {
        double t = 0.5 * (low + high);
        double chord = (row->exact(t, p) - start) / (t - from);
        if (derivative(activation, p, t) > chord)
            low = t;
        else
            high = t;
    }
    return derivative(activation, p, high);
}

/* Convex below 0, concave above. */
static struct slopes s_shaped(enum activation activation, const float *p, struct interval v,
                              double chord)
{
    double middle = derivative(activation, p, 0.5 * (v.low + v.high));
    if (v.low >= 0.0)
        return (struct slopes){chord, middle};
    if (v.high <= 0.0)
        return (struct slopes){middle, chord};
    bool upper_is_chord = derivative(activation, p, v.high) >= chord;
    bool lower_is_chord = derivative(activation, p, v.low) >= chord;
    return (struct slopes){lower_is_chord ? chord : tangent_from(activation, p, v.high, v.low),
                           upper_is_chord ? chord : tangent_from(activation, p, v.low, v.high)};
}

/* Flat outside of its parameters. */
static struct slopes clip_slopes(struct interval v, const float *p, double chord)
{
    double low = (double)p[0], high = (double)p[1];
    bool cut_low = v.low<low, cut_high = v.high> high;
    if (cut_low && cut_high)
        return (struct slopes){(high - low) / (v.high - low), (high - low) / (high - v.low)};
    if (cut_low)
        return (struct slopes){v.high - low > low - v.low ? 1.0 : 0.0, chord};
    return (struct slopes){chord, high - v.low > v.high - high ? 1.0 : 0.0};
}

static struct slopes slopes_choose(enum activation activation, const float *p, struct interval v)
{
    const struct activation_row *row = activation_row(activation);
    double middle = derivative(activation, p, 0.5 * (v.low + v.high));
    double width = v.high - v.low;
    bool mixed = v.low < 0.0 && v.high > 0.0;
    if (!(width > 0x1p-20 * (1.0 + fabs(v.low) + fabs(v.high))))
        return (struct slopes){middle, middle};
    double chord = (row->exact(v.high, p) - row->exact(v.low, p)) / width;
    switch (activation) {
    case ACT_RELU:
    case ACT_LEAKY_RELU:
        return mixed ? (struct slopes){derivative(activation, p, v.low + v.high), chord}
                     : (struct slopes){middle, middle};
    case ACT_CLIP: return clip_slopes(v, p, chord);
    case ACT_TANH:
    case ACT_SIGMOID: return s_shaped(activation, p, v, chord);
    case ACT_SOFTPLUS:
    case ACT_EXP:
    case ACT_SQUARE: return (struct slopes){middle, chord};
    case ACT_ELU: return (struct slopes){mixed && p[0] > 1.0F ? chord : middle, chord};
    case ACT_SILU:
        return (struct slopes){v.low > -SILU_TURN && v.high < SILU_TURN ? middle : chord, chord};
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return (struct slopes){1.0, 1.0};
}

/* Errors in ulp are those of the largest result: that of a smaller one is not larger. */
static double kernel_error(const struct program *program, const struct spec_layer *layer,
                           struct interval sums)
{
    struct interval exact = relax_gap(layer->activation, layer->parameters, sums, 0.0);
    return bounds_kernel_error(program, layer->activation, fmax(fabs(exact.low), fabs(exact.high)));
}

struct lines relax_lines(const struct program *program, const struct spec_layer *layer,
                         struct interval sums)
{
    enum activation activation = layer->activation;
    struct slopes slopes = slopes_choose(activation, layer->parameters, sums);
    double error = kernel_error(program, layer, sums);
    struct interval below = relax_gap(activation, layer->parameters, sums, slopes.lower);
    struct interval above = relax_gap(activation, layer->parameters, sums, slopes.upper);
    return (struct lines){{slopes.lower, below.low - error}, {slopes.upper, above.high + error}};
}

struct interval relax_values(const struct program *program, const struct spec_layer *layer,
                             struct interval sums)
{
    const struct kernel_error *e = &activation_kernel(layer->activation, program->accuracy)->error;
    struct interval exact = relax_gap(layer->activation, layer->parameters, sums, 0.0);
    double error = kernel_error(program, layer, sums);
    return (struct interval){fmax(exact.low - error, e->low), fmin(exact.high + error, e->high)};
}

/* --- derivatives ---------------------------------------------------------------------------- */

struct interval relax_derivative(enum activation activation, const float *p, struct interval v)
{
    double a = derivative(activation, p, v.low), b = derivative(activation, p, v.high);
    struct interval d = {fmin(a, b), fmax(a, b)};
    bool mixed = v.low <= 0.0 && v.high >= 0.0;
    if (mixed && (activation == ACT_TANH || activation == ACT_SIGMOID))
        d.high = derivative(activation, p, 0.0);
    if (mixed && activation == ACT_RELU)
        d = (struct interval){0.0, 1.0};
    if (mixed && activation == ACT_LEAKY_RELU)
        d = (struct interval){(double)p[0], 1.0};
    if (mixed && activation == ACT_ELU)
        d = (struct interval){fmin(fmin(d.low, (double)p[0]), 1.0),
                              fmax(fmax(d.high, (double)p[0]), 1.0)};
    if (activation == ACT_CLIP)
        d = (struct interval){v.low <= (double)p[0] || v.high >= (double)p[1] ? 0.0 : 1.0,
                              v.high < (double)p[0] || v.low > (double)p[1] ? 0.0 : 1.0};
    if (activation == ACT_SILU && v.low <= -SILU_TURN && v.high >= -SILU_TURN)
        d.low = silu_slope_at(-SILU_TURN);
    if (activation == ACT_SILU && v.low <= SILU_TURN && v.high >= SILU_TURN)
        d.high = silu_slope_at(SILU_TURN);
    double slack = 0x1p-40 * fmax(fabs(d.low), fabs(d.high));
    return (struct interval){d.low - slack, d.high + slack};
}
