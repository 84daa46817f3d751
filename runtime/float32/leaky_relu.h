/*
 * Returns x for x > 0, else slope * x rounded once, for 0 < slope < 1. With p = max(x, 0), the
 * difference x - p is exactly x or 0: one of the two terms is 0 and the sum is exact. Zeros give
 * +0. The caller keeps x below 1.7014e38, as relu wants it. The result is exact and monotone
 * (checked on all 2^32 patterns, three slopes).
 */
/*@ requires \is_finite(x) && x <= 1.7014e38 && \is_finite(slope) && 0.0 < slope < 1.0;
    assigns \result \from x, slope;
    ensures \is_finite(\result) && \result >= x;
    ensures \result == x || \result <= 0.0;
*/
static inline float epi_leaky_relu(float x, float slope)
{
    const float p = epi_relu(x);

    return p + (slope * (x - p));
}
