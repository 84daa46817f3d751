/*
 * What the controller may rely on: NOMINAL, CAUTIOUS or FALLBACK, from what the network says about
 * itself, with debounce, so that behaviour is defined when the model does not know.
 * Evidence of a step:  FAULT  status is not 0 (outside the domain, sensor fault, caller's limits)
 *                      DOUBT  no fault, but eta >= eta_high (in NOMINAL), eta >= eta_low (else), or
 *                             a sigma above sigma_most
 *                      CLEAR  neither
 * Transitions; n consecutive steps of evidence count, and every transition starts all counts anew:
 *
 *   from      | FAULT for     | DOUBT or FAULT | CLEAR for      | no FAULT for   | else
 *             | `worse` steps | for `worse`    | `better` steps | `better` steps |
 *   ----------+---------------+----------------+----------------+----------------+---------
 *   NOMINAL   | FALLBACK      | CAUTIOUS       |                |                | NOMINAL
 *   CAUTIOUS  | FALLBACK      |                | NOMINAL        |                | CAUTIOUS
 *   FALLBACK  |               |                |                | CAUTIOUS       | FALLBACK
 *   any other | FALLBACK at once: the state was corrupted; so it was when a count is above 2^30 or
 *             | has reached what should have ended the state
 *
 * Only consecutive steps count: a fault that comes and goes, however often, but never for `worse`
 * steps in a row, does not lead to FALLBACK; `worse` = 1 is for those. Limits are not checked at
 * run time, and stay as they are from step to step, or the counts are set to 0 with them. The
 * leftmost column that applies wins. No branch or loop; the same instructions for every input.
 *
 * What a controller makes of it is epi_supervisor_trust: ff = weight (1 - discount eta) f^ and
 * K = K_bar (1 + stiffness beta max sigma):
 *
 *   state     | weight | discount | stiffness |
 *   ----------+--------+----------+-----------+------------------------------------------------
 *   NOMINAL   | 1      | 0        | 1         | all that the network says
 *   CAUTIOUS  | 1      | 1        | 1         | as far as it knows
 *   any other | 0      | 1        | 0         | nothing: the loop that was there before it
 */
#ifndef EPI_CONTROL_SUPERVISOR_H
#define EPI_CONTROL_SUPERVISOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EPI_NOMINAL  0U
#define EPI_CAUTIOUS 1U
#define EPI_FALLBACK 2U

#define EPI_CLEAR 0U
#define EPI_DOUBT 1U
#define EPI_FAULT 2U

typedef struct {
    float eta_low;    /* 0 <= eta_low <= eta_high <= 1 */
    float eta_high;   /* above 1: eta never raises doubt */
    float sigma_most; /* > 0; not NaN, which would raise no doubt */
    uint32_t worse;   /* steps, at most 2^30; 0 is like 1 */
    uint32_t better;  /* likewise */
} epi_supervisor_limits_t;

/* All zero at first: NOMINAL. */
typedef struct {
    uint32_t state;
    uint32_t fault; /* consecutive steps: FAULT */
    uint32_t doubt; /* DOUBT or FAULT */
    uint32_t clear; /* CLEAR */
    uint32_t calm;  /* no FAULT */
} epi_supervisor_t;

/* The evidence of this step; sigma is the largest of the network's. */
uint32_t epi_supervisor_evidence(float eta, float sigma, uint32_t status, uint32_t state,
                                 const epi_supervisor_limits_t *limits);

/* One step; returns the state, which is also in s->state. Evidence that is none counts as FAULT. */
uint32_t epi_supervisor_step(uint32_t evidence, const epi_supervisor_limits_t *limits,
                             epi_supervisor_t *s);

typedef struct {
    float weight;
    float discount;
    float stiffness;
} epi_trust_t;

/* The row of the table above. */
void epi_supervisor_trust(uint32_t state, epi_trust_t *trust);

#ifdef __cplusplus
}
#endif

#endif
