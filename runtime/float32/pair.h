/*
 * Two constants of a table, which epi_pair_load fetches together: on ARM one load of a double word
 * fills two registers of the FPU in less time than two loads. A pair is copied as a whole and read
 * as floats; no arithmetic is in double. Deviation from MISRA C:2012 rule 19.2 (advisory) as for
 * epi_bits: C99 6.5.2.3 defines the access, and both members have the same 64 bits.
 */
#if defined(__arm__)
typedef double epi_double_word;
#else
typedef struct {
    float f[2];
} epi_double_word;
#endif
/* cppcheck-suppress misra-c2012-19.2 */
typedef union {
    float f[2];
    epi_double_word double_word;
} epi_pair;

/* cppcheck-suppress misra-c2012-19.2 */
static inline epi_pair epi_pair_load(const epi_pair *w)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_pair p;

    p.double_word = w->double_word;
    return p;
}
