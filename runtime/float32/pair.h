/*
 * Two constants of a table, fetched together: on ARM one load of a double word fills two
 * registers of the FPU in less time than two loads. Only copied as a whole and read as
 * floats; no arithmetic is in double. Deviation from MISRA C:2012 rule 19.2 (advisory) as for
 * epi_bits: C99 6.5.2.3 defines the access; both members have the same 64 bits.
 */
#if defined(__arm__)
typedef double epi_both;
#else
typedef struct {
    float f[2];
} epi_both;
#endif
/* cppcheck-suppress misra-c2012-19.2 */
typedef union {
    float f[2];
    epi_both both;
} epi_pair;

/* cppcheck-suppress misra-c2012-19.2 */
static inline epi_pair epi_two(const epi_pair *w)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_pair p;

    p.both = w->both;
    return p;
}
