/*
 * Returns tanh of an argument: z stands for (z + 1/2) * 2^-13, the result r for
 * (r + 1/2) * 2^(n - 30), n from 0 to 30; from 15 on it has 16 bits. A negative number is the
 * complement of a positive one: exactly odd. The largest error is 1.18e-4 up to n = 15, and half a
 * unit of the result more above. Written with masks so that compilers make no branch of it.
 */
/*@ requires n <= 30;
    assigns \result \from z, n;
    ensures -(1073741824 >> n) <= \result < (1073741824 >> n);
*/
static inline int32_t epi_tanh(int32_t z, uint32_t n)
{
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const int32_t m = epi_least((uint32_t)z ^ sign);
    const int32_t t = epi_shift(epi_tanh_core(m), n);
    const uint32_t out = (uint32_t)t ^ sign;

    return (int32_t)out;
}
