/* One control step of the example firmware: network, feedforward, gain, trigger. */
#ifndef FIRMWARE_STEP_H
#define FIRMWARE_STEP_H

#include "thermal.h"

typedef struct {
    uint32_t random;          /* of the trigger */
    uint32_t keep;            /* 1: this measurement is worth keeping */
    float thrust;             /* N */
    thermal_result_t network; /* what it said */
} control_t;

/* x: where we are; error: height and climb rate, desired less actual; fault: 0, or what the
   watch says of the sensors. */
void control_step(const float x[2], const float error[2], uint32_t fault, control_t *c);

#endif
