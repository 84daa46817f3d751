/* The arithmetic of training against plain loops: the same bits for every width of vectors that
   this machine has, every shape of a product and every activation. */
#include "base/random.h"
#include "net/arithmetic.h"
#include "net/lanes.h"
#include "unit/testing.h"

#include <math.h>
#include <stdbool.h>

/* clang-format off */
#include "float32/bits.h"
#include "float32/abs.h"
#include "float32/relu.h"
#include "float32/leaky_relu.h"
#include "float32/tanh_core.h"
#include "float32/tanh.h"
#include "float32/exp_core.h"
#include "float32/exp.h"
#include "float32/sigmoid.h"
#include "float32/softplus.h"
#include "float32/elu.h"
#include "float32/silu.h"
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { ROWS = 11, DEPTH = 35, STRIDE = 48, NUMBERS = 1003 };
static const unsigned widths[] = {4, 8, 16};

static void numbers_make(float *x, size_t n, uint64_t seed)
{
    struct random random = {seed};
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(20.0 * random_uniform(&random) - 10.0);
}

static void each_width(void (*test)(const struct arithmetic *))
{
    for (size_t i = 0; i < COUNT(widths); i++) {
        lanes_limit = widths[i];
        test(arithmetic_choose());
    }
    lanes_limit = LANES_MOST;
}

/* --- products --------------------------------------------------------------------------------- */

static float a[STRIDE * STRIDE], b[STRIDE * STRIDE], c[ROWS * STRIDE], start[ROWS];

