/*
 * epi_tanh without its clamp, for arguments that are known to be inside of it: the same bits.
 */
/*@ requires \is_finite(x) && -8.6875 <= x <= 8.6875;
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_inside(float x)
{
    const float t = x * x;
    float p;
    float n;
    float d;
    float g;

    p = (t * -3.38769969e-05F) + 0.036695987F;
    p = (p * t) + 13.4608927F;
    p = (p * t) + 474.093414F;
    n = x * p;
    d = ((t + 105.937279F) * t) + 948.186829F;
    g = n * d;
    return (g + g) / ((n * n) + (d * d));
}
