/*
 * Returns a divided by 2^n, rounded down; n is at most 31. C leaves the right shift of a negative
 * number to the implementation: all compilers for the cores of this file repeat the sign, which is
 * what the file needs, and the #error above this function ends the compilation where one does not.
 * Deviation from MISRA C:2012 rule 10.1 (required, no shifts of signed numbers), here only: by
 * unsigned numbers a shift costs three instructions, and a division may take a time that depends on
 * data.
 */
/*@ requires 0 <= n <= 31;
    assigns \result \from a, n;
*/
static inline int32_t epi_shift(int32_t a, uint32_t n)
{
    /* cppcheck-suppress misra-c2012-10.1 */
    return a >> n;
}
