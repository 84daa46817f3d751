/*
 * Returns z * z * 2^-n, rounded to nearest (a half upwards), for z of 16 bits and n from 1 to 31.
 */
/*@ requires -32767 <= z <= 32767;
    requires 1 <= n <= 31;
    assigns \result \from z, n;
    ensures 0 <= \result && \result == ((z * z + ((1 << n) / 2)) >> n);
*/
static inline int32_t epi_square(int32_t z, uint32_t n)
{
    const int32_t product = z * z;
    const uint32_t out = (((uint32_t)product >> (n - 1U)) + 1U) >> 1U;

    return (int32_t)out;
}
