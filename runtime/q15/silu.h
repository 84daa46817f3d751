/*
 * Returns x / (1 + exp(-x)) of x = z * 2^-15 in units of 2^(n - 15), rounded to nearest (a half
 * upwards): what is above zero of z less a function of the magnitude, which rises from 0 to 0.279
 * and falls again. That one is a cubic inside a polynomial of degree 7, constant from 13 on. The
 * largest error is 2.5e-4, beside half a unit of rounding.
 */
/*@ requires n <= 31 && -1073741824 <= z <= 1073741824;
    assigns \result \from z, n;
    ensures ((-9136 + ((1 << n) / 2)) >> n) <= \result;
    ensures \result <= ((10 + ((1 << n) / 2)) >> n) || \result <= ((z + 10 + ((1 << n) / 2)) >> n);
*/
static inline int32_t epi_silu(int32_t z, uint32_t n)
{
    const int32_t above = epi_relu(z);
    const int32_t m = 53247 - epi_relu(53247 - epi_shift((above - z) + above, 3U));
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;

    u = -25396 + epi_shift(25739 * m, 17U);
    u = 34319 + epi_shift(u * m, 15U);
    u = epi_shift(u * m, 14U);
    t = -44632 + epi_shift(39515 * u, 16U);
    t = 1892 + epi_shift(t * u, 14U);
    t = 61822 + epi_shift(t * u, 16U);
    t = -61882 + epi_shift(t * u, 14U);
    t = -45001 + epi_shift(t * u, 15U);
    t = 62199 + epi_shift(t * u, 14U);
    t = epi_shift(130480 + (t * u), 15U);
    return epi_shift((above - t) + (int32_t)half, n);
}
