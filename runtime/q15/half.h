/*
 * Returns the upper half of a word, as a number of 16 bits with a sign.
 */
static inline int32_t epi_upper(uint32_t word) { return epi_shift((int32_t)word, 16U); }

/*
 * Returns the lower half of a word, as a number of 16 bits with a sign.
 */
static inline int32_t epi_lower(uint32_t word)
{
    const uint32_t raised = word << 16U;

    return epi_shift((int32_t)raised, 16U);
}
