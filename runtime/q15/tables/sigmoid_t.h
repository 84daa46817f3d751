/*
 * Returns the sigmoid 1 / (1 + exp(-x)) of x = (z + 1/2) * 2^-11 in units of 2^(n - 23), n from 9
 * to 22, by a table: 1/2 and half of tanh(x / 2), rounded to nearest. The largest error is 3e-5,
 * beside half a unit; results lie from 0 to 1, both included.
 */
/*@ requires 9 <= n <= 22;
    assigns \result \from z, n;
    ensures 0 <= \result <= (8388608 >> n);
*/
static inline int32_t epi_sigmoid_t(int32_t z, uint32_t n)
{
    const uint32_t half = ((uint32_t)1U << n) >> 1U;

    return epi_shift((epi_tanh_table(z) + 4194304) + (int32_t)half, n);
}
