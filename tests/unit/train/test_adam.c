/* Adam against its formula in double precision: both means corrected for their start, the decay of
   parameters, the schedule of the rate, parameters that stay pruned. */
#include "net/adam.h"
#include "unit/testing.h"

#include <math.h>

enum { NUMBERS = 5, STEPS = 40 };

static float gradient_at(size_t step, size_t i)
{
    return (float)(sin(1.7 * (double)step + (double)i) + 0.3 * (double)i - 0.5);
}

/* One parameter in double: decoupled weight decay, as in Loshchilov and Hutter. */
struct plain {
    double p, m, v;
};

static void plain_step(struct plain *q, size_t step, double rate, double decay, double g)
{
    q->m = 0.9 * q->m + 0.1 * g;
    q->v = 0.999 * q->v + 0.001 * g * g;
    double m = q->m / (1.0 - pow(0.9, (double)step)), v = q->v / (1.0 - pow(0.999, (double)step));
    q->p -= rate * decay * q->p;
    q->p -= rate * m / (sqrt(v) + 1e-8);
}

static void numbers_agree(const float *p, const struct plain *plain, size_t step)
{
    for (size_t i = 0; i < NUMBERS; i++)
        if (!(fabs((double)p[i] - plain[i].p) <= 2e-6 * (1.0 + fabs(plain[i].p))))
            fail_msg("step %zu, parameter %zu: %.9g, expected %.9g", step, i, (double)p[i],
                     plain[i].p);
}

static void steps_follow_the_formula(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct adam adam = adam_new(arena, NUMBERS, 0.0, 0.4, STEPS);
    float p[NUMBERS], g[NUMBERS];
    struct plain plain[NUMBERS] = {{0}};
    for (size_t i = 0; i < NUMBERS; i++)
        plain[i].p = (double)(p[i] = 0.5F * (float)i - 1.0F);
    for (size_t step = 1; step <= STEPS; step++) {
        double rate = 0.01 + 0.001 * (double)(step % 3);
        for (size_t i = 0; i < NUMBERS; i++) {
            g[i] = gradient_at(step, i);
            plain_step(&plain[i], step, rate, 0.4, (double)g[i]);
        }
        adam_step_at(&adam, rate, p, g, NULL);
        numbers_agree(p, plain, step);
    }
    arena_free(arena);
}

/* The rate rises over the first fiftieth of the steps and falls along a cosine, or stays. */
static void rate_follows_the_schedule(void **state)
{
    (void)state;
    for (int constant = 0; constant < 2; constant++) {
        struct arena *arena = arena_new();
        struct adam adam = adam_new(arena, NUMBERS, 0.02, 0.0, STEPS);
        float p[NUMBERS] = {0}, g[NUMBERS];
        struct plain plain[NUMBERS] = {{0}};
        adam.constant = constant == 1;
        for (size_t step = 1; step <= STEPS; step++) {
            double before = (double)(step - 1), warm = fmin(1.0, before / (0.02 * STEPS + 1.0));
            double cosine = 0.5 * (1.0 + cos(3.14159265358979323846 * before / STEPS));
            for (size_t i = 0; i < NUMBERS; i++) {
                g[i] = gradient_at(step, i);
                plain_step(&plain[i], step, 0.02 * warm * (constant == 1 ? 1.0 : cosine), 0.0,
                           (double)g[i]);
            }
            adam_step(&adam, p, g, NULL);
            numbers_agree(p, plain, step);
        }
        arena_free(arena);
    }
}

static void pruned_parameters_stay_zero(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct adam adam = adam_new(arena, NUMBERS, 0.1, 0.1, STEPS);
    float p[NUMBERS] = {1, 1, 1, 1, 1}, g[NUMBERS];
    const float keep[NUMBERS] = {1, 0, 1, 1, 0};
    for (size_t step = 1; step <= 3; step++) {
        for (size_t i = 0; i < NUMBERS; i++)
            g[i] = gradient_at(step, i);
        adam_step_at(&adam, 0.1, p, g, keep);
        for (size_t i = 0; i < NUMBERS; i++)
            assert_int_equal(p[i] == 0.0F, keep[i] == 0.0F);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_follow_the_formula),
        cmocka_unit_test(rate_follows_the_schedule),
        cmocka_unit_test(pruned_parameters_stay_zero),
    };
    return cmocka_run_group_tests_name("adam", tests, NULL, NULL);
}
