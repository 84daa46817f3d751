/*
 * Returns log(1 + exp(z * 2^-15)) in units of 2^(n - 15), rounded to nearest (a half upwards): what
 * is above zero of z, and a function of the magnitude that falls from log(2) to 0. That one is a
 * cubic inside a polynomial of degree 6, from 10.4 on a constant below 6.2e-5. The largest error
 * is 7.3e-5, beside half a unit of rounding; no result is negative.
 */
/*@ requires n <= 31 && -1073741824 <= z <= 1073741824;
    assigns \result \from z, n;
    ensures 0 <= \result;
    ensures \result <= ((22714 + ((1 << n) / 2)) >> n) ||
            \result <= ((z + 22714 + ((1 << n) / 2)) >> n);
*/
static inline int32_t epi_softplus(int32_t z, uint32_t n)
{
    const int32_t above = epi_relu(z);
    const int32_t m = 42597 - epi_relu(42597 - epi_shift((above - z) + above, 3U));
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;

    u = -34533 + epi_shift(42000 * m, 17U);
    u = 39742 + epi_shift(u * m, 15U);
    u = epi_shift(u * m, 14U);
    t = -56816 + epi_shift(33866 * u, 15U);
    t = -24648 + epi_shift(t * u, 16U);
    t = 50014 + epi_shift(t * u, 15U);
    t = 24330 + epi_shift(t * u, 16U);
    t = -53983 + epi_shift(t * u, 15U);
    t = epi_shift(744196928 + (t * u), 15U);
    return epi_shift((above + t) + (int32_t)half, n);
}
