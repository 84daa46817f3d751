/*
 * Returns tanh(x) with an absolute error of at most 4.6e-5 and without a division, for
 * --accuracy=1e-4. The code clamps |x| at 65536 and calls epi_tanh_e4_core. Large |x| give
 * +-0.99996; the function is exactly odd; a NaN gives an end of the range by its sign bit.
 * Neighbouring inputs may have results in the wrong order, by at most 9e-7. 0x47800000U is 65536;
 * adding 0x38800000U to bits from there on reaches the sign bit. Written with masks so that
 * compilers make no branch of it.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh_e4(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t m;
    uint32_t k;

    v.f = x;
    m = v.u & 0x7FFFFFFFU;
    k = 0U - ((m + 0x38800000U) >> 31U);
    v.u = (v.u - (m & k)) + (0x47800000U & k);
    return epi_tanh_e4_core(v.f);
}
