m4_include(common.m4)m4_dnl
m4_divert(-1)
// The self-test: every vector through the entry point, every bit compared.

// EPI_SELFTEST()
m4_define(<|EPI_SELFTEST|>, <|m4_divert(1)/* EPI_PREFIX()_selftest.c: does the compiled EPI_PREFIX.c give the expected bits here?
 *
EPI_ORIGIN
 *
 * In firmware: link this file and call epi_selftest(); 0 means yes.
 * On a PC: cc -std=c99 -ffp-contract=off -D<||>EPI_UPPER()_SELFTEST_MAIN EPI_PREFIX.c EPI_PREFIX()_selftest.c
 * gives a program that exits with 0 if so.
 */
#include "EPI_PREFIX()_vectors.h"

/* The bits of a number; a name of its own, for MISRA C rule 5.6. */
/* cppcheck-suppress misra-c2012-19.2 */
typedef union {
    EPI_REAL f;
    uint32_t u;
} epi_word;

static EPI_REAL epi_from_bits(uint32_t bits)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_word b;
    b.u = bits;
    return b.f;
}

static uint32_t epi_to_bits(EPI_REAL value)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_word b;
    b.f = value;
    return b.u;
}

/* 1 if the vector gives other bits than expected, else 0. */
static uint32_t epi_vector_fails(const uint32_t inputs[EPI_UPPER()_N_IN],
                                 const uint32_t results[EPI_UPPER()_N_RESULT])
{
    EPI_REAL x[EPI_UPPER()_N_IN];
    epi_result_t r;
    uint32_t difference = 0U;
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_IN; i++) {
        x[i] = epi_from_bits(inputs[i]);
    }
    epi_infer(x, &r);
    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_OUT; i++) {
        difference |= epi_to_bits(r.mean[i]) ^ results[i];
        difference |= epi_to_bits(r.sigma[i]) ^ results[(uint32_t)EPI_UPPER()_N_OUT + i];
    }
    difference |= epi_to_bits(r.eta) ^ results[EPI_UPPER()_N_RESULT - 2];
    difference |= r.status ^ results[EPI_UPPER()_N_RESULT - 1];
    return (difference == 0U) ? 0U : 1U;
}

uint32_t epi_selftest(void)
{
    uint32_t failures = 0U;
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_VECTORS; i++) {
        failures += epi_vector_fails(epi_vector_inputs[i], epi_vector_results[i]);
    }
    return failures;
}

#ifdef EPI_UPPER()_SELFTEST_MAIN
int main(void)
{
    return (epi_selftest() == 0U) ? 0 : 1;
}
#endif
m4_dnl|>)
m4_divert(0)m4_dnl
