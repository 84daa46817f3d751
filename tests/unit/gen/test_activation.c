/* The rows of the table of activations, each against the function that it is about: slope, range
   and contract on intervals, and the gradient of training; on random intervals and with random
   parameters the errors that the rows state as well. */
#include "base/random.h"
#include "program/activation.h"
#include "spec/spec.h"
#include "unit/testing.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Parameters as a spec may have them, somewhere between their limits. */
static void parameters_fill(enum activation activation, float parameters[ACT_PARAMETERS])
{
    const struct activation_parameter *p = activation_forms[activation].parameters;
    for (size_t i = 0; i < ACT_PARAMETERS; i++) {
        parameters[i] = p[i].key == NULL ? 0.0F : p[i].otherwise;
        if (p[i].key != NULL && isnan(p[i].otherwise))
            parameters[i] = i == 0 ? -0.75F : 1.5F;
    }
}

static const struct interval intervals[] = {{-20.0, -3.0}, {-3.0, -0.5}, {-2.0, 1.0}, {-0.25, 0.0},
                                            {0.0, 0.5},    {0.5, 3.0},   {1.0, 9.0},  {7.0, 30.0}};
enum { INTERVALS = sizeof(intervals) / sizeof(intervals[0]), POINTS = 400 };

static double point_of(struct interval v, int i)
{
    return v.low + (v.high - v.low) * (double)i / (double)POINTS;
}

/* The largest magnitude of the slope that differences show. */
static double steepest(const struct activation_row *row, struct interval v, const float *p)
{
    const double h = 1e-6 * (v.high - v.low);
    double most = 0.0;
    for (int i = 0; i <= POINTS; i++) {
        double x = fmin(fmax(point_of(v, i), v.low + h), v.high - h);
        most = fmax(most, fabs(row->exact(x + h, p) - row->exact(x - h, p)) / (2.0 * h));
    }
    return most;
}

static void slopes_are_steepest(void **state)
{
    (void)state;
    for (size_t a = 0; a < ACT_COUNT; a++)
        for (size_t i = 0; i < INTERVALS; i++) {
            const struct activation_row *row = activation_row((enum activation)a);
            float p[ACT_PARAMETERS];
            parameters_fill((enum activation)a, p);
            double seen = steepest(row, intervals[i], p), stated = row->slope(intervals[i], p);
            if (seen > stated * (1.0 + 1e-6) + 1e-9 || !isfinite(stated))
                fail_msg("%s on [%g, %g]: slope %g, stated %g", activation_name[a],
                         intervals[i].low, intervals[i].high, seen, stated);
        }
}

static void interval_holds(const char *what, struct interval stated, struct interval v,
                           double value)
{
    if (!(value >= stated.low && value <= stated.high))
        fail_msg("%s on [%g, %g]: %.17g outside of [%.17g, %.17g]", what, v.low, v.high, value,
                 stated.low, stated.high);
}

/* What kernels answer on an interval, at every accuracy, is within the contract and the range. */
static void contracts_hold(void **state)
{
    (void)state;
    for (size_t a = 0; a < ACT_COUNT; a++)
        for (size_t i = 0; i < (size_t)INTERVALS * ACCURACY_COUNT; i++) {
            const enum accuracy accuracy = (enum accuracy)(i % ACCURACY_COUNT);
            const struct interval v = intervals[i / ACCURACY_COUNT];
            const struct activation_row *row = activation_row((enum activation)a);
            float p[ACT_PARAMETERS];
            parameters_fill((enum activation)a, p);
            struct interval contract = row->contract(v, accuracy, p);
            for (int k = 0; k <= POINTS; k++) {
                double x = point_of(v, k);
                float y = activation_kernel((enum activation)a, accuracy)->run((float)x, p);
                interval_holds(activation_name[a], contract, v, (double)y);
                if (row->range != NULL)
                    interval_holds(activation_name[a], row->range(v, p), v, row->exact(x, p));
            }
        }
}

/* dy times the derivative, by differences of the function itself; away from kinks. */
static void gradients_are_derivatives(void **state)
{
    (void)state;
    for (size_t a = 0; a < ACT_COUNT; a++) {
        const struct activation_row *row = activation_row((enum activation)a);
        float p[ACT_PARAMETERS];
        parameters_fill((enum activation)a, p);
        if (row->gradient == NULL)
            continue;
        for (int i = 0; i < 16; i++) {
            const double x = -2.9 + 0.37 * i;
            double slope = (row->exact(x + 1e-6, p) - row->exact(x - 1e-6, p)) / 2e-6;
            double got = (double)row->gradient(1.5F, (float)x, (float)row->exact(x, p), p);
            if (fabs(got - 1.5 * slope) > 2e-6 * (1.0 + fabs(got)))
                fail_msg("%s at %g: %g, expected %g", activation_name[a], x, got, 1.5 * slope);
        }
    }
}

/* --- random intervals, numbers and parameters --- */

enum { DRAWN_INTERVALS = 4000, DRAWN_NUMBERS = 20 };

static double drawn(struct random *random, struct interval v)
{
    return v.low + (v.high - v.low) * random_uniform(random);
}

