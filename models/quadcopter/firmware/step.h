/* One control step of the example firmware. */
#ifndef FIRMWARE_STEP_H
#define FIRMWARE_STEP_H

#include "autopilot.h"
#include "thermal.h"

/* Network, feedforward, gain and trigger. */
void control_step(const autopilot_sensed_t *s, autopilot_t *a, thermal_result_t *network);

/* The control step with its guards: readings are checked before it, the supervisor follows it. */
void guarded_step(const autopilot_sensed_t *s, autopilot_t *a, thermal_result_t *network);

#endif
