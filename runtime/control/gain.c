/* See gain.h. The chains of #if are loops, unrolled to the given size; larger sizes have loops with
   a constant bound. Both have the same order of operations. */
#include "gain.h"

#include "unit.h"

/* Indices have 32 bits, as sizes have on the target.
 * NOLINTBEGIN(bugprone-implicit-widening-of-multiplication-result) */

/* The bits of sigma; a sigma that is negative or NaN gets the largest bits. */
static inline uint32_t sigma_bits(float sigma)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.f = sigma;
    return (v.u | (0U - epi_opaque(v.u >> 31U))) & 0x7FFFFFFFU;
}

float epi_gain_factor(const float sigma[EPI_N_OUT], float beta, float least, float most)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits low;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits high;

    v.u = sigma_bits(sigma[0]);
#if EPI_N_OUT > 4
    for (uint32_t o = 1U; o < EPI_N_OUT; o++) {
        v.u = epi_larger(v.u, sigma_bits(sigma[o]));
    }
#else
#if EPI_N_OUT > 1
    v.u = epi_larger(v.u, sigma_bits(sigma[1]));
#endif
#if EPI_N_OUT > 2
    v.u = epi_larger(v.u, sigma_bits(sigma[2]));
#endif
#if EPI_N_OUT > 3
    v.u = epi_larger(v.u, sigma_bits(sigma[3]));
#endif
#endif
    v.f = 1.0F + (beta * v.f);
    low.f = least;
    high.f = most;
    v.u = epi_larger(epi_smaller(v.u & 0x7FFFFFFFU, high.u), low.u);
    return v.f;
}

static inline void row_scale(const float k_bar[EPI_N_X], float factor, float k[EPI_N_X])
{
#if EPI_N_X > 12
    for (uint32_t i = 0U; i < EPI_N_X; i++) {
        k[i] = factor * k_bar[i];
    }
#else
    k[0] = factor * k_bar[0];
#if EPI_N_X > 1
    k[1] = factor * k_bar[1];
#endif
#if EPI_N_X > 2
    k[2] = factor * k_bar[2];
#endif
#if EPI_N_X > 3
    k[3] = factor * k_bar[3];
#endif
#if EPI_N_X > 4
    k[4] = factor * k_bar[4];
#endif
#if EPI_N_X > 5
    k[5] = factor * k_bar[5];
#endif
#if EPI_N_X > 6
    k[6] = factor * k_bar[6];
#endif
#if EPI_N_X > 7
    k[7] = factor * k_bar[7];
#endif
#if EPI_N_X > 8
    k[8] = factor * k_bar[8];
#endif
#if EPI_N_X > 9
    k[9] = factor * k_bar[9];
#endif
#if EPI_N_X > 10
    k[10] = factor * k_bar[10];
#endif
#if EPI_N_X > 11
    k[11] = factor * k_bar[11];
#endif
#endif
}

void epi_gain_matrix(const float k_bar[EPI_N_K], float factor, float k[EPI_N_K])
{
#if EPI_N_U > 4
    for (uint32_t row = 0U; row < EPI_N_U; row++) {
        row_scale(&k_bar[row * EPI_N_X], factor, &k[row * EPI_N_X]);
    }
#else
    row_scale(k_bar, factor, k);
#if EPI_N_U > 1
    row_scale(&k_bar[EPI_N_X], factor, &k[EPI_N_X]);
#endif
#if EPI_N_U > 2
    row_scale(&k_bar[2U * EPI_N_X], factor, &k[2U * EPI_N_X]);
#endif
#if EPI_N_U > 3
    row_scale(&k_bar[3U * EPI_N_X], factor, &k[3U * EPI_N_X]);
#endif
#endif
}

static inline float row_apply(const float k[EPI_N_X], const float error[EPI_N_X], float ff)
{
    float u = ff + (k[0] * error[0]);
#if EPI_N_X > 12
    for (uint32_t i = 1U; i < EPI_N_X; i++) {
        u = u + (k[i] * error[i]);
    }
#else
#if EPI_N_X > 1
    u = u + (k[1] * error[1]);
#endif
#if EPI_N_X > 2
    u = u + (k[2] * error[2]);
#endif
#if EPI_N_X > 3
    u = u + (k[3] * error[3]);
#endif
#if EPI_N_X > 4
    u = u + (k[4] * error[4]);
#endif
#if EPI_N_X > 5
    u = u + (k[5] * error[5]);
#endif
#if EPI_N_X > 6
    u = u + (k[6] * error[6]);
#endif
#if EPI_N_X > 7
    u = u + (k[7] * error[7]);
#endif
#if EPI_N_X > 8
    u = u + (k[8] * error[8]);
#endif
#if EPI_N_X > 9
    u = u + (k[9] * error[9]);
#endif
#if EPI_N_X > 10
    u = u + (k[10] * error[10]);
#endif
#if EPI_N_X > 11
    u = u + (k[11] * error[11]);
#endif
#endif
    return u;
}

void epi_gain_apply(const float k[EPI_N_K], const float error[EPI_N_X], const float ff[EPI_N_U],
                    float u[EPI_N_U])
{
#if EPI_N_U > 4
    for (uint32_t row = 0U; row < EPI_N_U; row++) {
        u[row] = row_apply(&k[row * EPI_N_X], error, ff[row]);
    }
#else
    u[0] = row_apply(k, error, ff[0]);
#if EPI_N_U > 1
    u[1] = row_apply(&k[EPI_N_X], error, ff[1]);
#endif
#if EPI_N_U > 2
    u[2] = row_apply(&k[2U * EPI_N_X], error, ff[2]);
#endif
#if EPI_N_U > 3
    u[3] = row_apply(&k[3U * EPI_N_X], error, ff[3]);
#endif
#endif
}

/* NOLINTEND(bugprone-implicit-widening-of-multiplication-result) */
