/*
 * Gain scheduled by the noise (METHOD.md 3, eqs. 8 and 9): K = factor * K_bar with
 * factor = 1 + beta max_o sigma_o, kept within [least, most].
 * Where measurements are noisy the feedback is stiffer, never beyond what the loop was proven for.
 * No branch, loop or division; the same instructions for every input.
 */
#ifndef EPI_CONTROL_GAIN_H
#define EPI_CONTROL_GAIN_H

#include "sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0 < least <= most and beta >= 0, all finite: the caller sees to it, nothing checks it. A sigma
   that is negative or NaN, which the emitted network never returns, gives `most`. */
float epi_gain_factor(const float sigma[EPI_N_OUT], float beta, float least, float most);

/* K = factor * K_bar, both (EPI_N_U, EPI_N_X) row by row. */
void epi_gain_matrix(const float k_bar[EPI_N_K], float factor, float k[EPI_N_K]);

/* u = K error + ff: error is desired less actual; ff is the feedforward. Summed from the left,
   ff first. */
void epi_gain_apply(const float k[EPI_N_K], const float error[EPI_N_X], const float ff[EPI_N_U],
                    float u[EPI_N_U]);

#ifdef __cplusplus
}
#endif

#endif