/* Intervals of all sizes, around and beside zero. */
static struct interval interval_draw(struct random *random)
{
    const double size = pow(10.0, 4.0 * random_uniform(random) - 2.5);
    const double a = size * (2.0 * random_uniform(random) - 1.0);
    const double b = size * (2.0 * random_uniform(random) - 1.0);
    return (struct interval){(double)(float)fmin(a, b), (double)(float)fmax(a, b)};
}

/* Parameters as a spec may have them: around their defaults, or a pair that ascends. */
static void parameters_draw(struct random *random, enum activation a, float p[ACT_PARAMETERS])
{
    for (size_t i = 0; i < ACT_PARAMETERS; i++) {
        const struct activation_parameter *q = &activation_forms[a].parameters[i];
        const double around = isnan(q->otherwise) ? (double)i - 0.5 : (double)q->otherwise;
        p[i] = (float)(around * (0.5 + random_uniform(random)));
    }
}

struct context {
    enum activation activation;
    enum accuracy accuracy;
    float p[ACT_PARAMETERS];
    struct interval v;
};

#define expect(condition, c, x)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s, accuracy %d, parameters %g %g, [%.9g, %.9g], x %.9g: %s",                \
                     activation_name[(c)->activation], (c)->accuracy, (double)(c)->p[0],           \
                     (double)(c)->p[1], (c)->v.low, (c)->v.high, (double)(x), #condition);         \
    } while (0)

/* The kernel keeps to its stated error, its range and its contract. */
static void kernel_test(const struct context *c, float x)
{
    const struct activation_row *row = activation_row(c->activation);
    const struct activation_kernel *kernel = activation_kernel(c->activation, c->accuracy);
    const struct kernel_error *e = &kernel->error;
    const double y = (double)kernel->run(x, c->p), exact = row->exact((double)x, c->p);
    const float size = fmaxf(fabsf((float)exact), FLT_MIN);
    const double ulp = (double)nextafterf(size, INFINITY) - (double)size;
    const struct interval stated = row->contract(c->v, c->accuracy, c->p);
    const bool cheaper = kernel != activation_kernel(c->activation, ACCURACY_FULL);
    const double allowed = cheaper ? e->absolute + e->ulp * ulp : fmax(e->ulp * ulp, e->tiny);
    expect((double)x > e->top || fabs(y - exact) <= allowed, c, x);
    expect(e->low <= y && y <= e->high, c, x);
    expect((double)x > e->top || (stated.low <= y && y <= stated.high), c, x);
}

/* The function keeps to its range, and two of its values to its slope. */
static void function_test(const struct context *c, double x, double other)
{
    const struct activation_row *row = activation_row(c->activation);
    const double y = row->exact(x, c->p), z = row->exact(other, c->p);
    const double ends[2] = {row->exact(c->v.low, c->p), row->exact(c->v.high, c->p)};
    const struct interval range =
        row->range == NULL ? (struct interval){ends[0], ends[1]} : row->range(c->v, c->p);
    const double room = 0x1p-48 * (fabs(y) + fabs(z));
    expect(range.low - room <= y && y <= range.high + room, c, x);
    expect(fabs(y - z) <= row->slope(c->v, c->p) * fabs(x - other) + room, c, x);
}

static void each_context(void (*test)(struct context *, struct random *))
{
    struct random random = {7};
    for (size_t a = 0; a < ACT_COUNT; a++)
        for (size_t accuracy = 0; accuracy < ACCURACY_COUNT; accuracy++)
            for (size_t i = 0; i < DRAWN_INTERVALS; i++) {
                struct context c = {
                    (enum activation)a, (enum accuracy)accuracy, {0}, interval_draw(&random)};
                parameters_draw(&random, c.activation, c.p);
                test(&c, &random);
            }
}

static void context_test(struct context *c, struct random *random)
{
    for (size_t k = 0; k < DRAWN_NUMBERS; k++) {
        const double x = k == 0 ? c->v.low : k == 1 ? c->v.high : drawn(random, c->v);
        kernel_test(c, (float)x);
        function_test(c, x, drawn(random, c->v));
    }
}

static void rows_agree(void **state)
{
    (void)state;
    each_context(context_test);
}

/* Every kernel but identity's has a place of its own in emitted files. */
static void places_differ(void **state)
{
    unsigned seen[ACT_COUNT] = {0};
    (void)state;
    for (size_t a = 0; a < ACT_COUNT; a++) {
        const struct activation_row *row = activation_row((enum activation)a);
        assert_true(row->place < ACT_COUNT);
        assert_int_equal(seen[row->place]++, 0);
        assert_true((row->place == 0) == (a == ACT_IDENTITY));
        assert_true((row->requires != NULL) == (activation_forms[a].parameters[0].key != NULL));
        assert_true(a == ACT_IDENTITY ||
                    strcmp(row->kernels[ACCURACY_FULL].name, activation_name[a]) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_steepest),
        cmocka_unit_test(contracts_hold),
        cmocka_unit_test(gradients_are_derivatives),
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(places_differ),
    };
    return cmocka_run_group_tests_name("activation", tests, NULL, NULL);
}
