/* Guaranteed ranges: interval arithmetic over the program, for every input bit pattern,
   because inputs are clamped to their domain first. Sums are bounded in double and widened
   by what float rounding can add, so that a bound holds for the computed value, not only for
   the exact one. A program that could overflow is refused here: this is what makes "all
   outputs are finite" true. */
#include "program.h"

#include "fail.h"

#include <math.h>
#include <stdbool.h>

static const struct interval nothing = {0.0, 0.0};

static double magnitude(struct interval v) { return fmax(fabs(v.low), fabs(v.high)); }

static struct interval widen(struct interval v, double by)
{
    return (struct interval){v.low - by, v.high + by};
}

static struct interval plus(struct interval a, struct interval b)
{
    return (struct interval){a.low + b.low, a.high + b.high};
}

static struct interval times(struct interval v, double factor)
{
    double a = v.low * factor, b = v.high * factor;
    return (struct interval){fmin(a, b), fmax(a, b)};
}

/* One rounding of the number type (and the double's own, far smaller). */
static struct interval rounded(const struct number_type *type, struct interval v)
{
    return widen(v, 2.0 * type->unit_roundoff * magnitude(v) + type->smallest);
}

/* The activation itself, not its kernel. */
static double activation_exact(const struct spec_layer *layer, double x)
{
    switch (layer->activation) {
    case ACT_RELU: return fmax(x, 0.0);
    case ACT_LEAKY_RELU: return x < 0.0 ? (double)layer->slope * x : x;
    case ACT_TANH: return tanh(x);
    case ACT_SIGMOID: return 1.0 / (1.0 + exp(-x));
    case ACT_SOFTPLUS: return fmax(x, 0.0) + log1p(exp(-fabs(x)));
    case ACT_EXP: return exp(x);
    case ACT_SQUARE: return x * x;
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return x;
}

/* What an activation cannot leave, whatever its argument; the kernels keep to it. That exp
   saturates is no range: a spec that could get there is refused. */
static struct interval activation_range(enum activation activation)
{
    switch (activation) {
    case ACT_TANH: return (struct interval){-1.0, 1.0};
    case ACT_SIGMOID: return (struct interval){0.0, 1.0};
    case ACT_EXP:
    case ACT_SQUARE:
    case ACT_RELU:
    case ACT_SOFTPLUS: return (struct interval){0.0, INFINITY};
    case ACT_LEAKY_RELU:
    case ACT_IDENTITY:
    case ACT_COUNT: break;
    }
    return (struct interval){-INFINITY, INFINITY};
}

static struct interval squared(struct interval v)
{
    double a = v.low * v.low, b = v.high * v.high;
    bool has_zero = v.low <= 0.0 && v.high >= 0.0;
    return (struct interval){has_zero ? 0.0 : fmin(a, b), fmax(a, b)};
}

/* Every activation but square grows with its argument, so the ends of an interval map to ends. The
   kernels are within 5 ulp of the exact function, and sigmoid stays above the smallest normal
   number: 16 unit roundoffs and twice that number cover it. */
static struct interval activated(const struct program *program, const struct spec_layer *layer,
                                 struct interval v)
{
    const struct number_type *type = program->type;
    struct interval range = activation_range(layer->activation);
    struct interval r = {activation_exact(layer, v.low), activation_exact(layer, v.high)};
    if (layer->activation == ACT_SQUARE)
        r = squared(v);
    r.high = fmin(r.high, range.high);
    r = widen(r, 16.0 * type->unit_roundoff * magnitude(r) + 2.0 * type->smallest);
    return (struct interval){fmax(r.low, range.low), fmin(r.high, range.high)};
}

static void overflow_refuse(const struct program *program, const struct buffer *buffer,
                            size_t index, struct interval v)
{
    const struct spec *spec = program->spec;
    double limit = program->type->largest;
    if (v.low >= -limit && v.high <= limit)
        return;
    switch (buffer->kind) {
    case BUFFER_INPUTS:
        fail_at(spec->file, spec->inputs[index].line,
                "input \"%s\", standardised, can reach %.9g, expected at most %.9g in magnitude",
                spec->inputs[index].name, magnitude(v), limit);
    case BUFFER_LAYER:
        fail_at(
            spec->file, buffer->layer->line,
            "layer \"%s\": neuron %zu, counted from 0, can reach %.9g for inputs in the domain, "
            "expected at most %.9g in magnitude",
            buffer->name, index, magnitude(v), limit);
    case BUFFER_MEAN:
    case BUFFER_SIGMA:
    case BUFFER_ETA:
        fail_at(spec->file, buffer->kind == BUFFER_MEAN ? spec->mean.line : spec->sigma.line,
                "output %zu of \"%s\", counted from 0, can reach %.9g, expected at most %.9g in "
                "magnitude",
                index, buffer->kind == BUFFER_MEAN ? "mean" : "sigma", magnitude(v), limit);
    }
}

/* The sum of a lane so far. `reach` bounds every partial sum, whatever cancels later: it is
   what rounding errors are relative to. */
struct lane {
    struct interval sum;
    double reach;
    size_t terms;
};

static void lane_add(struct lane *lane, double weight, struct interval source)
{
    struct interval term = times(source, weight);
    lane->sum = plus(lane->sum, term);
    lane->reach += magnitude(term);
    lane->terms++;
}

/* gap and square are rounded, each relative to the square: 4 unit roundoffs cover both. */
static void lane_gap(const struct number_type *type, struct lane *lane, struct interval source,
                     double point)
{
    struct interval term = squared((struct interval){source.low - point, source.high - point});
    term = widen(term, 4.0 * type->unit_roundoff * term.high + type->smallest);
    lane->sum = plus(lane->sum, times(term, -1.0));
    lane->reach += term.high;
    lane->terms++;
}

static struct interval lane_bounds(const struct number_type *type, const struct lane *lane)
{
    double roundings = 2.0 * (double)lane->terms + 2.0;
    double error = 2.0 * roundings * type->unit_roundoff * lane->reach;
    /* Partial sums must not overflow either, even if the whole would not. */
    struct interval v = widen(lane->sum, error + roundings * type->smallest);
    double reach = lane->reach * (1.0 + 2.0 * roundings * type->unit_roundoff);
    if (reach > type->largest)
        v.high = reach;
    return v;
}

static void op_bound(const struct program *program, const struct op *op, struct lane *lanes,
                     struct bounds *bounds)
{
    const struct buffer *buffer = &program->buffers[op->buffer];
    struct interval *v = &bounds->values[buffer->offset + op->index];
    const struct interval *source = &bounds->values[program->buffers[op->source].offset + op->from];
    struct lane *lane = &lanes[op->lane];
    struct interval constant = {op->value, op->value};
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: {
        const struct domain *d = &program->domains[op->index];
        *v = (struct interval){d->low, d->high};
        break;
    }
    case OP_SUBTRACT: *v = rounded(program->type, plus(*v, times(constant, -1.0))); break;
    case OP_ADD: *v = rounded(program->type, plus(*v, constant)); break;
    case OP_MULTIPLY: *v = rounded(program->type, times(*v, op->value)); break;
    case OP_FLUSH: *v = widen(*v, op->value); break;
    case OP_BIAS: *lane = (struct lane){constant, fabs(op->value), 0}; break;
    case OP_TERM: lane_add(lane, op->value, *source); break;
    case OP_GAP: lane_gap(program->type, lane, *source, op->value); break;
    case OP_STORE:
        *v = lane_bounds(program->type, lane);
        bounds->sums[buffer->offset + op->index] = *v;
        break;
    case OP_ACTIVATE:
        for (size_t i = 0; i < op->count; i++) {
            v[i] = activated(program, buffer->layer, v[i]);
            overflow_refuse(program, buffer, op->index + i, v[i]);
        }
        return;
    case OP_COPY: *v = *source; break;
    case OP_DOUBT: v->high = 1.0; break;
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: return;
    }
    if (op->kind != OP_BIAS && op->kind != OP_TERM && op->kind != OP_GAP)
        overflow_refuse(program, buffer, op->index, *v);
}

struct bounds bounds_of(struct arena *arena, const struct program *program)
{
    struct lane lanes[BLOCK_LANES] = {{nothing, 0.0, 0}};
    struct bounds bounds = {
        .sums = arena_alloc(arena, program->n_values, sizeof(*bounds.sums)),
        .values = arena_alloc(arena, program->n_values, sizeof(*bounds.values)),
    };
    for (size_t i = 0; i < program->n_ops; i++)
        op_bound(program, &program->ops[i], lanes, &bounds);
    return bounds;
}
