/*
 * A gain scheduled by the noise (eqs. 8 and 9 in train/README.md): K = factor * K_bar with
 * factor = 1 + beta max_o sigma_o, limited to [least, most]. The feedback is stiffer where
 * measurements are noisy, but not beyond the limits for which the loop was proven stable. The code
 * has no branch or division, and no loop up to the sizes in sizes.h; all inputs execute the same
 * instructions. For a network without a sigma the gain is K_bar: give k_bar to epi_gain_apply.
 */
#ifndef EPI_CONTROL_GAIN_H
#define EPI_CONTROL_GAIN_H

#include "sizes.h"

#define epi_gain_factor EPI_SIZED(epi_gain_factor)
#define epi_gain_matrix EPI_SIZED(epi_gain_matrix)
#define epi_gain_apply  EPI_SIZED(epi_gain_apply)

#ifdef __cplusplus
extern "C" {
#endif

/* The caller ensures 0 < least <= most and beta >= 0, all finite; nothing checks it. A sigma that
   is negative or NaN gives `most`; an emitted network never returns one. */
float epi_gain_factor(const float sigma[EPI_N_OUT], float beta, float least, float most);

/* K = factor * K_bar, both (EPI_N_U, EPI_N_X) row by row. */
void epi_gain_matrix(const float k_bar[EPI_N_K], float factor, float k[EPI_N_K]);

/* u = ff + K error, summed from left to right; error is the desired state minus the actual one. */
void epi_gain_apply(const float k[EPI_N_K], const float error[EPI_N_X], const float ff[EPI_N_U],
                    float u[EPI_N_U]);

#ifdef __cplusplus
}
#endif

#endif
