/* See trigger.h. */
#include "trigger.h"

#include "unit.h"

static inline uint32_t random_next(uint32_t *random)
{
    uint32_t z;

    *random += 0x9E3779B9U;
    z = *random;
    z = (z ^ (z >> 16U)) * 0x21F0AAADU;
    z = (z ^ (z >> 15U)) * 0x735A2D97U;
    return z ^ (z >> 15U);
}

/* p * 2^24, rounded down; `bits` are those of a p from 0 to 1. */
static inline uint32_t probability(uint32_t bits)
{
    const uint32_t mantissa = (bits & 0x007FFFFFU) | 0x00800000U;
    const uint32_t down = epi_smaller(127U - (bits >> 23U), 31U) & 31U;

    return (mantissa << 1U) >> down;
}

uint32_t epi_trigger_draw(float eta, float floor, uint32_t status, uint32_t *random)
{
    const uint32_t p = probability(epi_larger(epi_unit(eta), epi_unit(floor)));

    return epi_below(random_next(random) >> 8U, p) & (1U - epi_nonzero(status));
}

uint32_t epi_trigger_threshold(float eta, float low, float high, uint32_t status, uint32_t *on)
{
    const uint32_t bits = epi_unit(eta);
    const uint32_t trusted = 1U - epi_nonzero(status);
    const uint32_t now =
        (1U - epi_below(bits, epi_unit(high))) | (*on & (1U - epi_below(bits, epi_unit(low))));

    *on = (now & trusted) | (*on & (1U - trusted));
    return now & trusted;
}
