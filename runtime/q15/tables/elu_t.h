/*
 * Returns z * 2^-n if z is above zero, else alpha * (exp(z * 2^-15) - 1), by a table; alpha has the
 * unit of the result, 2^(n - 15). Rounded to nearest (a half upwards). Below -11 it is what it is
 * at -11. The largest error is 4e-5 of alpha, beside a unit of rounding.
 */
/*@ requires n <= 31 && -1073741824 <= z <= 1073741824;
    requires 0 <= alpha <= 32767;
    assigns \result \from z, n, alpha;
    ensures -alpha - 1 <= \result;
    ensures \result <= 1 || \result <= ((z + ((1 << n) / 2)) >> n) + 1;
*/
static inline int32_t epi_elu_t(int32_t z, uint32_t n, int32_t alpha)
{
    const int32_t above = epi_relu(z);
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t power;
    const int32_t t =
        epi_exp_table(epi_relu(45056 - epi_shift((above - z) + 4, 3U)) - 45056, &power);
    const int32_t right = 15 - power;
    const int32_t less = 32768 - epi_shift(t, (uint32_t)right);

    return epi_shift(above + (int32_t)half, n) - epi_shift((alpha * less) + 16384, 15U);
}
