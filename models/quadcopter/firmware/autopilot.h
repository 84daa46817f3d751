/* What the quadcopter does around its network, in the flight on the host and on the board alike:
   whether the position can be believed, the vertical law, the trigger, the supervisor. Three parts
   of one step, in this order: autopilot_sense before the network is asked, autopilot_act with its
   answer, autopilot_judge when the command is out. Straight line, no branch.
   A reading of the position is not believed when it is no number, when no axis moved by a bit since
   the last one, or when it lies beyond a fence of 2 m: then the last position that was believed
   moves on by the velocity. A velocity is not believed when it is no number, repeats itself on all
   axes or is beyond 30 m/s: then it is that of the positions. A measured force that is no number,
   repeats itself or is beyond 5 N counts as a fault until the next one comes (autopilot_measure,
   before the step that it belongs to). With any of them nothing is kept and the feedforward is
   dropped at once; the supervisor keeps it dropped until readings were good for a while. So what
   the law computes with is finite whatever the sensors say, and so is its thrust. */
#ifndef FIRMWARE_AUTOPILOT_H
#define FIRMWARE_AUTOPILOT_H

#include "control/feedforward.h"
#include "control/gain.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

#define AUTOPILOT_STEP 0.005F /* s */
/* Faults, beside those of the watch. */
#define AUTOPILOT_FENCE 0x20000000U /* the position is beyond it */
#define AUTOPILOT_SPEED 0x10000000U /* the velocity cannot be believed */
#define AUTOPILOT_FORCE 0x08000000U /* nor the last measured force */

typedef struct {
    float position[3]; /* m, as the sensor says */
    float velocity[3]; /* m/s */
    float height;      /* wanted, m */
    float climb;       /* wanted, m/s */
} autopilot_sensed_t;

typedef struct {
    float position[3]; /* m, believed */
    float velocity[3]; /* m/s, believed */
    float error[2];    /* height and climb rate, wanted less believed */
    float thrust;      /* N, wanted: rotors may not reach it */
    float beta;        /* how the gain grows with sigma */
    uint32_t keep;     /* 1: this measurement is worth keeping */
    uint32_t fault;    /* of this step's reading; 0: none */
    uint32_t random;   /* of the trigger */
    uint32_t measured; /* AUTOPILOT_FORCE, or 0 */
    epi_watch_t watch[3], speed[3], force;
    epi_supervisor_t supervisor;
    epi_trust_t trust; /* its stiffness times beta */
} autopilot_t;

/* *a is all zero. */
void autopilot_start(autopilot_t *a, float beta, uint32_t seed);

/* The force that was measured, in N: what the store would keep. */
void autopilot_measure(float force, autopilot_t *a);
void autopilot_sense(const autopilot_sensed_t *s, autopilot_t *a);
/* With what the network says of that position. */
void autopilot_act(const float mean[1], const float sigma[1], float eta, uint32_t status,
                   autopilot_t *a);
void autopilot_judge(const float sigma[1], float eta, uint32_t status, autopilot_t *a);

#endif
