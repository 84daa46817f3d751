/* What every value of a program can be, and how far it can be from exact arithmetic.

   Ranges: rounding is monotone, so the program's own operation on the ends of its arguments'
   ranges, rounded like the program rounds, gives the ends of the result's range: no outward
   rounding is needed, and none is lost. Kernels are not monotone to the last bit: theirs are
   widened by their error (activation.h), as is what libm adds. A program that could overflow
   is refused here: this is what makes "all outputs are finite" true.

   Errors: `error` bounds |computed - exact|, exact being the spec's numbers in real arithmetic
   for the same input, already clamped. A sum adds |w| times the error of its argument and half
   an ulp of the largest product and partial sum, an activation multiplies by its largest slope
   and adds its kernel's error. These few operations are in double, rounded up. */
#include "program/bounds.h"

#include "base/fail.h"
#include "program/activation.h"

#include <math.h>
#include <stdbool.h>

static double magnitude(struct interval v) { return fmax(fabs(v.low), fabs(v.high)); }

/* a + b, a * b of errors: not below the exact result. */
static double up_sum(double a, double b) { return nextafter(a + b, INFINITY); }
static double up_product(double a, double b)
{
    return a == 0.0 || b == 0.0 ? 0.0 : nextafter(a * b, INFINITY);
}

/* The spacing of numbers just below or at a magnitude. */
static double ulp(const struct number_type *type, double size)
{
    int exponent;
    (void)frexp(fmax(size, type->smallest), &exponent);
    return ldexp(type->unit_roundoff, exponent);
}

/* The ends as the program would round them; too large ones stay, for a message. */
static struct interval rounded(const struct number_type *type, double low, double high)
{
    struct interval v = {low, high};
    if (fabs(low) <= type->largest)
        v.low = type->round(low);
    if (fabs(high) <= type->largest)
        v.high = type->round(high);
    return v;
}

static struct interval times(const struct number_type *type, struct interval v, double factor)
{
    double a = v.low * factor, b = v.high * factor;
    return rounded(type, fmin(a, b), fmax(a, b));
}

/* One operation's own rounding error. */
static double rounding(const struct number_type *type, struct interval v)
{
    return 0.5 * ulp(type, magnitude(v));
}

double bounds_kernel_error(const struct program *program, enum activation activation, double size)
{
    const struct activation_kernel *kernel = activation_kernel(activation, program->accuracy);
    const struct kernel_error *e = &kernel->error;
    double by_ulp = e->ulp * ulp(program->type, size * (1.0 + 0x1p-50));
    if (kernel != activation_kernel(activation, ACCURACY_FULL))
        return e->absolute + by_ulp;
    return fmax(fmin(by_ulp, e->absolute), e->tiny);
}

/* What the kernel of a layer makes of sums in v. */
static struct interval activated(const struct program *program, const struct spec_layer *layer,
                                 struct interval v)
{
    const struct number_type *type = program->type;
    const struct activation_row *row = activation_row(layer->activation);
    const struct kernel_error *e = &activation_kernel(layer->activation, program->accuracy)->error;
    struct interval r = row->range != NULL
                            ? row->range(v, layer->parameters)
                            : (struct interval){row->exact(v.low, layer->parameters),
                                                row->exact(v.high, layer->parameters)};
    double low = r.low, high = r.high;
    if (row->rounds_once) {
        if (magnitude(v) > e->top)
            high = fmax(high, 2.0 * type->largest);
        return rounded(type, low, high);
    }
    if (v.high > e->top)
        high = fmax(high, 2.0 * type->largest); /* no promise: refused as an overflow */
    else
        high = fmin(high, e->high);
    low -= bounds_kernel_error(program, layer->activation, fabs(low)) + 0x1p-50 * fabs(low);
    double above =
        high + bounds_kernel_error(program, layer->activation, fabs(high)) + 0x1p-50 * fabs(high);
    if (high <= e->high)
        above = fmin(above, e->high);
    return (struct interval){fmax(low, e->low), above};
}

