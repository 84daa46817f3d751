/*
 * 1 / (1 + exp(-x)), |x| clamped at 87.3365402 (ln 2^126): the result is never denormal.
 * Over all 2^32 inputs: error at most 2.49 ulp where the exact result is normal and
 * 9.0e-8 absolute; range [1.1754997e-38, 1]; 1 from x = 16.64 on; NaN gives one of the
 * two ends by its sign bit. Neighbours out of order: 907, by 1 ulp.
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
