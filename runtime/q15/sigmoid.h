/*
 * Returns the sigmoid 1 / (1 + exp(-x)) of x = (z + 1/2) * 2^-12 in units of 2^(n - 31), n from 17
 * to 31: 1/2 and half of tanh(x / 2), rounded to nearest. The largest error is 7.6e-5 for n = 17,
 * of which half a unit is rounding; results lie from 0 to 1, both included. The polynomial is that
 * of tanh, a second time: a compiler that saves bytes would call it from each of both.
 */
/*@ requires 17 <= n <= 31;
    assigns \result \from z, n;
    ensures 0 <= \result <= (2147483648 >> n);
*/
static inline int32_t epi_sigmoid(int32_t z, uint32_t n)
{
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const int32_t m = epi_least((uint32_t)z ^ sign);
    const uint32_t middle = 1073741824U >> n;
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;
    uint32_t out;

    u = 35498 - epi_shift(43858 * m, 17U);
    u = 40339 - epi_shift(u * m, 15U);
    u = epi_shift(u * m, 14U);
    t = 33829 - epi_shift(46054 * u, 17U);
    t = 53516 - epi_shift(t * u, 14U);
    t = 20165 + epi_shift(t * u, 14U);
    t = 34795 - epi_shift(t * u, 14U);
    t = 53300 + epi_shift(t * u, 16U);
    t = t * u;
    out = (uint32_t)t ^ sign;
    return (int32_t)middle + epi_shift((int32_t)out + (int32_t)half, n);
}
