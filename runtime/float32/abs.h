/*
 * Returns |x|. Clearing the sign bit would be right everywhere, but gcc would carry the number to
 * an integer register and back: five cycles on a Cortex-M4F where the FPU needs one. Deviation from
 * MISRA C:2012 rule 1.2 (advisory, no extensions): only gcc and clang get the extension, all others
 * plain C. The result is exact.
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
