/*
 * Returns x for x > 0, else slope * x rounded once, for 0 < slope < 1. With p = max(x, 0), the
 * difference x - p is exactly x or 0: one of the two terms is 0 and the sum is exact. Zeros give
 * +0. The result is exact and monotone for every finite x (checked on all 2^32 patterns, three
 * slopes).
 */
/*@ requires \is_finite(x) && \is_finite(slope) && 0.0 < slope < 1.0;
    assigns \result \from x, slope;
    ensures \is_finite(\result) && \result >= x;
    ensures \result == x || \result <= 0.0;
*/
static inline float epi_leaky_relu(float x, float slope)
{
    const float p = epi_relu(x);

    return p + (slope * (x - p));
}
