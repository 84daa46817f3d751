/*
 * Returns exp(z * 2^-12) in units of 2^(n - 15), n from 0 to 15, by a table, rounded to nearest (a
 * half upwards), for results of 16 bits. An argument below -11 gives what -11 gives. The largest
 * error is 7.9e-5 relative and 1.7e-5 absolute, beside half a unit of rounding.
 */
/*@ requires z <= 45056 && n <= 15;
    assigns \result \from z, n;
    ensures 0 <= \result <= 65536;
*/
static inline int32_t epi_exp_t(int32_t z, uint32_t n)
{
    int32_t power;
    const int32_t t = epi_exp_table(epi_relu(z + 45056) - 45056, &power);
    const int32_t right = ((int32_t)n - 1) - power; /* from 0 for results of 16 bits to 30 */

    return epi_shift(epi_shift(epi_shift(t, 15U), (uint32_t)right & 31U) + 1, 1U);
}
