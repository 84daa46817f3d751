/* See feedforward.h. */
#include "feedforward.h"

#include "unit.h"

void epi_feedforward(const float mean[EPI_N_OUT], float eta, float discount, float ff[EPI_N_OUT])
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.u = epi_unit(eta);
    v.f = 1.0F - (discount * v.f);
#if EPI_N_OUT > 4
    for (uint32_t o = 0U; o < EPI_N_OUT; o++) {
        ff[o] = v.f * mean[o];
    }
#else
    ff[0] = v.f * mean[0];
#if EPI_N_OUT > 1
    ff[1] = v.f * mean[1];
#endif
#if EPI_N_OUT > 2
    ff[2] = v.f * mean[2];
#endif
#if EPI_N_OUT > 3
    ff[3] = v.f * mean[3];
#endif
#endif
}
