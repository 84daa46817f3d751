/* The bound of a bilinear form against its largest value, which is found by trying all signs. */
#include "base/random.h"
#include "program/q15/norm.h"
#include "unit/testing.h"

#include <math.h>

/* With t given, the best u are the signs of the columns' sums. */
static double most_of(const double *m, size_t rows, size_t columns)
{
    double most = 0.0;
    for (unsigned signs = 0; signs < 1U << rows; signs++) {
        double value = 0.0;
        for (size_t i = 0; i < columns; i++) {
            double sum = 0.0;
            for (size_t j = 0; j < rows; j++)
                sum += (signs >> j & 1U) != 0 ? m[j * columns + i] : -m[j * columns + i];
            value += fabs(sum);
        }
        most = fmax(most, value);
    }
    return most;
}

/* Elements from -1 to 1, some of them 0, rows and columns of sizes that differ. */
static double random_fill(double *m, size_t rows, size_t columns, struct random *random)
{
    double all = 0.0;
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < columns; i++) {
            const double x = 2.0 * random_uniform(random) - 1.0;
            m[j * columns + i] = fabs(x) < 0.2 ? 0.0 : x / (double)(1 + j * j + 3 * i);
            all += fabs(m[j * columns + i]);
        }
    return all;
}

static void no_signs_give_more(void **state)
{
    struct random random = {.state = 1};
    (void)state;
    for (size_t turn = 0; turn < 600; turn++) {
        struct arena *arena = arena_new();
        const size_t rows = 1 + turn % 9, columns = 1 + turn % 13;
        double *m = arena_alloc(arena, rows * columns, sizeof(*m));
        const double all = random_fill(m, rows, columns, &random);
        const double most = most_of(m, rows, columns);
        const double bound = q15_form_most(arena, m, rows, columns);
        assert_true(bound >= most);
        assert_true(bound <= all * (1.0 + 1e-9));
        arena_free(arena);
    }
}

/* A form in which nothing cancels is the sum of its magnitudes; one with signs by chance is far
 * less. */
static void signs_count(void **state)
{
    enum { N = 50 };
    struct random random = {.state = 1};
    double product[N * N], mixed[N * N], all = 0.0;
    struct arena *arena = arena_new();
    (void)state;
    for (size_t k = 0; k < (size_t)N * N; k++) {
        product[k] = (k / N % 3 == 0 ? -1.0 : 2.0) * (k % N % 2 == 0 ? -1.0 : 0.5);
        mixed[k] = random_uniform(&random) < 0.5 ? -1.0 : 1.0;
        all += fabs(product[k]);
    }
    assert_true(fabs(q15_form_most(arena, product, N, N) / all - 1.0) < 1e-9);
    assert_true(q15_form_most(arena, mixed, N, N) < 0.4 * N * N);
    arena_free(arena);
}

static void odd_shapes(void **state)
{
    enum { MANY = 400 };
    double zeros[6] = {0.0}, one[1] = {-3.0}, gaps[6] = {0.0, -1.0, 0.0, 0.0, 0.0, 0.0};
    struct arena *arena = arena_new();
    double *wide = arena_alloc(arena, (size_t)MANY * MANY, sizeof(*wide));
    (void)state;
    assert_true(q15_form_most(arena, zeros, 2, 3) == 0.0);
    assert_true(q15_form_most(arena, NULL, 0, 3) == 0.0);
    assert_true(fabs(q15_form_most(arena, one, 1, 1) - 3.0) < 1e-9);
    assert_true(fabs(q15_form_most(arena, gaps, 2, 3) - 1.0) < 1e-9);
    wide[0] = 1.0; /* too wide to be looked at */
    wide[MANY + 1] = -1.0;
    assert_true(q15_form_most(arena, wide, MANY, MANY) == 2.0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_signs_give_more),
        cmocka_unit_test(signs_count),
        cmocka_unit_test(odd_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
