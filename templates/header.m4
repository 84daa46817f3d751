m4_include(common.m4)m4_dnl
m4_divert(-1)
// The header: everything a caller needs to know.

// The entry point for many points.
EPI_DEFINE(<|EPI_BATCH|>, <|points|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_BATCH_SIZE|>, <|
#define EPI_UPPER()_N_BATCH $1|>)
EPI_VALUE(<|EPI_BATCH_ENTRY|>, <|
/* Computes EPI_UPPER()_N_BATCH points at once, for replay and simulation on a PC: r[p] gets the result of x[p], with
 * the bits of a single call. */
void epi_infer_batch(const EPI_REAL x[EPI_UPPER()_N_BATCH][EPI_UPPER()_N_IN], epi_result_t r[EPI_UPPER()_N_BATCH]);
|>)
EPI_VALUE(<|EPI_BATCH_TESTED|>, <|, in single
 * calls and in batches together|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_BATCH_SIZE|>, <||>)
EPI_VALUE(<|EPI_BATCH_ENTRY|>, <||>)
EPI_VALUE(<|EPI_BATCH_TESTED|>, <||>)

// What the spec says of its training, a line each.
EPI_VALUE(<|EPI_TRAINING|>, <||>)
EPI_DEFINE(<|EPI_PROVENANCE|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_TRAINING|>, <|
 *
 * The spec says of its training (single values; maps, lists and long texts are left out):|>)
m4_divert(1)m4_dnl|>)
EPI_DEFINE(<|EPI_PROVENANCE_LINE|>, <|key, text|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_TRAINING|>, <|
 *   $1: $2|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_HEADER|>, <||>,
<|m4_divert(1)/* EPI_PREFIX.h: EPI_RESULTS_TEXT of the model EPI_PREFIX, and how to call it.
 *
EPI_ORIGIN<||>EPI_TRAINING
 */
#ifndef EPIGEN_<||>EPI_UPPER()_H
#define EPIGEN_<||>EPI_UPPER()_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The checksum of the spec that the model was generated from, the version of the generator and its options.
 * (A caller need not use these macros: deviation from MISRA C:2012 rule 2.5, advisory.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_SPEC_SHA256 "EPI_SHA256"
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_EPIGEN_VERSION "EPI_VERSION"
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_EPIGEN_OPTIONS "EPI_OPTIONS"

/* The numbers of inputs and of outputs. */
#define EPI_UPPER()_N_IN EPI_N_IN
#define EPI_UPPER()_N_OUT EPI_N_OUT<||>EPI_BATCH_SIZE

/* Whether the result has sigma and eta: 1 if so, else 0. (Deviation from rule 2.5 as above.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_HAS_SIGMA EPI_HAS_SIGMA
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_HAS_ETA EPI_HAS_ETA

/* The place of each input in x, its unit and its domain. Bit i of status belongs to x[i], bit 31 to x[31]
 * and to all inputs behind it. (The enum has no tag: deviation from MISRA C:2012 rule 2.4, advisory.) */
/* cppcheck-suppress misra-c2012-2.4 */
enum {
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT|>, <|NAME, index, comma, name with unit and domain|>,
<|    EPI_UPPER()_IN_$1 = $2$3 /* $4 */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_END|>, <||>,
<|};

/* The domain of each input, from MIN to MAX, in its unit. (A caller need not use these macros: deviation
 * from MISRA C:2012 rule 2.5, advisory.) */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT_DOMAIN|>, <|NAME, min, max|>,
<|/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_MIN ($2)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_MAX ($3)
m4_dnl|>)

EPI_DEFINE(<|EPI_OUTPUTS|>, <||>,
<|
/* The place of each output in mean<||>EPI_SIGMA_PLACE, and its unit. (Deviation from rule 2.5 as above.) */
m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUTS_UNNAMED|>, <|unit|>,
<|
/* The outputs have no names in the spec$1. */
m4_dnl|>)

EPI_DEFINE(<|EPI_OUTPUT|>, <|NAME, index, name with unit|>,
<|/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_OUT_$1 $2 /* $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_HEADER_END|>, <||>,
<|
/* What the model says of one point. */
typedef struct {
    /* the expected value of each output */
    EPI_REAL mean[EPI_UPPER()_N_OUT];
EPI_SIGMA_MEMBER<||>EPI_ETA_MEMBER<||>EPI_STATUS_MEMBER
    uint32_t status;
} epi_result_t;

/* Computes the result r of the inputs x. Every bit pattern of every input is allowed. An input outside
 * of its domain is replaced by the nearest bound, a NaN by the mean of the input (or by the bound that is
 * nearest to that); either EPI_OUTSIDE. All results are always
 * finite. The function is reentrant. Its source has no conditional: no path through it depends on x. */
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r);
EPI_BATCH_ENTRY
/* Returns how many vectors of the self-test give other bits than expected on this machine<||>EPI_BATCH_TESTED.
 * It is defined in EPI_PREFIX()_selftest.c, which needs to be linked only where the self-test runs. */
uint32_t epi_selftest(void);

#ifdef __cplusplus
}
#endif

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
