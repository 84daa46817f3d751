/*
 * Returns tanh(x) for |x| <= 65536, within 1e-4. It clamps |x| at 5.25 in
 * floating point, where w is twice the clamped number up to the rounding of two sums. Then it takes
 * an odd polynomial of degree 6 of an odd cubic, both in the absolute value (derive.sollya in the
 * sources of epigen has the coefficients).
 */
/*@ requires \is_finite(x) && -65536.0 <= x <= 65536.0;
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e4_core(float x)
{
    const float w = epi_abs(x + 5.25F) - epi_abs(x - 5.25F);
    const float a = epi_abs(w);
    float n;
    float t;
    float p;

    n = w * (((a - 26.7726573F) * a) + 249.072081F);
    t = epi_abs(n);
    p = (t * -4.64558322e-18F) + 1.10042514e-14F;
    p = (p * t) - 6.80603057e-12F;
    p = (p * t) - 1.43919776e-09F;
    p = (p * t) + 8.28573832e-07F;
    p = (p * t) + 0.00200742227F;
    return n * p;
}
