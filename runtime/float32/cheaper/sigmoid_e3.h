/*
 * Returns 1 / (1 + exp(-x)) with an absolute error of at most 4.3e-4, for --accuracy=1e-3. The code
 * computes 1/2 + tanh(x/2)/2 by a fraction x P(x^2) / Q(x^2) of degrees 3 and 4 (derive.sollya in
 * the sources of epigen has the coefficients). It clamps |x| at 8.25 (0x41040000U); a NaN gives an
 * end of the range by its sign bit.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 < \result <= 1.0;
*/
static inline float epi_sigmoid_e3(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    float t;
    float n;
    float d;

    v.f = x;
    m = (v.u & 0x7FFFFFFFU) - 0x41040000U;
    v.u = v.u - (m & ((m >> 31U) - 1U));
    t = v.f * v.f;
    n = v.f * ((t * 12.954438F) + 642.13916F);
    d = ((t + 263.88232F) * t) + 2572.146F;
    return (n / d) + 0.5F;
}
