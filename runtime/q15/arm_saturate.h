/*
 * Returns the number of 16 bits that is nearest to z. Exact for every z. One instruction where the
 * core has it; elsewhere masks, so that compilers make no branch of it.
 */
/*@ assigns \result \from z;
    ensures -32768 <= \result <= 32767;
*/
static inline int32_t epi_saturate(int32_t z)
{
#if defined(__ARM_FEATURE_SAT)
    return __ssat(z, 16);
#else
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const uint32_t size = (uint32_t)z ^ sign;
    const uint32_t inside = 0U - ((size - 32768U) >> 31U);
    const uint32_t out = ((size & inside) | (32767U & ~inside)) ^ sign;

    return (int32_t)out;
#endif
}
