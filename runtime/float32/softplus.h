/*
 * Returns log(1 + exp(x)) = max(x, 0) + log1p(t) with t = exp(-|x|). The code computes log1p(t) as
 * 2 atanh(u/2) with u = 2t / (2 + t) <= 2/3: u plus an odd polynomial of degree 9 with an error of
 * 1.5e-8 (derive.sollya in the sources of epigen has the coefficients). It takes t 2^64 times too
 * large and scales it back, so that gradual underflow rounds once: 0x20000000U adds 64 to an
 * exponent, 5.42101086e-20F is 2^-64. It clamps |x| at 104 (0x42D00000U) for t and at FLT_MAX
 * (0x7F7FFFFFU) for max(x, 0). Over all 2^32 inputs the error is at most 2.83 ulp, denormal results
 * included; the range is [0, FLT_MAX], so the result is never negative and always finite. It is +0
 * from -103.98 down; infinity gives FLT_MAX, a NaN FLT_MAX or 0 by its sign bit. 2,874,826 pairs of
 * neighbouring inputs have results in the wrong order, by at most 2 ulp.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 <= \result;
    ensures \result >= x;
    ensures \result <= \max(x, 0.0) + 0.6931476;
*/
static inline float epi_softplus(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits p;
    uint32_t m;
    uint32_t k;
    float t;
    float u;
    float h;
    float q;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = 0U - ((m - 0x42D00000U) >> 31U);
    p.u = 0x80000000U | (m & k) | (0x42D00000U & ~k);
    t = epi_exp_core(p.f, 0x20000000U) * 5.42101086e-20F;
    u = (t + t) / (t + 2.0F);
    h = u * u;
    q = (h * 0.00052508543F) + 0.00220555696F;
    q = (q * h) + 0.0125024347F;
    q = (q * h) + 0.0833332986F;
    q = (u * (h * q)) + u;
    k = 0U - ((m - 0x7F7FFFFFU) >> 31U);
    v.u = ((m & k) | (0x7F7FFFFFU & ~k)) & ((v.u >> 31U) - 1U);
    return v.f + q;
}
