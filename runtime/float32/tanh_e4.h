/*
 * tanh(x) with an absolute error of at most 1e-4 (4.8e-5): x P(x^2) / Q(x^2) of degrees 5 and 4
 * (derive.sollya), |x| clamped at 5, from where the result is +-0.99995. Exactly odd; NaN
 * gives an end by its sign bit.
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
    float t;
    float p;
    float d;

    v.f = x;
    m = (v.u & 0x7FFFFFFFU) - 0x40A00000U;
    v.u = v.u - (m & ((m >> 31U) - 1U));
    t = v.f * v.f;
    p = (t * 0.051818565F) + 8.048235F;
    p = (p * t) + 79.10398F;
    d = ((t + 34.37753F) * t) + 79.118996F;
    return (v.f * p) / d;
}