static _Noreturn void overflow_refuse(const struct program *program, const struct buffer *buffer,
                                      size_t index, struct interval v)
{
    const struct spec *spec = program->spec;
    double limit = program->type->largest;
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
    case BUFFER_ETA: break;
    }
    fail_at(spec->file, buffer->kind == BUFFER_MEAN ? spec->mean.line : spec->sigma.line,
            "output %zu of \"%s\", counted from 0, can reach %.9g, expected at most %.9g in "
            "magnitude",
            index, buffer->kind == BUFFER_MEAN ? "mean" : "sigma", magnitude(v), limit);
}

/* A value on its way: what it can be, and its error. */
struct value {
    struct interval range;
    double error;
};

/* The sum of a lane so far. `reach` is the largest product or partial sum: it must not overflow
   either, even if the whole would not. */
struct lane {
    struct value sum;
    double reach;
};

struct pass {
    const struct program *program;
    struct bounds *bounds;
    bool by_contract;
    struct lane lanes[BLOCK_LANES];
};

static void lane_add(const struct number_type *type, struct lane *lane, double weight,
                     struct value source)
{
    struct value *sum = &lane->sum;
    struct interval product = times(type, source.range, weight);
    sum->range = rounded(type, sum->range.low + product.low, sum->range.high + product.high);
    double own = up_sum(rounding(type, product), rounding(type, sum->range));
    sum->error = up_sum(sum->error, up_sum(up_product(fabs(weight), source.error), own));
    lane->reach = fmax(lane->reach, fmax(magnitude(product), magnitude(sum->range)));
}

/* lane -= (source - point)^2 */
static void lane_gap(const struct pass *pass, struct lane *lane, double point, struct value source)
{
    const struct number_type *type = pass->program->type;
    struct value *sum = &lane->sum;
    struct interval difference = rounded(type, source.range.low - point, source.range.high - point);
    double error = up_sum(source.error, rounding(type, difference));
    const struct activation_row *squares = activation_row(ACT_SQUARE);
    struct interval square = pass->by_contract
                                 ? squares->contract(difference, pass->program->accuracy, NULL)
                                 : squares->range(difference, NULL);
    square = rounded(type, square.low, square.high);
    double carried = up_product(up_sum(2.0 * magnitude(difference), error), error);
    sum->range = rounded(type, sum->range.low - square.high, sum->range.high - square.low);
    double own = up_sum(rounding(type, square), rounding(type, sum->range));
    sum->error = up_sum(sum->error, up_sum(carried, own));
    lane->reach = fmax(lane->reach, fmax(magnitude(square), magnitude(sum->range)));
}

/* What stands in for 1 / scale is a rounded number; all other factors are the spec's own. */
static double factor_error(const struct program *program, const struct op *op)
{
    if (program->buffers[op->buffer].kind != BUFFER_INPUTS)
        return 0.0;
    double exact = 1.0 / (double)program->spec->inputs[op->index].scale;
    return fabs(op->value - exact) + 0x1p-52 * exact;
}

static struct value multiplied(const struct program *program, const struct op *op, struct value v)
{
    struct value r = {times(program->type, v.range, op->value), 0.0};
    double carried = up_product(up_sum(fabs(op->value), factor_error(program, op)), v.error);
    double inexact = up_product(factor_error(program, op), magnitude(v.range));
    r.error = up_sum(up_sum(carried, inexact), rounding(program->type, r.range));
    return r;
}

static struct value added(const struct number_type *type, struct value v, double constant)
{
    struct value r = {rounded(type, v.range.low + constant, v.range.high + constant), 0.0};
    r.error = up_sum(v.error, rounding(type, r.range));
    return r;
}

static struct value flushed(struct value v, double limit)
{
    if (v.range.low >= limit || v.range.high <= -limit)
        return v;
    return (struct value){{fmin(v.range.low, 0.0), fmax(v.range.high, 0.0)},
                          up_sum(v.error, limit)};
}

