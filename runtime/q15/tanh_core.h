/*
 * Returns tanh((m + 1/2) * 2^-13) in units of 2^-30, for m from 0 to 40959; the argument 5 stands
 * for all that are larger. The code puts a cubic into a polynomial of degree 6; both are chosen for
 * their common largest error, 1.18e-4 in units of 1. Signs are such that every constant is
 * positive, which is one instruction less on ARM. No product leaves 31 bits.
 */
/*@ requires 0 <= m <= 40959;
    assigns \result \from m;
    ensures 0 <= \result < 1073741824;
*/
static inline int32_t epi_tanh_core(int32_t m)
{
    int32_t u;
    int32_t t;

    u = 35498 - epi_shift(43858 * m, 17U);
    u = 40339 - epi_shift(u * m, 15U);
    u = epi_shift(u * m, 14U);
    t = 33829 - epi_shift(46054 * u, 17U);
    t = 53516 - epi_shift(t * u, 14U);
    t = 20165 + epi_shift(t * u, 14U);
    t = 34795 - epi_shift(t * u, 14U);
    t = 53300 + epi_shift(t * u, 16U);
    return t * u;
}
