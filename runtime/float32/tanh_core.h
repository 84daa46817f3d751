/*
 * Returns tanh(x) for |x| <= 8.6875, with an error of at most 3.58 ulp (normal results) and 2.1e-7
 * absolute. It computes tanh(x) = 2 n d / (n n + d d), where n/d approximates tanh(x/2): n = x
 * P(x^2) has degree 7 and d = Q(x^2) degree 4 (derive.sollya in the sources of epigen has the
 * coefficients). Near +-1 the errors of n and d cancel to first order, so few roundings count, and
 * 2 n d <= n n + d d keeps the result within [-1, 1].
 */
/*@ requires \is_finite(x) && -8.6875 <= x <= 8.6875;
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_core(float x)
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
