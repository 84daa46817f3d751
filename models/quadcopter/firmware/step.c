/* See step.h. Straight line: epiwcet bounds it as a whole. */
#include "step.h"

#include "control/feedforward.h"
#include "control/gain.h"
#include "control/trigger.h"

void control_step(const float x[2], const float error[2], uint32_t fault, control_t *c)
{
    static const float k_bar[2] = {36.0F, 18.0F}; /* m Kp, m Kd */
    float k[2];
    float ff[1];

    thermal_infer(x, &c->network);
    epi_feedforward(c->network.mean, c->network.eta, 1.0F, ff);
    ff[0] = 1.7658F - ff[0]; /* m g less what the air carries */
    epi_gain_matrix(k_bar, epi_gain_factor(c->network.sigma, 2.0F, 1.0F, 2.0F), k);
    epi_gain_apply(k, error, ff, &c->thrust);
    c->keep = epi_trigger_draw(c->network.eta, 0.01F, c->network.status | fault, &c->random);
}
