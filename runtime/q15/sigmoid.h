/*
 * Returns the sigmoid 1 / (1 + exp(-x)) of x = (z + 1/2) * 2^-12 in units of 2^(n - 31), n from 17
 * to 31: 1/2 and half of tanh(x / 2), rounded to nearest. The largest error is 7.6e-5 for n = 17,
 * of which half a unit is rounding; results lie from 0 to 1, both included.
 */
/*@ requires 17 <= n <= 31;
    assigns \result \from z, n;
    ensures 0 <= \result <= (2147483648 >> n);
*/
static inline int32_t epi_sigmoid(int32_t z, uint32_t n)
{
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const int32_t m = epi_least((uint32_t)z ^ sign);
    const uint32_t t = (uint32_t)epi_tanh_core(m) ^ sign;
    const uint32_t middle = 1073741824U >> n;
    const uint32_t half = ((uint32_t)1U << n) >> 1U;

    return (int32_t)middle + epi_shift((int32_t)t + (int32_t)half, n);
}
