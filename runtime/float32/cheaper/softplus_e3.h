/*
 * Returns log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)) with an absolute error of at most 5.4e-4
 * and half an ulp, for --accuracy=1e-3. The second term is a polynomial of degree 6 in |x|
 * (derive.sollya in the sources of epigen has the coefficients), with |x| clamped at 7
 * (0x40E00000U). The result is greater than 0: it is 3.7e-4 from -7 down. Infinity gives FLT_MAX, a
 * NaN FLT_MAX or 3.7e-4 by its sign bit.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 < \result;
    ensures \result >= x;
    ensures \result <= \max(x, 0.0) + 0.694;
*/
static inline float epi_softplus_e3(float x)
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
    k = m - 0x40E00000U;
    p.u = m - (k & ((k >> 31U) - 1U));
    q = (p.f * -1.5646763e-05F) + 0.00027113582F;
    q = (q * p.f) + -0.00068003044F;
    q = (q * p.f) + -0.015341064F;
    q = (q * p.f) + 0.1436853F;
    q = (q * p.f) + -0.50790006F;
    q = (q * p.f) + 0.6936819F;
    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);
    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);
    return v.f + q;
}
