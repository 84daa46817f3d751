/*
 * Returns what a word of a table of kernels stands for at `rest`, from 0 to 1023, in units of
 * 2^-30: the upper half is the value where the word's step begins, in units of 2^-16, the lower
 * half what it grows by in that step, with a sign, in units of 2^-20. Exact.
 */
/*@ requires rest <= 1023;
    assigns \result \from word, rest;
*/
static inline int32_t epi_line(uint32_t word, uint32_t rest)
{
    const uint32_t start = (word >> 16U) << 14U;

    return (int32_t)start + (epi_lower(word) * (int32_t)rest);
}
