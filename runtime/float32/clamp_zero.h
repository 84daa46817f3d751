/*
 * epi_clamp for a domain with zero in it, low <= 0 <= high, in less time: the sign of x says
 * which bound it can be beyond, and magnitudes compare as integers. A NaN is beyond either;
 * adding 2^23 - 1 to it, and to nothing else, carries into the sign bit.
 * Exact (the same as epi_clamp on all 2^32 patterns). Not inline, for the reasons given there.
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
static float epi_clamp_zero(float x, uint32_t low, uint32_t high, uint32_t nan, uint32_t bit,
                            uint32_t *status)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    uint32_t below;
    uint32_t above;
    uint32_t odd;
    uint32_t out;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    odd = (v.u + 0x007FFFFFU) ^ v.u;
    below = ((low & 0x7FFFFFFFU) - m) & v.u;
    above = ((high & 0x7FFFFFFFU) - m) & ~v.u;
    below = 0U - ((below & ~odd) >> 31U);
    above = 0U - ((above & ~odd) >> 31U);
    odd = 0U - (odd >> 31U);
    out = below | above | odd;
    *status |= bit & out;
    v.u = (v.u & ~out) | (low & below) | (high & above) | (nan & odd);
    return v.f;
}
