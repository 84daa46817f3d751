/*
 * tanh(x) with an absolute error of at most 1e-3 (6.8e-4), without a division. |x| is clamped
 * twice: at 65536 as an integer, then at 3.75 in floating point, where w is twice the clamped
 * number up to the rounding of two sums; from there the result is +-0.9995. An odd quadratic of an
 * odd cubic of an odd quadratic, all three in |.| (derive.sollya). Exactly odd; NaN gives an end by
 * its sign bit. Neighbours out of order: by at most 2.6e-6. (One mask used twice: gcc makes a
 * shifted operand of it, and clang no IT block.)
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
    float w;
    float n;
    float t;
    float q;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = 0U - ((m + 0x38800000U) >> 31U);
    v.u = (v.u - (m & k)) + (0x47800000U & k);
    w = epi_abs(v.f + 3.75F) - epi_abs(v.f - 3.75F);
    n = w * (15.391351F - epi_abs(w));
    t = epi_abs(n);
    q = n * (((t - 174.65744F) * t) + 10430.474F);
    return q * ((epi_abs(q) * 7.70148788e-12F) + 3.05682465e-06F);
}
