m4_include(common.m4)m4_dnl
m4_divert(-1)
// The conformance vectors as two tables of bit patterns.

EPI_DEFINE(<|EPI_VECTOR_ROWS|>, <|last row of extremes, what the rows with an even number are, first two rows of any bits|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_LAST_EXTREME|>, <|$1|>)
EPI_VALUE(<|EPI_EVEN_ROWS|>, <|$2|>)
EPI_VALUE(<|EPI_ANY_ROWS|>, <|$3|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_VECTORS|>, <||>,
<|m4_divert(1)/* EPI_PREFIX()_vectors.h: inputs as bit patterns, and the bits of the results that they must give.
 *
EPI_ORIGIN
 */
#ifndef EPIGEN_<||>EPI_UPPER()_VECTORS_H
#define EPIGEN_<||>EPI_UPPER()_VECTORS_H

#include "EPI_PREFIX.h"

#define EPI_UPPER()_N_VECTORS EPI_N_VECTORS
#define EPI_UPPER()_N_RESULT (EPI_SIGMA_COUNT<||>EPI_UPPER()_N_OUT + EPI_WORDS_BEHIND)

/* Row i: the inputs of vector i, as bits. In each of the rows 0 to EPI_LAST_EXTREME all inputs are at the same extreme: the
 * bounds, the number that replaces a NaN, numbers far outside and just outside, zeros, NaNs, infinities,
 * denormals, the largest numbers. Behind them<||>EPI_EVEN_ROWS rows EPI_ANY_ROWS and so on have any bits, and
 * all others have inputs inside of the domain.
 * (The tables stand in a header of their own so that a user's test can
 * use them too: deviation from MISRA C:2012 rule 8.9, advisory.) */
/* cppcheck-suppress misra-c2012-8.9 */
static const uint32_t epi_vector_inputs[EPI_UPPER()_N_VECTORS][EPI_UPPER()_N_IN] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_ROW|>, <||>,
<|    {m4_dnl|>)
EPI_DEFINE(<|EPI_BITS|>, <|literal with its comma|>,
<|$1<||>m4_dnl|>)
EPI_DEFINE(<|EPI_ROW_END|>, <|comma|>,
<|}$1
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_INPUTS_END|>, <||>,
<|};

/* Row i: the bits of mean<||>EPI_SIGMA_BITS<||>EPI_ETA_BITS and status that epigen's interpreter computes from row i of the inputs.
 * (Deviation from rule 8.9 as above.) */
/* cppcheck-suppress misra-c2012-8.9 */
static const uint32_t epi_vector_results[EPI_UPPER()_N_VECTORS][EPI_UPPER()_N_RESULT] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_RESULTS_END|>, <||>,
<|};

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
