/*
 * tanh(x) with an absolute error of at most 1e-4 (4.6e-5), without a division. |x| is clamped
 * twice: at 65536 as an integer, then at 5.25 in floating point, where w is twice the clamped
 * number up to the rounding of two sums; from there the result is +-0.99996. An odd polynomial of
 * degree 6 of an odd cubic, both in |.| (derive.sollya). Exactly odd; NaN gives an end by its sign
 * bit. Neighbours out of order: by at most 9e-7. (The mask: see tanh_e3.h.)
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e4(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    uint32_t k;
    float w;
    float a;
    float n;
    float t;
    float p;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = 0U - ((m + 0x38800000U) >> 31U);
    v.u = (v.u - (m & k)) + (0x47800000U & k);
    w = epi_abs(v.f + 5.25F) - epi_abs(v.f - 5.25F);
    a = epi_abs(w);
    n = w * (((a - 26.7726573F) * a) + 249.072081F);
    t = epi_abs(n);
    p = (t * -4.64558322e-18F) + 1.10042514e-14F;
    p = (p * t) - 6.80603057e-12F;
    p = (p * t) - 1.43919776e-09F;
    p = (p * t) + 8.28573832e-07F;
    p = (p * t) + 0.00200742227F;
    return n * p;
}
