/*
 * Returns x for x > 0, else alpha * (exp(x) - 1), for alpha > 0. The code adds max(x, 0) and
 * alpha * (exp(z) - 1) with z = min(x, 0): one of the two is 0, so the sum is exact; zeros give +0.
 * It splits z = n ln 2 + r with |r| <= 0.35; adding 1.5 * 2^23 (12582912.0F) rounds n and leaves it
 * in the low bits of the sum. exp(r) - 1 is a polynomial of degree 6 (derive.sollya in the sources
 * of epigen has the coefficients), and exp(z) - 1 = 2^n (exp(r) - 1) + (2^n - 1): near 0 n is 0, so
 * nothing cancels. The code clamps z at -18 (0x41900000U with a sign) and max(x, 0) at FLT_MAX
 * (0x7F7FFFFFU); exp(z) - 1 is exactly -1 from -17.33 down.
 * Over all 2^32 inputs the result is exact for x > 0; else the error is at most 0.95 ulp and
 * 4.3e-8 absolute for alpha = 1, and 1.97 ulp for any alpha. The result is monotone for alpha = 1;
 * the range is [-alpha, FLT_MAX]. Infinity gives FLT_MAX, a NaN FLT_MAX or -alpha by its sign bit.
 */
/*@ requires \is_finite(x) && \is_finite(alpha) && 0.0 < alpha;
    assigns \result \from x, alpha;
    ensures \is_finite(\result) && \result >= -alpha;
    ensures \result <= \max(x, 0.0);
    ensures x >= 0.0 ==> \result == x;
*/
static inline float epi_elu(float x, float alpha)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits z;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits j;
    uint32_t m;
    uint32_t above;
    uint32_t k;
    float n;
    float r;
    float p;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    above = (v.u >> 31U) - 1U;
    k = (0U - ((m - 0x41900000U) >> 31U)) | 0x80000000U;
    z.u = (v.u & k) | (0x41900000U & ~k);
    j.u = z.u & above;
    z.f = z.f - j.f;
    k = (0U - ((m - 0x7F7FFFFFU) >> 31U)) | 0x80000000U;
    v.u = ((v.u & k) | (0x7F7FFFFFU & ~k)) & above;
    j.f = (z.f * 1.44269502F) + 12582912.0F;
    n = j.f - 12582912.0F;
    r = (z.f - (n * 0.693359375F)) - (n * -0.000212194442F);
    p = (r * 0.0013823522F) + 0.00836881902F;
    p = (p * r) + 0.0416682363F;
    p = (p * r) + 0.166665196F;
    p = (p * r) + 0.49999994F;
    p = ((p * r) * r) + r;
    j.u = 0x3F800000U + (j.u << 23U);
    p = (p * j.f) + (j.f - 1.0F);
    return v.f + (alpha * p);
}
