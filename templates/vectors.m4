m4_include(common.m4)m4_dnl
m4_divert(-1)
// The conformance vectors as two tables of bit patterns.

EPI_DEFINE(<|EPI_VECTORS|>, <||>,
<|m4_divert(1)/* EPI_PREFIX()_vectors.h: inputs as bit patterns, and the bits of the results that they must give.
 *
EPI_ORIGIN
 */
#ifndef EPIGEN_<||>EPI_UPPER()_VECTORS_H
#define EPIGEN_<||>EPI_UPPER()_VECTORS_H

#include "EPI_PREFIX.h"

#define EPI_UPPER()_N_VECTORS EPI_N_VECTORS
#define EPI_UPPER()_N_RESULT (EPI_UPPER()_N_OUT + EPI_UPPER()_N_OUT + 2)

/* The inputs of each vector, as bits. (The tables stand in a header of their own so that a user's test can
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

/* The result of each vector, as bits: mean, sigma, eta, status. */
/* cppcheck-suppress misra-c2012-8.9 */
static const uint32_t epi_vector_results[EPI_UPPER()_N_VECTORS][EPI_UPPER()_N_RESULT] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_RESULTS_END|>, <||>,
<|};

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
