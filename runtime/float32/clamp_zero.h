/*
 * epi_clamp for a domain with zero in it, low <= 0 <= high, in less time: the sign of x says
 * which bound it can be beyond, and magnitudes compare as integers: room is what is left up to
 * that bound, step leads to it. A NaN is beyond either; adding 2^23 - 1 to it, and to nothing
 * else, carries into the sign bit. (Selecting the bound first, or the result by a mask and its
 * complement, is shorter and becomes an IT block in clang; this does not.)
 * Exact (the same as epi_clamp on all 2^32 patterns). With literal bounds five numbers of it are
 * constants, so that it is worth a copy for each input.
 */
/*@ requires \valid(status);
    requires (low & 0x7FFFFFFF) < 0x7F800000;
    requires (high & 0x7FFFFFFF) < 0x7F800000;
    requires (nan & 0x7FFFFFFF) < 0x7F800000;
    requires low == 0 || low >= 0x80000000;
    requires high <= 0x80000000;
    assigns \result \from x, low, high, nan;
    assigns *status \from *status, x, low, high, bit;
    ensures \is_finite(\result);
    ensures epi_in_domain(\result, low, high, nan);
    ensures *status == \old(*status) || *status == (\old(*status) | bit);
*/
static inline float epi_clamp_zero(float x, uint32_t low, uint32_t high, uint32_t nan, uint32_t bit,
                                   uint32_t *status)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    uint32_t sign;
    uint32_t odd;
    uint32_t room;
    uint32_t step;
    uint32_t out;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    sign = 0U - (v.u >> 31U);
    odd = (v.u + 0x007FFFFFU) ^ v.u;
    room = ((high & 0x7FFFFFFFU) - m) + (((low & 0x7FFFFFFFU) - (high & 0x7FFFFFFFU)) & sign);
    step = (high - v.u) + ((low - high) & sign);
    out = 0U - ((room & ~odd) >> 31U);
    odd = 0U - (odd >> 31U);
    *status |= bit & (out | odd);
    v.u = v.u + ((step & out) + ((nan - v.u) & odd));
    return v.f;
}