static void product_compare(const struct product *p)
{
    for (size_t r = 0; r < p->rows; r++)
        for (size_t j = 0; j < p->columns; j++) {
            float sum = p->start == NULL ? 0.0F : p->start[r];
            for (size_t k = 0; k < p->depth; k++)
                sum += p->a[r * p->a_row + k * p->a_step] * p->b[k * p->b_row + j];
            if (sum != c[r * STRIDE + j])
                fail_msg("%zu rows, depth %zu, %zu columns: (%zu, %zu) is %.9g, expected %.9g",
                         p->rows, p->depth, p->columns, r, j, (double)c[r * STRIDE + j],
                         (double)sum);
        }
    size_t room = (p->columns + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    for (size_t i = 0; i < COUNT(c); i++) /* nothing beyond the padding */
        assert_true((i / STRIDE < p->rows && i % STRIDE < room) || c[i] == -1.0F);
}

static void product_run(const struct arithmetic *arithmetic, size_t rows, size_t depth,
                        size_t columns, bool transposed, bool started)
{
    for (size_t i = 0; i < COUNT(c); i++)
        c[i] = -1.0F;
    struct product p = {rows, depth, columns, .a = a, .b = b, .b_row = STRIDE};
    p.a_row = transposed ? 1 : STRIDE;
    p.a_step = transposed ? STRIDE : 1;
    p.start = started ? start : NULL;
    p.c = c;
    p.c_row = STRIDE;
    arithmetic->product(&p);
    product_compare(&p);
}

static void products_test(const struct arithmetic *arithmetic)
{
    static const size_t columns[] = {1, 15, 16, 17, 21, 32, 33, 48};
    for (size_t rows = 1; rows <= ROWS; rows++)
        for (size_t i = 0; i < COUNT(columns); i++)
            for (int way = 0; way < 4; way++) {
                product_run(arithmetic, rows, DEPTH, columns[i], way % 2, way / 2);
                product_run(arithmetic, rows, way == 0, columns[i], way % 2, way / 2);
            }
}

static void products(void **state)
{
    (void)state;
    numbers_make(a, COUNT(a), 1);
    numbers_make(b, COUNT(b), 2);
    numbers_make(start, COUNT(start), 3);
    each_width(products_test);
}

/* --- activations ------------------------------------------------------------------------------ */

static float plain_value(enum activation activation, float x)
{
    switch (activation) {
    case ACT_RELU: return epi_relu(x);
    case ACT_LEAKY_RELU: return epi_leaky_relu(x, 0.01F);
    case ACT_TANH: return epi_tanh(x);
    case ACT_SIGMOID: return epi_sigmoid(x);
    case ACT_SOFTPLUS: return epi_softplus(x);
    case ACT_EXP: return epi_exp(x);
    case ACT_ELU: return epi_elu(x, 1.0F);
    case ACT_SILU: return epi_silu(x);
    case ACT_IDENTITY:
    case ACT_SQUARE:
    case ACT_CLIP:
    case ACT_COUNT: break;
    }
    return x;
}

static float plain_slope(enum activation activation, float x, float y)
{
    const float s = epi_sigmoid(x);
    switch (activation) {
    case ACT_RELU: return y > 0.0F ? 1.0F : 0.0F;
    case ACT_LEAKY_RELU: return y > 0.0F ? 1.0F : 0.01F;
    case ACT_TANH: return 1.0F - y * y;
    case ACT_SIGMOID: return y * (1.0F - y);
    case ACT_SOFTPLUS: return 1.0F - epi_exp(-y);
    case ACT_EXP: return y;
    case ACT_ELU: return y > 0.0F ? 1.0F : y + 1.0F;
    case ACT_SILU: return s * (1.0F + x * (1.0F - s));
    case ACT_IDENTITY:
    case ACT_SQUARE:
    case ACT_CLIP:
    case ACT_COUNT: break;
    }
    return 1.0F;
}

static void activations_test(const struct arithmetic *arithmetic)
{
    float x[NUMBERS], dy[NUMBERS], y[NUMBERS], dx[NUMBERS];
    numbers_make(x, NUMBERS, 4);
    numbers_make(dy, NUMBERS, 5);
    for (size_t k = 0; k < ACT_COUNT; k++) {
        const float p[ACT_PARAMETERS] = {activation_forms[k].parameters[0].otherwise};
        if (activation_row((enum activation)k)->gradient == NULL)
            continue;
        memcpy(y, x, sizeof(x));
        memcpy(dx, dy, sizeof(dy));
        arithmetic->activate((enum activation)k, p, NUMBERS, y);
        arithmetic->activate_backward((enum activation)k, p, NUMBERS, x, y, dx);
        for (size_t i = 0; i < NUMBERS; i++) {
            assert_true(y[i] == plain_value((enum activation)k, x[i]));
            assert_true(dx[i] == dy[i] * plain_slope((enum activation)k, x[i], y[i]));
        }
    }
}

static void activations(void **state)
{
    (void)state;
    each_width(activations_test);
}

/* --- Adam ------------------------------------------------------------------------------------- */

static void update_test(const struct arithmetic *arithmetic)
{
    float p[NUMBERS], g[NUMBERS], m[NUMBERS], v[NUMBERS], old[3][NUMBERS];
    numbers_make(old[0], NUMBERS, 6);
    numbers_make(g, NUMBERS, 7);
    numbers_make(old[1], NUMBERS, 8);
    numbers_make(old[2], NUMBERS, 9);
    for (size_t i = 0; i < NUMBERS; i++) {
        p[i] = old[0][i];
        m[i] = old[1][i];
        v[i] = old[2][i] = fabsf(old[2][i]);
    }
    arithmetic->update(&(struct adam_update){NUMBERS, p, g, m, v, 0.1F, 1.5F, 0.9F});
    for (size_t i = 0; i < NUMBERS; i++) {
        float first = 0.9F * old[1][i] + 0.1F * g[i];
        float second = 0.999F * old[2][i] + 0.001F * (g[i] * g[i]);
        assert_true(m[i] == first && v[i] == second);
        assert_true(p[i] == 0.9F * old[0][i] - 0.1F * first / (sqrtf(second) * 1.5F + 1e-8F));
    }
}

static void update(void **state)
{
    (void)state;
    each_width(update_test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(activations),
        cmocka_unit_test(update),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
