/* See autopilot.h. */
#include "autopilot.h"

#include "control/unit.h"

static const float hover = 1.7658F; /* N, m g */
/* Limits beyond which a reading is not believed. They are wide, because a gust must not make the
   drone fly without its sensors. */
static const float fence = 2.0F;  /* m */
static const float speed = 30.0F; /* m/s */
static const float strong = 5.0F; /* N: three times the force of the thermals */

static void trust_set(uint32_t state, autopilot_t *a)
{
    epi_supervisor_trust(state, &a->trust);
    a->trust.stiffness = a->trust.stiffness * a->beta;
    a->trust.discount = a->trust.discount * a->discount;
}

void autopilot_start(autopilot_t *a, float beta, uint32_t seed)
{
    a->thrust = hover;
    a->beta = beta;
    a->random = seed;
    a->watch[0].last = UINT32_MAX; /* a NaN, which no believed reading repeats */
    a->watch[1].last = UINT32_MAX;
    a->watch[2].last = UINT32_MAX;
    a->speed[0].last = UINT32_MAX;
    a->speed[1].last = UINT32_MAX;
    a->speed[2].last = UINT32_MAX;
    a->force.last = UINT32_MAX;
    trust_set(a->supervisor.state, a);
}

/* 1 if the value is within `reach` of the centre, else 0. A NaN gives 0. */
static inline uint32_t is_within(float value, float centre, float reach)
{
    const epi_bits distance = {.f = value - centre}, most = {.f = reach};
    return epi_below(distance.u & 0x7FFFFFFFU, most.u);
}

/* a if k is all ones, b if k is 0. */
static inline float select(float a, float b, uint32_t k)
{
    const epi_bits x = {.f = a}, y = {.f = b}, chosen = {.u = (x.u & k) | (y.u & ~k)};
    return chosen.f;
}

/* Takes the readings of an axis that are believed: `position` and `velocity` are all ones or 0. */
static inline void axis_believe(const autopilot_sensed_t *s, uint32_t axis, uint32_t position,
                                uint32_t velocity, autopilot_t *a)
{
    const float last = a->position[axis];
    const float moved = last + select(s->velocity[axis], 0.0F, velocity) * AUTOPILOT_STEP;
    a->position[axis] = select(s->position[axis], moved, position);
    a->velocity[axis] =
        select(s->velocity[axis], (a->position[axis] - last) / AUTOPILOT_STEP, velocity);
}

static uint32_t position_judge(const autopilot_sensed_t *s, autopilot_t *a)
{
    const uint32_t x = epi_watch(s->position[0], 1U, &a->watch[0]);
    const uint32_t y = epi_watch(s->position[1], 1U, &a->watch[1]);
    const uint32_t z = epi_watch(s->position[2], 1U, &a->watch[2]);
    const uint32_t within = is_within(s->position[0], 0.05F, fence) &
                            is_within(s->position[1], 0.05F, fence) &
                            is_within(s->position[2], 0.0F, fence);
    /* One axis may rest: the sensor is stuck only if all three repeat. */
    return ((x & y & z) & EPI_WATCH_STUCK) | ((x | y | z) & EPI_WATCH_NOT_FINITE) |
           (AUTOPILOT_FENCE & (within - 1U));
}

/* All ones if the velocity is believed, else 0. */
static uint32_t velocity_judge(const autopilot_sensed_t *s, autopilot_t *a)
{
    const uint32_t x = epi_watch(s->velocity[0], 1U, &a->speed[0]);
    const uint32_t y = epi_watch(s->velocity[1], 1U, &a->speed[1]);
    const uint32_t z = epi_watch(s->velocity[2], 1U, &a->speed[2]);
    const uint32_t within = is_within(s->velocity[0], 0.0F, speed) &
                            is_within(s->velocity[1], 0.0F, speed) &
                            is_within(s->velocity[2], 0.0F, speed);
    return (0U - within) & (epi_nonzero((x & y & z) & EPI_WATCH_STUCK) - 1U);
}

void autopilot_measure(float force, autopilot_t *a)
{
    const uint32_t bad = epi_watch(force, 1U, &a->force) | (1U - is_within(force, 0.0F, strong));
    a->measured = AUTOPILOT_FORCE & (0U - epi_nonzero(bad));
}

void autopilot_sense(const autopilot_sensed_t *s, autopilot_t *a)
{
    const uint32_t fault = position_judge(s, a), position = epi_nonzero(fault) - 1U;
    const uint32_t velocity = velocity_judge(s, a);
    axis_believe(s, 0U, position, velocity, a);
    axis_believe(s, 1U, position, velocity, a);
    axis_believe(s, 2U, position, velocity, a);
    a->fault = fault | (AUTOPILOT_SPEED & ~velocity) | a->measured;
    a->error[0] = s->height - a->position[2];
    a->error[1] = s->climb - a->velocity[2];
}

void autopilot_act(const float mean[1], const float sigma[1], float eta, uint32_t status,
                   autopilot_t *a)
{
    static const float k_bar[2] = {36.0F, 18.0F}; /* m Kp, m Kd */
    const uint32_t fault = status | a->fault, k = epi_nonzero(fault) - 1U;
    epi_bits weight = {.f = a->trust.weight}, beta = {.f = a->trust.stiffness};
    float ff[1], gain[2];

    weight.u &= k; /* a fault drops the feedforward at once */
    beta.u &= k;
    epi_feedforward(mean, eta, a->trust.discount, ff);
    ff[0] = hover - weight.f * ff[0]; /* m g minus the learned force of the air */
    epi_gain_matrix(k_bar, epi_gain_factor(sigma, beta.f, 1.0F, 2.0F), gain);
    epi_gain_apply(gain, a->error, ff, &a->thrust);
    a->keep = epi_trigger_draw(eta, 0.01F, fault, &a->random);
}

/* Where the vehicle is new, eta is high until the next measurement is learned, a few steps later.
   That is no reason for doubt: evidence of doubt counts in NOMINAL from the thirteenth step in a
   row on, when two measurements were not learned. Faults count at once. */
static uint32_t evidence_wait(uint32_t evidence, autopilot_t *a)
{
    const uint32_t patience = 12U;
    const uint32_t doubt =
        epi_equal(evidence, EPI_DOUBT) & epi_equal(a->supervisor.state, EPI_NOMINAL);

    a->doubt = (a->doubt + 1U) & (0U - doubt);
    return evidence & ((doubt & (1U - epi_below(patience, a->doubt))) - 1U);
}

void autopilot_judge(const float sigma[1], float eta, uint32_t status, autopilot_t *a)
{
    /* eta is 0.993 where no point is in reach, and that is what counts: a vehicle may use what it
       learned from few points. Three steps to distrust, twenty to trust again. */
    static const epi_supervisor_limits_t limits = {0.985F, 0.99F, 1.0F, 3U, 20U};
    const uint32_t evidence =
        epi_supervisor_evidence(eta, sigma[0], status | a->fault, a->supervisor.state, &limits);
    trust_set(epi_supervisor_step(evidence_wait(evidence, a), &limits, &a->supervisor), a);
}
