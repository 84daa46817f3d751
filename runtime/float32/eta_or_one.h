/*
 * Returns eta when status is 0, and exactly 1 when any bit of status is set: outside of its domain
 * the model does not know. The code folds status into 31 bits that are 0 only if status is, so that
 * subtracting one borrows only from 0. 0x3F800000U is 1. Written with masks so that compilers make
 * no branch of it. The result is exact (checked on all 2^32 patterns of eta and of status).
 */
/*@ requires \is_finite(eta) && 0.0 <= eta <= 1.0;
    assigns \result \from eta, status;
    ensures \is_finite(\result) && 0.0 <= \result <= 1.0;
    ensures status == 0 ==> \result == eta;
    ensures status != 0 ==> \result == 1.0;
*/
static inline float epi_eta_or_one(float eta, uint32_t status)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t k;

    v.f = eta;
    k = 0U - ((((status >> 1U) | (status & 1U)) - 1U) >> 31U);
    v.u = (v.u & k) | (0x3F800000U & ~k);
    return v.f;
}
