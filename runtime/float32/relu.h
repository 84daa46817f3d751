/*
 * Returns max(x, 0) as half of x + |x|, which stays in the registers of an FPU. The caller keeps x
 * below 1.7014e38, so that the sum is finite. The sum is 2x or +0, its half is exact, denormals
 * included: -0 becomes +0. The result is exact and monotone (checked on all 2^32 patterns).
 */
/*@ requires \is_finite(x) && x <= 1.7014e38;
    assigns \result \from x;
    ensures \is_finite(\result) && \result >= 0.0;
    ensures \result >= x;
    ensures \result == x || \result == 0.0;
*/
static inline float epi_relu(float x) { return 0.5F * (x + epi_abs(x)); }
