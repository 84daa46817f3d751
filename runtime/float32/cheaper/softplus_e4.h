/*
 * Returns log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)) with an absolute error of at most 9.3e-5
 * and half an ulp, for --accuracy=1e-4. The second term is a polynomial of degree 9 in |x| - 5
 * (derive.sollya in the sources of epigen has the coefficients), with |x| clamped at 10
 * (0x41200000U). The result is greater than 0: it is 1.1e-5 or more, and 9.2e-5 from -10 down.
 * Infinity gives FLT_MAX, a NaN FLT_MAX or 9.2e-5 by its sign bit.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 < \result;
    ensures \result >= x;
    ensures \result <= \max(x, 0.0) + 0.694;
*/
static inline float epi_softplus_e4(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits p;
    uint32_t m;
    uint32_t k;
    float q;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = m - 0x41200000U;
    p.u = m - (k & ((k >> 31U) - 1U));
    p.f = p.f - 5.0F;
    q = (p.f * 3.0478812e-08F) + -2.0404718e-07F;
    q = (q * p.f) + -1.0197641e-06F;
    q = (q * p.f) + 1.2245838e-05F;
    q = (q * p.f) + -5.023563e-05F;
    q = (q * p.f) + 0.00022822277F;
    q = (q * p.f) + -0.0010872313F;
    q = (q * p.f) + 0.0034279537F;
    q = (q * p.f) + -0.0067040976F;
    q = (q * p.f) + 0.006669293F;
    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);
    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);
    return v.f + q;
}
