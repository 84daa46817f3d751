/*
 * tanh(x) with an absolute error of at most 1e-3 (8.6e-4): x P(x^2) / Q(x^2) of degrees 3 and 4
 * (derive.sollya), |x| clamped at 4.125, from where the result is +-0.99914. Exactly odd; NaN
 * gives an end by its sign bit.
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
    float t;
    float n;
    float d;

    v.f = x;
    m = (v.u & 0x7FFFFFFFU) - 0x40840000U;
    v.u = v.u - (m & ((m >> 31U) - 1U));
    t = v.f * v.f;
    n = v.f * ((t * 12.954438F) + 160.53479F);
    d = ((t + 65.97058F) * t) + 160.75912F;
    return n / d;
}
