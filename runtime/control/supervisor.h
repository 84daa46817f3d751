/*
 * The supervisor decides how far the controller may rely on the network: NOMINAL, CAUTIOUS or
 * FALLBACK. It counts what the network says about itself, so that behaviour is defined when the
 * model does not know.
 *
 * Evidence of a step:  FAULT  status is not 0 (outside the domain, sensor fault, caller's limits)
 *                      DOUBT  no fault, but eta >= eta_high (in NOMINAL), eta >= eta_low (else), or
 *                             a sigma above sigma_most
 *                      CLEAR  neither
 *
 * Transitions, by how many consecutive steps had this evidence; a transition sets all counts to 0:
 *
 *   from      | FAULT for     | DOUBT or FAULT | CLEAR for      | no FAULT for   | else
 *             | `worse` steps | for `worse`    | `better` steps | `better` steps |
 *   ----------+---------------+----------------+----------------+----------------+---------
 *   NOMINAL   | FALLBACK      | CAUTIOUS       |                |                | NOMINAL
 *   CAUTIOUS  | FALLBACK      |                | NOMINAL        |                | CAUTIOUS
 *   FALLBACK  |               |                |                | CAUTIOUS       | FALLBACK
 *   any other | FALLBACK at once, because the state was corrupted. It was also corrupted if a count
 *             | is above 2^30, or has reached a number of steps that ends the state.
 *
 * The leftmost column that applies wins. Only consecutive steps count: a fault that comes and goes
 * without lasting `worse` steps does not lead to FALLBACK; choose `worse` = 1 against such faults.
 * Nothing checks the limits at run time. A caller that changes them must set the counts to 0. The
 * code has no branch and no loop; all inputs execute the same instructions.
 *
 * epi_supervisor_trust says what the state means for a controller that computes
 * ff = weight (1 - discount eta) f^ and K = K_bar (1 + stiffness beta max sigma):
 *
 *   state     | weight | discount | stiffness |
 *   ----------+--------+----------+-----------+------------------------------------------------
 *   NOMINAL   | 1      | 0        | 1         | the network is believed everywhere
 *   CAUTIOUS  | 1      | 1        | 1         | the network is believed where it knows
 *   any other | 0      | 1        | 0         | the controller works without the network
 *
 * A network without an eta and a sigma is supervised by its status alone, with
 * epi_supervisor_status in place of epi_supervisor_evidence. Then nothing raises doubt: NOMINAL
 * ends by faults only, and CAUTIOUS is the way back from FALLBACK. If one of the two is missing,
 * the caller gives 0.0F for it, which raises no doubt.
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
    float eta_low;    /* 0 <= eta_low <= eta_high */
    float eta_high;   /* at most 1; a larger one means that eta never raises doubt. Above 0.5 are at
                         most the share `eta_false_alarms` (provenance of the spec, comment of the
                         model's header) of steps like those that the threshold was set by */
    float sigma_most; /* > 0 and not NaN, because a NaN would raise no doubt */
    uint32_t worse;   /* steps, at most 2^30; 0 counts as 1 */
    uint32_t better;  /* steps, at most 2^30; 0 counts as 1 */
} epi_supervisor_limits_t;

/* A supervisor starts with zeros, which means NOMINAL. The counts are of consecutive steps. */
typedef struct {
    uint32_t state;
    uint32_t fault; /* steps with FAULT */
    uint32_t doubt; /* steps with DOUBT or FAULT */
    uint32_t clear; /* steps with CLEAR */
    uint32_t calm;  /* steps without FAULT */
} epi_supervisor_t;

/* The evidence of this step; sigma is the largest one of the network. */
uint32_t epi_supervisor_evidence(float eta, float sigma, uint32_t status, uint32_t state,
                                 const epi_supervisor_limits_t *limits);

/* The same of a network that has neither an eta nor a sigma: FAULT if status is not 0, else CLEAR.
 */
uint32_t epi_supervisor_status(uint32_t status);

/* Makes one step and returns the new state, which is also in s->state. Evidence other than
   CLEAR, DOUBT and FAULT counts as FAULT. */
uint32_t epi_supervisor_step(uint32_t evidence, const epi_supervisor_limits_t *limits,
                             epi_supervisor_t *s);

typedef struct {
    float weight;
    float discount;
    float stiffness;
} epi_trust_t;

/* Fills *trust with the state's row of the table above. */
void epi_supervisor_trust(uint32_t state, epi_trust_t *trust);

#ifdef __cplusplus
}
#endif

#endif
