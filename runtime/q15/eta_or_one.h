/*
 * Returns eta when status is 0, and 16384, which is 1, when any bit of status is set: outside of
 * its domain the model does not know. The code folds status into 31 bits that are 0 only if status
 * is, so that subtracting one borrows only from 0. Exact for every eta and status.
 */
/*@ requires 0 <= eta <= 16384;
    assigns \result \from eta, status;
    ensures 0 <= \result <= 16384;
    ensures status == 0 ==> \result == eta;
    ensures status != 0 ==> \result == 16384;
*/
static inline int32_t epi_eta_or_one(int32_t eta, uint32_t status)
{
    const uint32_t inside = 0U - ((((status >> 1U) | (status & 1U)) - 1U) >> 31U);
    const uint32_t out = ((uint32_t)eta & inside) | (16384U & ~inside);

    return (int32_t)out;
}
