/* The rows of the table of activations, each against the function that it is about: slope, range
   and contract on intervals, and the gradient of training. Kernels against their stated errors:
   tests/unit/runtime/test_kernels.c. */
#include "program/activation.h"
#include "spec/spec.h"
#include "unit/testing.h"

#include <math.h>

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
        for (size_t i = 0; i < INTERVALS * ACCURACY_COUNT; i++) {
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
        for (double x = -2.9; x < 3.0; x += 0.37) {
            double slope = (row->exact(x + 1e-6, p) - row->exact(x - 1e-6, p)) / 2e-6;
            double got = (double)row->gradient(1.5F, (float)x, (float)row->exact(x, p), p);
            if (fabs(got - 1.5 * slope) > 2e-6 * (1.0 + fabs(got)))
                fail_msg("%s at %g: %g, expected %g", activation_name[a], x, got, 1.5 * slope);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_steepest),
        cmocka_unit_test(contracts_hold),
        cmocka_unit_test(gradients_are_derivatives),
    };
    return cmocka_run_group_tests_name("activation", tests, NULL, NULL);
}
