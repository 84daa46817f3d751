m4_include(common.m4)m4_dnl
m4_divert(-1)
// The conformance vectors in fixed point, as tables of raw numbers.

EPI_DEFINE(<|EPI_VECTORS|>, <|last row of extremes, what the rows with an even number are, first two rows of any bits|>,
<|m4_divert(1)/* EPI_PREFIX()_vectors.h: raw inputs, and the raw numbers of the results that they must give.
 *
EPI_ORIGIN
 */
#ifndef EPIGEN_<||>EPI_UPPER()_VECTORS_H
#define EPIGEN_<||>EPI_UPPER()_VECTORS_H

#include "EPI_PREFIX.h"

#define EPI_UPPER()_N_VECTORS EPI_N_VECTORS
#define EPI_UPPER()_N_RESULT (EPI_SIGMA_COUNT<||>EPI_UPPER()_N_OUT + EPI_ETA_COUNT)

/* Row i: the inputs of vector i. In each of the rows 0 to $1 all inputs are at the same extreme: the bounds,
 * just outside of them, the least and the largest number, zero and -1. Behind them
 *$2 rows $3 and so on have any bits,
 * and all others have inputs inside of the domain. (The tables stand in a header of their own so that a user's
 * test can use them too: deviation from MISRA C:2012 rule 8.9, advisory.) */
/* cppcheck-suppress misra-c2012-8.9 */
static const EPI_REAL epi_vector_inputs[EPI_UPPER()_N_VECTORS][EPI_UPPER()_N_IN] = {
m4_dnl|>)

EPI_VALUE(<|EPI_ETA_COUNT|>, <|0|>)
EPI_DEFINE(<|EPI_ETA_COUNTED|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_ETA_COUNT|>, <|1|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_ROW|>, <||>,
<|    {m4_dnl|>)
EPI_DEFINE(<|EPI_NUMBER|>, <|literal with its comma|>,
<|$1<||>m4_dnl|>)
EPI_DEFINE(<|EPI_ROW_END|>, <|comma|>,
<|}$1
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_INPUTS_END|>, <||>,
<|};

/* Row i: the raw numbers of mean<||>EPI_SIGMA_BITS<||>EPI_ETA_BITS that epigen's interpreter computes from row i of the inputs.
 * (Deviation from rule 8.9 as above.) */
/* cppcheck-suppress misra-c2012-8.9 */
static const EPI_REAL epi_vector_results[EPI_UPPER()_N_VECTORS][EPI_UPPER()_N_RESULT] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_RESULTS_END|>, <||>,
<|};

/* Number i: status of row i. (Deviation from rule 8.9 as above.) */
/* cppcheck-suppress misra-c2012-8.9 */
static const uint32_t epi_vector_status[EPI_UPPER()_N_VECTORS] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_STATUS|>, <|literal, comma|>,
<|    $1$2
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_STATUS_END|>, <||>,
<|};

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
