/* What the quadcopter does around its network, in the flight on the host and on the board alike. A
   step has three parts, in this order: autopilot_sense before the network is asked, autopilot_act
   with its answer, autopilot_judge after the command. The code is straight-line, without a branch.

   A position is not believed if it is no number, if no axis changed by a bit since the last
   reading, or if it lies beyond a fence of 2 m. Then the last believed position moves on by the
   velocity. A velocity is not believed if it is no number, repeats itself on all axes or exceeds 30
   m/s. Then the velocity of the positions is taken. A measured force that is no number, repeats
   itself or exceeds 5 N is a fault until the next one comes (autopilot_measure, before the step to
   which it belongs). With any fault nothing is kept and the feedforward is dropped at once. The
   supervisor keeps it dropped until readings were good for a while. So the law computes with finite
   numbers whatever the sensors give, and its thrust is finite. */
#ifndef FIRMWARE_AUTOPILOT_H
#define FIRMWARE_AUTOPILOT_H

#include "control/feedforward.h"
#include "control/gain.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

#define AUTOPILOT_STEP 0.005F /* s */
/* Bits of faults, beside those of control/watch.h. */
#define AUTOPILOT_FENCE 0x20000000U /* the position is beyond the fence */
#define AUTOPILOT_SPEED 0x10000000U /* the velocity cannot be believed */
#define AUTOPILOT_FORCE 0x08000000U /* the last measured force cannot be believed */

typedef struct {
    float position[3]; /* m, as the sensor says */
    float velocity[3]; /* m/s */
    float height;      /* wanted, m */
    float climb;       /* wanted, m/s */
} autopilot_sensed_t;

typedef struct {
    float position[3]; /* m, believed */
    float velocity[3]; /* m/s, believed */
    float error[2];    /* height and climb rate, wanted minus believed */
    float thrust;      /* N, wanted; the rotors may give less */
    float beta;        /* how the gain grows with sigma */
    float discount;    /* 1: a cautious supervisor takes (1 - eta) f^; 0: f^, as the paper has it */
    uint32_t keep;     /* 1: this measurement is worth keeping */
    uint32_t fault;    /* fault bits of this step's readings */
    uint32_t random;   /* state of the trigger's generator */
    uint32_t measured; /* AUTOPILOT_FORCE, or 0 */
    uint32_t doubt;    /* steps in a row with evidence of doubt, while NOMINAL */
    epi_watch_t watch[3], speed[3], force;
    epi_supervisor_t supervisor;
    epi_trust_t trust; /* stiffness is multiplied by beta, discount by discount */
} autopilot_t;

/* Starts an autopilot whose bytes are all zero, but for the discount. */
void autopilot_start(autopilot_t *a, float beta, uint32_t seed);

/* Takes the measured force in N, which the store would keep. */
void autopilot_measure(float force, autopilot_t *a);
void autopilot_sense(const autopilot_sensed_t *s, autopilot_t *a);
/* Computes thrust and trigger with the network's answer for the believed position. */
void autopilot_act(const float mean[1], const float sigma[1], float eta, uint32_t status,
                   autopilot_t *a);
void autopilot_judge(const float sigma[1], float eta, uint32_t status, autopilot_t *a);

#endif
