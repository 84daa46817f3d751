/*
 * Returns tanh of an argument as a value of 16 bits, by a table: z stands for (z + 1/2) * 2^-12,
 * the result r for (r + 1/2) * 2^(n - 22), n from 7 to 22. The largest error is 6e-5 for n = 7, and
 * half a unit of the result more above.
 */
/*@ requires 7 <= n <= 22;
    assigns \result \from z, n;
    ensures -(4194304 >> n) <= \result < (4194304 >> n);
*/
static inline int32_t epi_tanh_t(int32_t z, uint32_t n) { return epi_shift(epi_tanh_table(z), n); }
