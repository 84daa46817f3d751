m4_include(common.m4)m4_dnl
m4_divert(-1)
// The self-test: every vector through the entry points, every bit compared.

// There is an entry point for many points.
EPI_DEFINE(<|EPI_BATCH|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_BATCHES|>, <|
/* Computes the vectors in batches and returns how many results have other bits than expected. The last
 * batch is filled up with vectors from the first on. */
static uint32_t epi_batches_fail(void)
{
    static EPI_REAL x[EPI_UPPER()_N_BATCH][EPI_UPPER()_N_IN];
    static epi_result_t r[EPI_UPPER()_N_BATCH];
    uint32_t failures = 0U;
    uint32_t first;
    uint32_t p;

    for (first = 0U; first < (uint32_t)EPI_UPPER()_N_VECTORS; first += (uint32_t)EPI_UPPER()_N_BATCH) {
        for (p = 0U; p < (uint32_t)EPI_UPPER()_N_BATCH; p++) {
            epi_vector_load(epi_vector_inputs[(first + p) % (uint32_t)EPI_UPPER()_N_VECTORS], x[p]);
        }
        epi_infer_batch((const EPI_REAL (*)[EPI_UPPER()_N_IN])x, r);
        for (p = 0U; p < (uint32_t)EPI_UPPER()_N_BATCH; p++) {
            failures += epi_result_fails(&r[p], epi_vector_results[(first + p) % (uint32_t)EPI_UPPER()_N_VECTORS]);
        }
    }
    return failures;
}
|>)
EPI_VALUE(<|EPI_BATCHES_CALL|>, <|    failures += epi_batches_fail();
|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_BATCHES|>, <||>)
EPI_VALUE(<|EPI_BATCHES_CALL|>, <||>)

EPI_DEFINE(<|EPI_SELFTEST|>, <||>,
<|m4_divert(1)/* EPI_PREFIX()_selftest.c: checks that the compiled EPI_PREFIX.c gives the expected bits on this machine.
 *
EPI_ORIGIN
 *
 * In firmware, link this file and call epi_selftest(): it returns 0 if all vectors give the expected bits.
 * On a PC, cc -std=c99 -O2 -ffp-contract=off -D<||>EPI_UPPER()_SELFTEST_MAIN EPI_PREFIX.c EPI_PREFIX()_selftest.c
 * makes a program whose exit status is 0 in that case.
 */
#include "EPI_PREFIX()_vectors.h"

/* This file sees a number as its bits through this union. Its name differs from that of the union in
 * EPI_PREFIX.c, as MISRA C:2012 rule 5.6 asks. Deviation from rule 19.2 (advisory, no unions):
 * the alternatives break required rules (memcpy: 21.15, a pointer cast: 11.3). */
/* cppcheck-suppress misra-c2012-19.2 */
typedef union {
    EPI_REAL f;
    uint32_t u;
} epi_word;

/* The number with these bits. */
static EPI_REAL epi_from_bits(uint32_t bits)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_word b;
    b.u = bits;
    return b.f;
}

/* The bits of a number. */
static uint32_t epi_to_bits(EPI_REAL value)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_word b;
    b.f = value;
    return b.u;
}

/* Turns the bits of a vector into inputs. */
static void epi_vector_load(const uint32_t inputs[EPI_UPPER()_N_IN], EPI_REAL x[EPI_UPPER()_N_IN])
{
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_IN; i++) {
        x[i] = epi_from_bits(inputs[i]);
    }
}

/* Returns 1 if a result has other bits than expected, else 0. */
static uint32_t epi_result_fails(const epi_result_t *r, const uint32_t results[EPI_UPPER()_N_RESULT])
{
    uint32_t difference = 0U;
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_OUT; i++) {
        difference |= epi_to_bits(r->mean[i]) ^ results[i];
EPI_SIGMA_COMPARED<||>m4_dnl
    }
EPI_ETA_COMPARED<||>m4_dnl
    difference |= r->status ^ results[EPI_UPPER()_N_RESULT - 1];
    return (difference == 0U) ? 0U : 1U;
}
EPI_BATCHES<||>m4_dnl

/* Every vector through the entry point; see EPI_PREFIX.h. */
uint32_t epi_selftest(void)
{
    EPI_REAL x[EPI_UPPER()_N_IN];
    epi_result_t r;
    uint32_t failures = 0U;
    uint32_t i;

    for (i = 0U; i < (uint32_t)EPI_UPPER()_N_VECTORS; i++) {
        epi_vector_load(epi_vector_inputs[i], x);
        epi_infer(x, &r);
        failures += epi_result_fails(&r, epi_vector_results[i]);
    }
EPI_BATCHES_CALL<||>m4_dnl
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
