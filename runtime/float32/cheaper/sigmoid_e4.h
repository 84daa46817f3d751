/*
 * Returns 1 / (1 + exp(-x)) with an absolute error of at most 2.4e-5, for --accuracy=1e-4. The code
 * computes 1/2 + tanh(x/2)/2 by a fraction x P(x^2) / Q(x^2) of degrees 5 and 4 (derive.sollya in
 * the sources of epigen has the coefficients). It clamps |x| at 10 (0x41200000U); the range is
 * [0.00002, 0.99998]; a NaN gives an end of it by its sign bit.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 < \result <= 1.0;
*/
static inline float epi_sigmoid_e4(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    float t;
    float p;
    float d;

    v.f = x;
    m = (v.u & 0x7FFFFFFFU) - 0x41200000U;
    v.u = v.u - (m & ((m >> 31U) - 1U));
    t = v.f * v.f;
    p = (t * 0.012954641F) + 8.048235F;
    p = (p * t) + 316.41592F;
    d = ((t + 137.51012F) * t) + 1265.9039F;
    return ((v.f * p) / d) + 0.5F;
}
