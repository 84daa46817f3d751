/*
 * tanh(x) = 2 n d / (n n + d d), where n/d approximates tanh(x/2): n = x P(x^2) of
 * degree 7, d = Q(x^2) of degree 4 (derive.sollya). Near +-1 errors of n and d cancel to
 * first order, so few roundings count, and 2 n d <= n n + d d keeps the result within
 * [-1, 1]. |x| is clamped at 8.6875, from where the result is exactly +-1.
 * Over all 2^32 inputs: error at most 3.58 ulp (normal results) and 2.1e-7 absolute;
 * exactly odd, zeros included; NaN gives +-1 by its sign bit.
 * Neighbours out of order: 11,635,054 pairs, by at most 4 ulp.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t k;
    float t;
    float p;
    float n;
    float d;
    float g;

    v.f = x;
    k = (0U - (((v.u & 0x7FFFFFFFU) - 0x410B0000U) >> 31U)) | 0x80000000U;
    v.u = (v.u & k) | (0x410B0000U & ~k);
    t = v.f * v.f;
    p = (t * -3.38769969e-05F) + 0.036695987F;
    p = (p * t) + 13.4608927F;
    p = (p * t) + 474.093414F;
    n = v.f * p;
    d = ((t + 105.937279F) * t) + 948.186829F;
    g = n * d;
    return (g + g) / ((n * n) + (d * d));
}
