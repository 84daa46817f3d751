/*
 * Returns the smaller one of size and 40959, which stands for 5 before the tanh, for size below
 * 2^31. Exact. Three saturating instructions where the core has them; elsewhere masks, so that
 * compilers make no branch of it.
 */
/*@ requires size <= 2147483647;
    assigns \result \from size;
    ensures 0 <= \result <= 40959;
*/
static inline int32_t epi_least(uint32_t size)
{
#if defined(__ARM_FEATURE_SIMD32)
    const uint32_t half = (uint32_t)__usat((int32_t)size, 16);
    const uint32_t least = half - (uint32_t)__uqsub16(half, 40959U);
#else
    const uint32_t inside = 0U - ((size - 40960U) >> 31U);
    const uint32_t least = (size & inside) | (40959U & ~inside);
#endif

    return (int32_t)least;
}
