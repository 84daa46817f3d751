/*
 * Returns tanh(x). The code clamps |x| at 8.6875 (0x410B0000U), from where on the result is exactly
 * +-1, and calls epi_tanh_core. Over all 2^32 inputs the error is at most 3.58 ulp (normal results)
 * and 2.1e-7 absolute; the function is exactly odd, zeros included; a NaN gives +-1 by its sign
 * bit. 11,635,054 pairs of neighbouring inputs have results in the wrong order, by at most 4 ulp.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && -1.0 <= \result <= 1.0;
*/
static inline float epi_tanh(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t k;

    v.f = x;
    k = (0U - (((v.u & 0x7FFFFFFFU) - 0x410B0000U) >> 31U)) | 0x80000000U;
    v.u = (v.u & k) | (0x410B0000U & ~k);
    return epi_tanh_core(v.f);
}
