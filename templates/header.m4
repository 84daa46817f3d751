m4_include(common.m4)m4_dnl
m4_divert(-1)
// The header: everything a caller needs to know.

// The entry point for many points.
EPI_DEFINE(<|EPI_BATCH|>, <|points|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_BATCH_SIZE|>, <|
#define EPI_UPPER()_N_BATCH $1|>)
EPI_VALUE(<|EPI_BATCH_ENTRY|>, <|
/* The same for EPI_UPPER()_N_BATCH points at once, for replay and simulation on a PC: x[p] gives r[p], with the
 * bits of a single call. */
void epi_infer_batch(const EPI_REAL x[EPI_UPPER()_N_BATCH][EPI_UPPER()_N_IN], epi_result_t r[EPI_UPPER()_N_BATCH]);
|>)
EPI_VALUE(<|EPI_BATCH_TESTED|>, <|,
 * in single calls and in batches together|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_BATCH_SIZE|>, <||>)
EPI_VALUE(<|EPI_BATCH_ENTRY|>, <||>)
EPI_VALUE(<|EPI_BATCH_TESTED|>, <||>)

EPI_DEFINE(<|EPI_HEADER|>, <||>,
<|m4_divert(1)/* EPI_PREFIX.h: mean, sigma and eta of the model EPI_PREFIX
 *
EPI_ORIGIN
 */
#ifndef EPIGEN_<||>EPI_UPPER()_H
#define EPIGEN_<||>EPI_UPPER()_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EPI_UPPER()_N_IN EPI_N_IN
#define EPI_UPPER()_N_OUT EPI_N_OUT<||>EPI_BATCH_SIZE

/* The place of each input in x, and its domain. Bit number i of status belongs to x[i], bit 31
 * to x[31] and all behind it. */
/* cppcheck-suppress misra-c2012-2.4 */
enum {
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT|>, <|NAME, index, comma, name with unit and domain|>,
<|    EPI_UPPER()_IN_$1 = $2$3 /* $4 */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_END|>, <||>,
<|};

m4_dnl|>)

EPI_DEFINE(<|EPI_OUTPUTS|>, <||>,
<|/* The place of each output in mean and in sigma. */
/* cppcheck-suppress misra-c2012-2.4 */
enum {
m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUTS_END|>, <||>,
<|};

m4_dnl|>)

EPI_DEFINE(<|EPI_OUTPUT|>, <|NAME, index, comma, name with unit|>,
<|    EPI_UPPER()_OUT_$1 = $2$3 /* $4 */
m4_dnl|>)

EPI_DEFINE(<|EPI_HEADER_END|>, <||>,
<|typedef struct {
    /* what is expected */
    EPI_REAL mean[EPI_UPPER()_N_OUT];
    /* standard deviation of the noise, > 0, in the unit of mean */
    EPI_REAL sigma[EPI_UPPER()_N_OUT];
    /* 0: there was training data here; 1: there was none */
    EPI_REAL eta;
    /* 0, or the bits of the inputs that were not used as given */
    uint32_t status;
} epi_result_t;

/* Every bit pattern of every input is allowed. An input outside its domain is replaced by the
 * nearest bound, a NaN by the input's mean (or the bound nearest to that); either sets the input's
 * status bit and makes eta 1. All outputs are always finite. Reentrant; the same instructions for
 * every input. */
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r);
EPI_BATCH_ENTRY
/* In EPI_PREFIX()_selftest.c, to be linked only where the self-test runs: how many of its
 * vectors give other bits than expected on this machine<||>EPI_BATCH_TESTED. */
uint32_t epi_selftest(void);

#ifdef __cplusplus
}
#endif

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
