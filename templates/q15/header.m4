m4_include(common.m4)m4_dnl
m4_divert(-1)
// The header in fixed point: everything a caller needs to know.

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
<|m4_divert(1)/* EPI_PREFIX.h: EPI_RESULTS_TEXT of the model EPI_PREFIX in fixed point, and how to call it.
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
#define EPI_UPPER()_N_OUT EPI_N_OUT

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

/* An input is a raw number of 16 bits, which stands for raw * SCALE + OFFSET in its unit. Its domain goes from
 * RAW_MIN to RAW_MAX, the raw numbers that are nearest to MIN and MAX, which are in its unit. (A caller need
 * not use these macros: deviation from MISRA C:2012 rule 2.5, advisory.) */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT_RAW|>, <|NAME, scale, offset, raw min, raw max, min, max|>,
<|/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_SCALE ($2)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_OFFSET ($3)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_RAW_MIN ($4)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_RAW_MAX ($5)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_MIN ($6)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_MAX ($7)
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

EPI_DEFINE(<|EPI_OUTPUTS_RAW|>, <||>,
<|
/* Number i of an output is raw * SCALE_i + OFFSET_i in its unit; eta is raw / ETA_ONE. (Deviation from rule 2.5
 * as above.) */
m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUT_RAW|>, <|OUTPUT, index, scale, offset|>,
<|/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_SCALE_$2 ($3)
/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_$1_OFFSET_$2 ($4)
m4_dnl|>)
EPI_DEFINE(<|EPI_ETA_RAW|>, <|one|>,
<|/* cppcheck-suppress misra-c2012-2.5 */
#define EPI_UPPER()_ETA_ONE ($1)
m4_dnl|>)

EPI_DEFINE(<|EPI_HEADER_RESULT|>, <||>,
<|
/* What the model says of one point, in raw numbers. Each output has a SCALE and an OFFSET of its own above, sigma others
 * than mean; what the lines below say of a number holds for what it stands for. */
typedef struct {
    /* the expected value of each output */
    EPI_REAL mean[EPI_UPPER()_N_OUT];
EPI_SIGMA_MEMBER<||>EPI_ETA_MEMBER<||>EPI_STATUS_MEMBER
    uint32_t status;
} epi_result_t;

/* Computes the result r of the raw inputs x. Every bit pattern of every input is allowed. An input outside
 * of its domain is replaced by the nearest bound, which EPI_OUTSIDE.
 * The function is reentrant. Its source has no conditional: no path through it depends on x. */
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r);

/* Returns how many vectors of the self-test give other bits than expected on this machine.
 * It is defined in EPI_PREFIX()_selftest.c, which needs to be linked only where the self-test runs. */
uint32_t epi_selftest(void);

/* The same in units, for hosts and tests: define EPI_UPPER()_FLOAT_INTERFACE before this file is included. The code
 * of the model stays without floating point. */
#ifdef EPI_UPPER()_FLOAT_INTERFACE
/* What the model says of one point, in units. */
typedef struct {
    float mean[EPI_UPPER()_N_OUT];
EPI_FLOAT_MEMBERS<||>m4_dnl
    uint32_t status;
} epi_float_result_t;

/* Returns the raw number nearest to (x - offset) / scale, a half away from zero; beyond 16 bits the nearest of
 * those, and -32768 for a NaN, which are outside of every domain. */
static inline EPI_REAL epi_raw(float x, float scale, float offset)
{
    const float raw = (x - offset) / scale;
    EPI_REAL nearest = -32767 - 1;

    if (raw >= 32767.0F) {
        nearest = 32767;
    } else if (raw >= 0.0F) {
        nearest = (EPI_REAL)(raw + 0.5F);
    } else if (raw > -32768.0F) {
        nearest = (EPI_REAL)(raw - 0.5F);
    } else {
        /* too small, or not a number */
    }
    return nearest;
}

/* epi_infer in units. Raw inputs are the nearest ones. */
static inline void epi_infer_float(const float x[EPI_UPPER()_N_IN], epi_float_result_t *r)
{
    EPI_REAL raw[EPI_UPPER()_N_IN];
    epi_result_t result;

m4_dnl|>)

EPI_VALUE(<|EPI_FLOAT_MEMBERS|>, <||>)
EPI_DEFINE(<|EPI_FLOAT_MEMBER|>, <|declaration|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_FLOAT_MEMBERS|>, <|    float $1;
|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_FLOAT_INPUT|>, <|index, NAME|>,
<|    raw[$1] = epi_raw(x[$1], EPI_UPPER()_$2_SCALE, EPI_UPPER()_$2_OFFSET);
m4_dnl|>)
EPI_DEFINE(<|EPI_FLOAT_CALL|>, <||>,
<|    epi_infer(raw, &result);
m4_dnl|>)
EPI_DEFINE(<|EPI_FLOAT_OUTPUT|>, <|member, index, OUTPUT|>,
<|    r->$1[$2] = ((float)result.$1[$2] * EPI_UPPER()_$3_SCALE_$2) + EPI_UPPER()_$3_OFFSET_$2;
m4_dnl|>)
EPI_DEFINE(<|EPI_FLOAT_ETA|>, <||>,
<|    r->eta = (float)result.eta / (float)EPI_UPPER()_ETA_ONE;
m4_dnl|>)

EPI_DEFINE(<|EPI_HEADER_END|>, <||>,
<|    r->status = result.status;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
m4_dnl|>)
m4_divert(0)m4_dnl
