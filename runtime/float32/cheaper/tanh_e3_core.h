/*
 * Returns tanh(x) for |x| <= 65536, within 1e-3. It clamps |x| at 3.75 in
 * floating point, where w is twice the clamped number up to the rounding of two sums. Then it takes
 * an odd quadratic of an odd cubic of an odd quadratic, all three in the absolute value
 * (derive.sollya in the sources of epigen has the coefficients).
 */
/*@ requires \is_finite(x) && -65536.0 <= x <= 65536.0;
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e3_core(float x)
{
    const float w = epi_abs(x + 3.75F) - epi_abs(x - 3.75F);
    float n;
    float t;
    float q;

    n = w * (15.391351F - epi_abs(w));
    t = epi_abs(n);
    q = n * (((t - 174.65744F) * t) + 10430.474F);
    return q * ((epi_abs(q) * 7.70148788e-12F) + 3.05682465e-06F);
}
