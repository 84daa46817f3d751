/* See check.h. */
#include "import/check.h"

#include "base/random.h"
#include "program/bounds.h"
#include "program/interpret.h"
#include "program/lower.h"

#include <float.h>
#include <math.h>

/* Beyond this share of its range an output is wrong, not rounded; except that rounding of larger
   numbers within the network can be more of an output that is nearly constant. */
static const double disagreement = 1e-3;
static const double largest_rounding = 0x1p-18; /* of the largest number within the network */

/* Point number i: its first are the middle and the ends of the domain, then random ones. */
static void point_make(const struct spec *spec, struct random *random, size_t i, float *x,
                       double *exact)
{
    for (size_t k = 0; k < spec->n_inputs; k++) {
        const struct spec_input *in = &spec->inputs[k];
        double share = i == 0 ? 0.5 : i == 1 ? 0.0 : i == 2 ? 1.0 : random_uniform(random);
        double value = (double)in->min + share * ((double)in->max - (double)in->min);
        x[k] = (float)fmin(fmax(value, (double)in->min), (double)in->max);
        exact[k] = (double)x[k];
    }
}

/* One unit in the last place of the float32 that is nearest to x. */
static double ulp_of(double x)
{
    float f = fabsf((float)x);
    if (!(f < FLT_MAX))
        return INFINITY;
    return f < FLT_MIN ? 0x1p-149 : (double)nextafterf(f, INFINITY) - (double)f;
}

struct tally {
    struct difference *differences;
    double *least, *most;
};

static void point_compare(const struct import *import, struct tensor **outputs, const float *mean,
                          struct tally *tally)
{
    for (size_t k = 0, i = 0; i < import->n_out; k++)
        for (size_t place = 0; place < outputs[k]->count; place++, i++) {
            double exact = outputs[k]->values[place], apart = fabs((double)mean[i] - exact);
            struct difference *d = &tally->differences[i];
            tally->least[i] = fmin(tally->least[i], exact);
            tally->most[i] = fmax(tally->most[i], exact);
            d->absolute = isnan(apart) ? INFINITY : fmax(d->absolute, apart);
            d->ulp = isnan(apart) ? INFINITY : fmax(d->ulp, apart / ulp_of(exact));
        }
}

/* The proven bound of the rounding of the outputs, as far as it is small beside the numbers. */
static void rounding_explain(const struct program *program, const struct bounds *bounds,
                             struct difference *differences)
{
    double most = 0.0;
    for (size_t i = 0; i < program->n_values; i++)
        most = fmax(most, fmax(-bounds->values[i].low, bounds->values[i].high));
    for (const struct buffer *b = program->buffers; b < program->buffers + program->n_buffers; b++)
        for (size_t i = 0; b->kind == BUFFER_MEAN && i < b->size; i++)
            differences[i].rounding = fmin(bounds->errors[b->offset + i], largest_rounding * most);
}

struct difference *import_check(struct arena *arena, const struct import *import, size_t points)
{
    const struct spec *spec = import->spec;
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    const struct bounds bounds = bounds_of(arena, program);
    struct interpreter *interpreter = interpreter_new(arena, program);
    struct random random = {.state = 1};
    float *x = arena_alloc(arena, import->n_in, sizeof(*x));
    double *exact = arena_alloc(arena, import->n_in, sizeof(*exact));
    struct tally tally = {arena_alloc(arena, import->n_out, sizeof(struct difference)),
                          arena_alloc(arena, import->n_out, sizeof(double)),
                          arena_alloc(arena, import->n_out, sizeof(double))};
    for (size_t i = 0; i < import->n_out; i++) {
        tally.least[i] = INFINITY;
        tally.most[i] = -INFINITY;
    }
    for (size_t i = 0; i < points; i++) {
        struct arena *once = arena_new();
        point_make(spec, &random, i, x, exact);
        point_compare(import, evaluation_run(import->evaluation, once, exact),
                      interpreter_run(interpreter, x)->mean, &tally);
        arena_free(once);
    }
    rounding_explain(program, &bounds, tally.differences);
    for (size_t i = 0; i < import->n_out; i++) {
        struct difference *d = &tally.differences[i];
        d->range = tally.most[i] - tally.least[i];
        d->relative =
            d->absolute /
            fmax(d->range, fmax(fabs(tally.most[i]), fabs(tally.least[i])) * 0x1p-10 + 0x1p-100);
    }
    return tally.differences;
}

bool differences_print(const struct difference *differences, const struct import *import,
                       size_t points, FILE *out)
{
    const struct difference *worst = &differences[0];
    double ulp = 0.0;
    bool agree = true;
    for (size_t i = 0; i < import->n_out; i++) {
        const struct difference *d = &differences[i];
        agree = agree && (d->relative <= disagreement || d->absolute <= d->rounding);
        if (d->relative > worst->relative)
            worst = d;
        ulp = fmax(ulp, d->ulp);
    }
    size_t which = (size_t)(worst - differences);
    fprintf(out,
            "%zu points: the spec differs from the file by at most %.3g ulp; in %s by %.3g, which "
            "is %.2g of the output's range\n",
            points, ulp, import->spec->mean.names[which], worst->absolute, worst->relative);
    return agree;
}
