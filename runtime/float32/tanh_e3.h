/*
 * tanh(x) with an absolute error of at most 1e-3 (9.0e-4), without a division: n = x P(x^2) of
 * degree 5, then n Q(n^2) of degree 7 (derive.sollya), |x| clamped at 4, from where the result is
 * +-0.99911. Exactly odd; NaN gives an end by its sign bit. Not monotone: from |x| = 3.84 to 4 it
 * falls by 8.9e-4. (One mask used twice: gcc makes a shifted operand of it, and clang no IT block.)
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e3(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    uint32_t k;
    float t;
    float n;
    float s;
    float q;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = 0U - ((m + 0x3F800000U) >> 31U);
    v.u = (v.u - (m & k)) + (0x40800000U & k);
    t = v.f * v.f;
    n = v.f * (((t - 33.5087F) * t) + 547.517F);
    s = n * n;
    q = (s * -3.1916752e-22F) + 1.0188857e-15F;
    q = (q * s) - 1.5203921e-09F;
    q = (q * s) + 0.0018178377F;
    return n * q;
}
