m4_include(common.m4)m4_dnl
m4_divert(-1)
// The self-test in fixed point: every vector through the entry point, every bit compared.

EPI_VALUE(<|EPI_COMPARED|>, <||>)
EPI_DEFINE(<|EPI_SIGMA_IS_COMPARED|>, <||>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_COMPARED|>, <|    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_OUT; i++) {
        failed |= (r->sigma[i] != results[(uint32_t)EPI_UPPER()_N_OUT + i]) ? 1U : 0U;
    }
|>)
m4_divert(1)m4_dnl|>)
EPI_DEFINE(<|EPI_ETA_IS_COMPARED|>, <||>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_COMPARED|>, <|    failed |= (r->eta != results[EPI_UPPER()_N_RESULT - 1]) ? 1U : 0U;
|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_SELFTEST|>, <||>,
<|m4_divert(1)/* EPI_PREFIX()_selftest.c: checks that the compiled EPI_PREFIX.c gives the expected bits on this machine.
 *
EPI_ORIGIN
 *
 * In firmware, link this file and call epi_selftest(): it returns 0 if all vectors give the expected bits.
 * On a PC, cc -std=c99 -O2 -D<||>EPI_UPPER()_SELFTEST_MAIN EPI_PREFIX.c EPI_PREFIX()_selftest.c
 * makes a program whose exit status is 0 in that case.
 */
#include "EPI_PREFIX()_vectors.h"

/* Returns 1 if a result has other bits than expected, else 0. */
static uint32_t epi_result_fails(const epi_result_t *r, const EPI_REAL results[EPI_UPPER()_N_RESULT], uint32_t status)
{
    uint32_t failed = 0U;
    uint32_t i;

    failed |= (r->status != status) ? 1U : 0U;
    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_OUT; i++) {
        failed |= (r->mean[i] != results[i]) ? 1U : 0U;
    }
EPI_COMPARED<||>m4_dnl
    return failed;
}

/* Every vector through the entry point; see EPI_PREFIX.h. */
uint32_t epi_selftest(void)
{
    epi_result_t r;
    uint32_t failures = 0U;
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_VECTORS; i++) {
        epi_infer(epi_vector_inputs[i], &r);
        failures += epi_result_fails(&r, epi_vector_results[i], epi_vector_status[i]);
    }
    return failures;
}

/* The self-test as a program of its own. */
#ifdef EPI_UPPER()_SELFTEST_MAIN
int main(void)
{
    return (epi_selftest() == 0U) ? 0 : 1;
}
#endif
m4_dnl|>)
m4_divert(0)m4_dnl
