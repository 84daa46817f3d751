/*
 * Returns exp(z) * 2^s for a z that the caller has clamped; shift is s * 2^23 modulo 2^32.
 * The code splits z = n ln 2 + r with |r| <= 0.35. Adding 1.5 * 2^23 rounds n and leaves it in the
 * low bits of the sum. n ln 2 is subtracted in two parts, and the first product is exact. exp(r) is
 * a polynomial of degree 6 with a relative error of 3.2e-9 (derive.sollya in the sources of epigen
 * has the coefficients). n + s is added to the exponent, so the result must lie in [2^-126, 2^127).
 * Scaled back by one multiplication with a power of two it has an error of at most 1.18 ulp.
 */
/*@ requires \is_finite(z) && -105.0 <= z <= 89.0;
    assigns \result \from z, shift;
*/
static inline float epi_exp_core(float z, uint32_t shift)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits j;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    float n;
    float r;
    float p;

    j.f = (z * 1.44269502F) + 12582912.0F;
    n = j.f - 12582912.0F;
    r = (z - (n * 0.693359375F)) - (n * -0.000212194442F);
    p = (r * 0.0013823522F) + 0.00836881902F;
    p = (p * r) + 0.0416682363F;
    p = (p * r) + 0.166665196F;
    p = (p * r) + 0.49999994F;
    p = (p * r) + 1.0F;
    v.f = (p * r) + 1.0F;
    v.u = (v.u + (j.u << 23U)) + shift;
    return v.f;
}
