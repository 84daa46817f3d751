/*
 * Returns max(x, 0). The code clears all bits when the sign bit is set, so -0 becomes +0.
 * The result is exact and monotone for every finite x (checked on all 2^32 patterns).
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && \result >= 0.0;
    ensures \result >= x;
    ensures \result == x || \result == 0.0;
*/
static inline float epi_relu(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.f = x;
    v.u = v.u & ((v.u >> 31U) - 1U);
    return v.f;
}
