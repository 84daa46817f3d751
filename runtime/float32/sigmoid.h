/*
 * Returns 1 / (1 + exp(-x)). The code clamps |x| at 87.3365402 (0x42AEAC4FU), the largest float
 * below ln 2^126, so that the result is never denormal. Over all 2^32 inputs the error is at most
 * 2.49 ulp where the exact result is normal, and 9.0e-8 absolute; the range is [1.1754997e-38, 1];
 * the result is 1 from x = 16.64 on; a NaN gives one of the two ends by its sign bit. 907 pairs of
 * neighbouring inputs have results in the wrong order, by 1 ulp.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 < \result <= 1.0;
*/
static inline float epi_sigmoid(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t k;

    v.f = x;
    k = (0U - (((v.u & 0x7FFFFFFFU) - 0x42AEAC4FU) >> 31U)) | 0x80000000U;
    v.u = (v.u & k) | (0x42AEAC4FU & ~k);
    return 1.0F / (1.0F + epi_exp_core(-v.f, 0U));
}
