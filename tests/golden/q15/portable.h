/* policy.h: mean, sigma and eta of the model policy in fixed point, and how to call it.
 *
 * spec sha256: 8df395ed5b337ddbb6b1e0b0963f2d5bb2bbae5b352083a0feefcfe8612d2d34
 * Options: --type=q15 --form=unrolled --core=portable; model policy of the spec, prefix policy.
 * This file is yours: no licence condition is attached to it.
 */
#ifndef EPIGEN_POLICY_H
#define EPIGEN_POLICY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The checksum of the spec that the model was generated from, the version of the generator and its options.
 * (A caller need not use these macros: deviation from MISRA C:2012 rule 2.5, advisory.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEC_SHA256 "8df395ed5b337ddbb6b1e0b0963f2d5bb2bbae5b352083a0feefcfe8612d2d34"
/* cppcheck-suppress misra-c2012-2.5 */
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_EPIGEN_OPTIONS "--type=q15 --form=unrolled --core=portable"

/* The numbers of inputs and of outputs. */
#define POLICY_N_IN 3
#define POLICY_N_OUT 2

/* Whether the result has sigma and eta: 1 if so, else 0. (Deviation from rule 2.5 as above.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_HAS_SIGMA 1
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_HAS_ETA 1

/* The place of each input in x, its unit and its domain. Bit i of status belongs to x[i], bit 31 to x[31]
 * and to all inputs behind it. (The enum has no tag: deviation from MISRA C:2012 rule 2.4, advisory.) */
/* cppcheck-suppress misra-c2012-2.4 */
enum {
    POLICY_IN_SPEED = 0, /* speed [m/s], 0 to 20 */
    POLICY_IN_LOAD = 1, /* load, -1 to 1 */
    POLICY_IN_X2 = 2 /* x2, -3 to 3 */
};

/* An input is a raw number of 16 bits, which stands for raw * SCALE + OFFSET in its unit. Its domain goes from
 * RAW_MIN to RAW_MAX, the raw numbers that are nearest to MIN and MAX, which are in its unit. (A caller need
 * not use these macros: deviation from MISRA C:2012 rule 2.5, advisory.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_SCALE (0.000610351562F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_OFFSET (9.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_RAW_MIN (-14746)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_RAW_MAX (18022)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_MIN (0.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SPEED_MAX (20.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_SCALE (6.10351562e-05F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_OFFSET (0.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_RAW_MIN (-16384)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_RAW_MAX (16384)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_MIN (-1.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_LOAD_MAX (1.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_SCALE (0.000122070312F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_OFFSET (0.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_RAW_MIN (-24576)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_RAW_MAX (24576)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_MIN (-3.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_X2_MAX (3.0F)

/* The outputs have no names in the spec. */

/* Number i of an output is raw * SCALE_i + OFFSET_i in its unit; eta is raw / ETA_ONE. (Deviation from rule 2.5
 * as above.) */
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_MEAN_SCALE_0 (0.0078125F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_MEAN_OFFSET_0 (1.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_MEAN_SCALE_1 (2.44140629e-05F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_MEAN_OFFSET_1 (1.0F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SIGMA_SCALE_0 (0.000244140625F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SIGMA_OFFSET_0 (0.100000001F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SIGMA_SCALE_1 (6.10351562e-05F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_SIGMA_OFFSET_1 (0.100000001F)
/* cppcheck-suppress misra-c2012-2.5 */
#define POLICY_ETA_ONE (16384)

/* What the model says of one point, in raw numbers. Each output has a SCALE and an OFFSET of its own above, sigma others
 * than mean; what the lines below say of a number holds for what it stands for. */
typedef struct {
    /* the expected value of each output */
    int16_t mean[POLICY_N_OUT];
    /* the standard deviation of its noise, above 0, in the unit of mean */
    int16_t sigma[POLICY_N_OUT];
    /* how little the model knows here, from 0 (known) to 1 (unknown): learned in training, not proven;
     * exactly 1 if status is not 0 */
    int16_t eta;
    /* the bits of the inputs that were outside of their domain; 0: none was */
    uint32_t status;
} policy_result_t;

/* Computes the result r of the raw inputs x. Every bit pattern of every input is allowed. An input outside
 * of its domain is replaced by the nearest bound, which sets the status bit of the input and makes eta 1.
 * The function is reentrant. Its source has no conditional: no path through it depends on x. */
void policy_infer(const int16_t x[POLICY_N_IN], policy_result_t *r);

/* Returns how many vectors of the self-test give other bits than expected on this machine.
 * It is defined in policy_selftest.c, which needs to be linked only where the self-test runs. */
uint32_t policy_selftest(void);

/* The same in units, for hosts and tests: define POLICY_FLOAT_INTERFACE before this file is included. The code
 * of the model stays without floating point. */
#ifdef POLICY_FLOAT_INTERFACE
/* What the model says of one point, in units. */
typedef struct {
    float mean[POLICY_N_OUT];
    float sigma[POLICY_N_OUT];
    float eta;
    uint32_t status;
} policy_float_result_t;

/* Returns the raw number nearest to (x - offset) / scale, a half away from zero; beyond 16 bits the nearest of
 * those, and -32768 for a NaN, which are outside of every domain. */
static inline int16_t policy_raw(float x, float scale, float offset)
{
    const float raw = (x - offset) / scale;
    int16_t nearest = -32767 - 1;

    if (raw >= 32767.0F) {
        nearest = 32767;
    } else if (raw >= 0.0F) {
        nearest = (int16_t)(raw + 0.5F);
    } else if (raw > -32768.0F) {
        nearest = (int16_t)(raw - 0.5F);
    } else {
        /* too small, or not a number */
    }
    return nearest;
}

/* policy_infer in units. Raw inputs are the nearest ones. */
static inline void policy_infer_float(const float x[POLICY_N_IN], policy_float_result_t *r)
{
    int16_t raw[POLICY_N_IN];
    policy_result_t result;

    raw[0] = policy_raw(x[0], POLICY_SPEED_SCALE, POLICY_SPEED_OFFSET);
    raw[1] = policy_raw(x[1], POLICY_LOAD_SCALE, POLICY_LOAD_OFFSET);
    raw[2] = policy_raw(x[2], POLICY_X2_SCALE, POLICY_X2_OFFSET);
    policy_infer(raw, &result);
    r->mean[0] = ((float)result.mean[0] * POLICY_MEAN_SCALE_0) + POLICY_MEAN_OFFSET_0;
    r->mean[1] = ((float)result.mean[1] * POLICY_MEAN_SCALE_1) + POLICY_MEAN_OFFSET_1;
    r->sigma[0] = ((float)result.sigma[0] * POLICY_SIGMA_SCALE_0) + POLICY_SIGMA_OFFSET_0;
    r->sigma[1] = ((float)result.sigma[1] * POLICY_SIGMA_SCALE_1) + POLICY_SIGMA_OFFSET_1;
    r->eta = (float)result.eta / (float)POLICY_ETA_ONE;
    r->status = result.status;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