static struct value value_activate(const struct pass *pass, const struct spec_layer *layer,
                                   struct value v)
{
    const struct program *program = pass->program;
    const struct activation_row *row = activation_row(layer->activation);
    if (pass->by_contract)
        return (struct value){row->contract(v.range, program->accuracy, layer->parameters), 0.0};
    struct interval reached = {v.range.low - v.error, v.range.high + v.error};
    struct value r = {activated(program, layer, v.range), 0.0};
    double carried = up_product(row->slope(reached, layer->parameters), v.error);
    r.error = up_sum(carried, bounds_kernel_error(program, layer->activation, magnitude(r.range)));
    return r;
}

static struct value value_get(const struct pass *pass, size_t i)
{
    return (struct value){pass->bounds->values[i], pass->bounds->errors[i]};
}

static void value_set(const struct pass *pass, const struct buffer *buffer, size_t index,
                      struct value v)
{
    double limit = pass->program->type->largest;
    if (!pass->by_contract && !(v.range.low >= -limit && v.range.high <= limit))
        overflow_refuse(pass->program, buffer, index, v.range);
    pass->bounds->values[buffer->offset + index] = v.range;
    pass->bounds->errors[buffer->offset + index] = v.error;
}

static struct value lane_store(const struct pass *pass, const struct buffer *buffer,
                               const struct op *op)
{
    const struct lane *lane = &pass->lanes[op->lane];
    struct value v = lane->sum;
    if (lane->reach > pass->program->type->largest)
        v.range.high = lane->reach;
    pass->bounds->sums[buffer->offset + op->index] = v.range;
    return v;
}

static void op_bound(struct pass *pass, const struct op *op)
{
    const struct program *program = pass->program;
    const struct buffer *buffer = &program->buffers[op->buffer];
    struct value source = value_get(pass, program->buffers[op->source].offset + op->from);
    struct value v = value_get(pass, buffer->offset + op->index);
    struct lane *lane = &pass->lanes[op->lane];
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: {
        const struct domain *d = &program->domains[op->index];
        v = (struct value){{d->low, d->high}, 0.0};
        break;
    }
    case OP_SUBTRACT: v = added(program->type, v, -op->value); break;
    case OP_ADD: v = added(program->type, v, op->value); break;
    case OP_MULTIPLY: v = multiplied(program, op, v); break;
    case OP_FLUSH: v = flushed(v, op->value); break;
    case OP_BIAS: *lane = (struct lane){{{op->value, op->value}, 0.0}, fabs(op->value)}; return;
    case OP_TERM: lane_add(program->type, lane, op->value, source); return;
    case OP_DISTANCE: lane_gap(pass, lane, op->value, source); return;
    case OP_STORE: v = lane_store(pass, buffer, op); break;
    case OP_ACTIVATE:
        for (size_t i = op->index; i < op->index + op->count; i++)
            value_set(pass, buffer, i,
                      value_activate(pass, buffer->layer, value_get(pass, buffer->offset + i)));
        return;
    case OP_COPY: v = source; break;
    case OP_ETA_OR_ONE:
        pass->bounds->eta = v.range;
        v.range.high = 1.0;
        break;
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: return;
    }
    value_set(pass, buffer, op->index, v);
}

static struct bounds bounds_make(struct arena *arena, const struct program *program,
                                 bool by_contract)
{
    struct bounds bounds = {
        .sums = arena_alloc(arena, program->n_values, sizeof(*bounds.sums)),
        .values = arena_alloc(arena, program->n_values, sizeof(*bounds.values)),
        .errors = arena_alloc(arena, program->n_values, sizeof(*bounds.errors)),
    };
    struct pass pass = {.program = program, .bounds = &bounds, .by_contract = by_contract};
    for (size_t i = 0; i < program->n_ops; i++)
        op_bound(&pass, &program->ops[i]);
    return bounds;
}

struct bounds bounds_of(struct arena *arena, const struct program *program)
{
    return bounds_make(arena, program, false);
}

struct bounds bounds_by_contract(struct arena *arena, const struct program *program)
{
    return bounds_make(arena, program, true);
}
