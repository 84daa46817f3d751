/*
 * Returns exp(z * 2^-12) in units of 2^-30 * 2^*power, for z from -45056 to 45056 (11). The code
 * turns the argument into one of 2^x; *power is the whole part of x, -16 to 15, and a polynomial of
 * degree 4 computes 2 to the fraction: the result lies from 2^30 to 2^31. The largest relative
 * error is 7.8e-5, and 2.2e-5 for arguments near 0.
 */
/*@ requires -45056 <= z <= 45056;
    requires \valid(power);
    assigns \result, *power \from z;
    ensures 1073741824 <= \result <= 2147483647;
    ensures \initialized(power) && -16 <= *power <= 15;
*/
static inline int32_t epi_exp_core(int32_t z, int32_t *power)
{
    const int32_t x = 23637 * z;
    const uint32_t bits = ((uint32_t)x >> 11U) & 0x7FFFU;
    const int32_t fraction = (int32_t)bits;
    int32_t t;

    t = 1743 + epi_shift(428 * fraction, 15U);
    t = 7881 + epi_shift(t * fraction, 15U);
    t = 22718 + epi_shift(t * fraction, 15U);
    *power = epi_shift(x, 26U);
    return 1073741824 + (t * fraction);
}
