/*
 * The clamp of an input: it turns any bit pattern x into a number of the domain [low, high]. The
 * parameters low, high and nan are the bits of finite floats, low < high. An x in the domain is
 * returned as it is, an x outside of it becomes the nearest bound, a NaN becomes the float with the
 * bits nan, which is not clamped; the last two set the bit in *status. As in C, -0 equals +0: it is
 * in [0, 1] and comes back as -0. The code compares floats as signed integers: key is the two's
 * complement of sign and magnitude, and both zeros have the key 0. The top bit of below is set if
 * key < key_low: it is that of key & (key - key_low) for key_low < 0, else of key | (key -
 * key_low), which flipping makes one formula. The top bit of above is computed likewise. Adding
 * 2^23 - 1 to a NaN, and to nothing else, carries into the sign bit. The predicate epi_in_domain
 * says for the bits low, high and nan of each input, with nan in [low, high], between which numbers
 * the result lies. With literal bounds the keys and flips are constants. Written with masks so that
 * compilers make no branch of it. The result is exact (checked on all 2^32 patterns, twelve
 * domains).
 */
/*@ requires \valid(status);
    requires (low & 0x7FFFFFFF) < 0x7F800000;
    requires (high & 0x7FFFFFFF) < 0x7F800000;
    requires (nan & 0x7FFFFFFF) < 0x7F800000;
    assigns \result \from x, low, high, nan;
    assigns *status \from *status, x, low, high, bit;
    ensures \is_finite(\result);
    ensures epi_in_domain(\result, low, high, nan);
    ensures *status == \old(*status) || *status == (\old(*status) | bit);
*/
static float epi_clamp(float x, uint32_t low, uint32_t high, uint32_t nan, uint32_t bit,
                       uint32_t *status)
{
    const uint32_t sign_low = 0U - (low >> 31U);
    const uint32_t sign_high = 0U - (high >> 31U);
    const uint32_t key_low = (low ^ (sign_low >> 1U)) - sign_low;
    const uint32_t key_high = (high ^ (sign_high >> 1U)) - sign_high;
    const uint32_t flip_low = (key_low >> 31U) - 1U;
    const uint32_t flip_high = 0U - (key_high >> 31U);
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t sign;
    uint32_t key;
    uint32_t below;
    uint32_t above;
    uint32_t odd;
    uint32_t out;

    v.f = x;
    sign = 0U - (v.u >> 31U);
    key = (v.u ^ (sign >> 1U)) - sign;
    below = key - key_low;
    below = ((key ^ flip_low) & (below ^ flip_low)) ^ flip_low;
    above = key_high - key;
    above = ((~key ^ flip_high) & (above ^ flip_high)) ^ flip_high;
    odd = (v.u + 0x007FFFFFU) ^ v.u;
    below = 0U - ((below & ~odd) >> 31U);
    above = 0U - ((above & ~odd) >> 31U);
    odd = 0U - (odd >> 31U);
    out = below | above | odd;
    *status |= bit & out;
    v.u = (v.u & ~out) | (low & below) | (high & above) | (nan & odd);
    return v.f;
}
