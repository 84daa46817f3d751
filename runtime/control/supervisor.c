/* See supervisor.h. */
#include "supervisor.h"

#include "unit.h"

/* 1 if a > b, else 0, compared by bits; an a that is negative or NaN counts as the largest. */
static inline uint32_t bits_above(float a, float b)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits w;

    v.f = a;
    w.f = b;
    return epi_below(w.u & 0x7FFFFFFFU, (v.u | (0U - epi_opaque(v.u >> 31U))) & 0x7FFFFFFFU);
}

/* The bits of a limit, which is not negative; they order like integers. */
static inline uint32_t limit_bits(float limit)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.f = limit;
    return v.u & 0x7FFFFFFFU;
}

uint32_t epi_supervisor_evidence(float eta, float sigma, uint32_t status, uint32_t state,
                                 const epi_supervisor_limits_t *limits)
{
    const uint32_t bits = epi_unit(eta);
    const uint32_t held = epi_nonzero(state ^ EPI_NOMINAL);
    const uint32_t doubt = (1U - epi_below(bits, limit_bits(limits->eta_high))) |
                           (held & (1U - epi_below(bits, limit_bits(limits->eta_low)))) |
                           bits_above(sigma, limits->sigma_most);
    const uint32_t fault = epi_nonzero(status);

    return (EPI_FAULT & (0U - fault)) | (EPI_DOUBT & (0U - (doubt & (1U - fault))));
}

uint32_t epi_supervisor_status(uint32_t status) { return EPI_FAULT & (0U - epi_nonzero(status)); }

/* The count plus 1 if `on` is 1, else 0. A count stops at 2^30. */
static inline uint32_t count_on(uint32_t count, uint32_t on)
{
    return ((count + 1U) - (count >> 30U)) & (0U - on);
}

/* 1 if the count is not 0 and has reached the number of steps, else 0. */
static inline uint32_t count_full(uint32_t count, uint32_t steps)
{
    return epi_nonzero(count) & (1U - epi_below(count, steps));
}

/* 1 if the count is above 2^30, else 0. Only a corrupted count is above 2^30. */
static inline uint32_t count_odd(uint32_t count)
{
    return epi_opaque((~(count - 0x40000001U) | count) >> 31U);
}

/* 1 if a count is impossible, else 0. A count that reached its steps would have ended the state and
   been set to 0. */
static inline uint32_t counts_odd(const epi_supervisor_t *s, const epi_supervisor_limits_t *limits,
                                  uint32_t nominal, uint32_t cautious, uint32_t fallback)
{
    return (count_full(s->fault, limits->worse) & (nominal | cautious)) |
           (count_full(s->doubt, limits->worse) & nominal) |
           (count_full(s->clear, limits->better) & cautious) |
           (count_full(s->calm, limits->better) & fallback) | count_odd(s->fault) |
           count_odd(s->doubt) | count_odd(s->clear) | count_odd(s->calm);
}

uint32_t epi_supervisor_step(uint32_t evidence, const epi_supervisor_limits_t *limits,
                             epi_supervisor_t *s)
{
    const uint32_t is_clear = epi_equal(evidence, EPI_CLEAR);
    const uint32_t is_fault = 1U - (is_clear | epi_equal(evidence, EPI_DOUBT));
    const uint32_t nominal = epi_equal(s->state, EPI_NOMINAL);
    const uint32_t cautious = epi_equal(s->state, EPI_CAUTIOUS);
    const uint32_t fallback = epi_equal(s->state, EPI_FALLBACK);
    const uint32_t broken =
        (1U - (nominal | cautious | fallback)) | counts_odd(s, limits, nominal, cautious, fallback);
    const uint32_t fault = count_on(s->fault, is_fault);
    const uint32_t doubt = count_on(s->doubt, 1U - is_clear);
    const uint32_t clear = count_on(s->clear, is_clear);
    const uint32_t calm = count_on(s->calm, 1U - is_fault);
    const uint32_t worst = count_full(fault, limits->worse) & (nominal | cautious);
    const uint32_t worse = count_full(doubt, limits->worse) & nominal & (1U - worst);
    const uint32_t better = count_full(clear, limits->better) & cautious;
    const uint32_t again = count_full(calm, limits->better) & fallback;
    const uint32_t keep = 0U - (1U - (worst | worse | better | again | broken));

    s->fault = fault & keep;
    s->doubt = doubt & keep;
    s->clear = clear & keep;
    s->calm = calm & keep;
    s->state = (EPI_FALLBACK & (0U - (worst | broken | (fallback & (1U - again))))) |
               (EPI_CAUTIOUS &
                (0U - ((worse | again | (cautious & (1U - (worst | better)))) & (1U - broken))));
    return s->state;
}

/* 1 or 0 as a float, by its bits. */
static inline float one_or_zero(uint32_t on)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.u = EPI_ONE_BITS & (0U - on);
    return v.f;
}

void epi_supervisor_trust(uint32_t state, epi_trust_t *trust)
{
    const uint32_t nominal = epi_equal(state, EPI_NOMINAL);
    const uint32_t trusted = nominal | epi_equal(state, EPI_CAUTIOUS);

    trust->weight = one_or_zero(trusted);
    trust->discount = one_or_zero(1U - nominal);
    trust->stiffness = one_or_zero(trusted);
}
