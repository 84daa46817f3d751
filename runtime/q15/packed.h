/*
 * Two values of 16 bits in a word: the lower half is the one with the even number. epi_pack makes
 * it, and epi_smlad adds both products of two such words to
 * a sum, in one instruction where the core has it; elsewhere the same bits come from plain C.
 */
static inline uint32_t epi_pack(int32_t lower, int32_t upper)
{
    return ((uint32_t)lower & 0xFFFFU) | ((uint32_t)upper << 16U);
}

static inline int32_t epi_smlad(uint32_t values, uint32_t weights, int32_t sum)
{
#if defined(__ARM_FEATURE_SIMD32)
    return __smlad((int16x2_t)values, (int16x2_t)weights, sum);
#else
    return (sum + (epi_lower(values) * epi_lower(weights))) +
           (epi_upper(values) * epi_upper(weights));
#endif
}
