/* The gain and the feedforward against plain formulas: here of sizes that have loops, in
   test_gain_unrolled.c of the largest that have none. */
#ifndef EPI_N_IN
#define EPI_N_IN  31U
#define EPI_N_OUT 6U
#define EPI_N_U   7U
#define EPI_N_X   15U
#endif
#include "control/feedforward.c"
#include "control/gain.c"
#include "unit/testing.h"

static void any_size(void **state)
{
    float bar[EPI_N_K], k[EPI_N_K], error[EPI_N_X], ff[EPI_N_U], u[EPI_N_U];
    (void)state;
    for (size_t i = 0; i < (size_t)EPI_N_K; i++)
        bar[i] = 0.25F * (float)i - 7.0F;
    for (size_t i = 0; i < EPI_N_X; i++)
        error[i] = 1.0F / (float)(i + 1);
    for (size_t i = 0; i < EPI_N_U; i++)
        ff[i] = 0.1F * (float)i;
    epi_gain_matrix(bar, 1.5F, k);
    epi_gain_apply(k, error, ff, u);
    for (size_t row = 0; row < EPI_N_U; row++) {
        float sum = ff[row];
        for (size_t i = 0; i < EPI_N_X; i++)
            sum += 1.5F * bar[row * EPI_N_X + i] * error[i];
        assert_true(u[row] == sum);
    }
}

static void any_number_of_outputs(void **state)
{
    float sigma[EPI_N_OUT], ff[EPI_N_OUT];
    (void)state;
    for (size_t largest = 0; largest < EPI_N_OUT; largest++) {
        for (size_t o = 0; o < EPI_N_OUT; o++)
            sigma[o] = o == largest ? 0.5F : 0.01F * (float)(o + 1);
        assert_true(epi_gain_factor(sigma, 2.0F, 1.0F, 9.0F) == 2.0F);
    }
    epi_feedforward(sigma, 0.25F, 1.0F, ff);
    for (size_t o = 0; o < EPI_N_OUT; o++)
        assert_true(ff[o] == 0.75F * sigma[o]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size),
        cmocka_unit_test(any_number_of_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
