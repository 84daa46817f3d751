/* See step.h. Straight line: epiwcet bounds it as a whole. */
#include "step.h"

void control_step(const autopilot_sensed_t *s, autopilot_t *a, thermal_result_t *network)
{
    thermal_infer(s->position, network);
    autopilot_act(network->mean, network->sigma, network->eta, network->status, a);
}

void guarded_step(const autopilot_sensed_t *s, autopilot_t *a, thermal_result_t *network)
{
    autopilot_sense(s, a);
    control_step(s, a, network);
    autopilot_judge(network->sigma, network->eta, network->status, a);
}
