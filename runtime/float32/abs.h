/*
 * Returns |x|. Deviation from MISRA C:2012 rule 1.2 (advisory, no extensions): gcc and clang have
 * an operation of their own for this, which is faster on some cores than clearing the sign bit; all
 * others get plain C. The result is exact.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && \result == \abs(x);
*/
static inline float epi_abs(float x)
{
#if defined(__GNUC__)
    /* cppcheck-suppress misra-c2012-1.2 */
    return __builtin_fabsf(x);
#else
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;

    v.f = x;
    v.u = v.u & 0x7FFFFFFFU;
    return v.f;
#endif
}
