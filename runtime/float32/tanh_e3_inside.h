/*
 * epi_tanh_e3 without its first clamp, for arguments that are known to be inside of it: the same
 * bits.
 */
/*@ requires \is_finite(x) && -65536.0 <= x <= 65536.0;
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e3_inside(float x)
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
