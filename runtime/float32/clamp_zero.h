/*
 * The clamp of an input whose domain [low, high] has zero in it; low, high and nan are the bits of
 * finite floats. An x in the domain is returned as it is, an x outside of it becomes the nearest
 * bound, a NaN becomes the float with the bits nan; the last two set the bit in *status. Each bound
 * has the sign of its side: low is -0 or below, high is +0 or above. A number beyond the bound of
 * its own side has larger bits than that bound: room is the difference up to the bound, and adding
 * a negative room leads back to it. A NaN is beyond either bound; adding 2^23 - 1 to it, and to
 * nothing else, carries into the sign bit. Written with masks so that compilers make no branch of
 * it. The predicate epi_in_domain says between which numbers the result lies. The result is exact
 * (checked on all 2^32 patterns against the clamp for any domain).
 */
/*@ requires \valid(status);
    requires 0x80000000 <= low < 0xFF800000;
    requires high < 0x7F800000;
    requires (nan & 0x7FFFFFFF) < 0x7F800000;
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
    uint32_t odd;
    uint32_t room;
    uint32_t out;

    v.f = x;
    odd = (v.u + 0x007FFFFFU) ^ v.u;
    room = (low - v.u) + ((high - low) & ((v.u >> 31U) - 1U));
    out = 0U - ((room & ~odd) >> 31U);
    odd = 0U - (odd >> 31U);
    *status |= bit & (out | odd);
    v.u = v.u + ((room & out) + ((nan - v.u) & odd));
    return v.f;
}
