/* See faults.h. The store writes through a driver that loses power after a given number of bytes.
 */
#include "faults.h"

#include "step.h"

static uint32_t power;

static void byte_write(volatile uint8_t *memory, uint32_t at, uint8_t value)
{
    if (power > 0U) {
        power--;
        memory[at] = value;
    }
}

#define EPI_STORE_CAPACITY 4U
#define EPI_STORE_WRITE    byte_write
#include "control/store.c" /* NOLINT(bugprone-suspicious-include) with sizes of its own */

static uint32_t sane(const autopilot_t *a, const thermal_result_t *network)
{
    return a->thrust > -100.0F && a->thrust < 100.0F && network->eta >= 0.0F &&
           network->eta <= 1.0F;
}

/* Readings of a drone that moves a little around x on the first axis. */
static autopilot_sensed_t reading(uint32_t step, float x)
{
    const float moved = 1e-5F * (float)step, alive = 1e-6F * (float)(step % 2U);
    const autopilot_sensed_t s = {
        {x, 0.05F + moved, 0.001F + moved}, {alive, 0.002F, 0.002F}, 0.0F, 0.0F};
    return s;
}

/* x is not a number, or far away: finite thrust, nothing kept, the last place still
   believed, FALLBACK after three steps; then good readings again: back after twenty. */
static uint32_t place_try(float x)
{
    autopilot_t a = {0};
    thermal_result_t network;
    uint32_t wrong = 0U;
    autopilot_start(&a, 2.0F, 1U);
    for (uint32_t i = 0U; i < 100U; i++) {
        const autopilot_sensed_t s = reading(i, (i >= 10U && i < 50U) ? x : 0.05F);
        guarded_step(&s, &a, &network);
        wrong += !sane(&a, &network) || a.position[0] < 0.04F || a.position[0] > 0.06F;
        wrong +=
            (i >= 10U && i < 50U) && (a.keep != 0U || network.eta != 1.0F || network.status == 0U);
        wrong +=
            (i >= 12U && i < 50U) != (a.supervisor.state == EPI_FALLBACK) && (i < 50U || i >= 70U);
    }
    return wrong;
}

/* A sensor that repeats itself: nothing is kept, whatever eta says, the place moves on by the
   velocity, and FALLBACK follows. */
static uint32_t stuck_try(void)
{
    autopilot_t a = {0};
    thermal_result_t network;
    uint32_t wrong = 0U;
    autopilot_start(&a, 2.0F, 1U);
    for (uint32_t i = 0U; i < 200U; i++) {
        autopilot_sensed_t s = reading(0U, 0.14F);
        s.velocity[0] = 1e-6F * (float)(i % 2U); /* the velocity is not stuck */
        s.velocity[2] = 0.01F;
        guarded_step(&s, &a, &network);
        wrong += !sane(&a, &network) || (a.keep & (i > 0U));
        /* through CAUTIOUS, which sets the counts to 0 */
        wrong += (i >= 5U) && a.supervisor.state != EPI_FALLBACK;
    }
    return wrong + !(a.position[2] > 0.0108F && a.position[2] < 0.0111F);
}

/* A height that is no number, then the climb rate too, infinite at first: a finite thrust, near m g
   when the last height was right and nothing moves. */
static uint32_t height_try(void)
{
    autopilot_t a = {0};
    thermal_result_t network;
    uint32_t wrong = 0U;
    autopilot_start(&a, 2.0F, 1U);
    for (uint32_t i = 0U; i < 20U; i++) {
        autopilot_sensed_t s = reading(i, 0.05F);
        s.position[2] = (i >= 10U) ? __builtin_nanf("") : s.position[2];
        s.velocity[2] = (i >= 15U) ? __builtin_inff() : s.velocity[2];
        s.velocity[2] = (i >= 17U) ? __builtin_nanf("") : s.velocity[2];
        s.height = a.position[2];
        guarded_step(&s, &a, &network);
        wrong += !sane(&a, &network) || ((i >= 10U) && (a.thrust < 1.7F || a.thrust > 1.8F));
    }
    return wrong;
}

/* A velocity that freezes at half a metre a second: that of the positions counts, nothing is kept.
 */
static uint32_t frozen_try(void)
{
    autopilot_t a = {0};
    thermal_result_t network;
    uint32_t wrong = 0U;
    autopilot_start(&a, 2.0F, 1U);
    for (uint32_t i = 0U; i < 40U; i++) {
        autopilot_sensed_t s = reading(i, 0.05F);
        s.velocity[0] = (i >= 10U) ? 0.0F : s.velocity[0];
        s.velocity[2] = (i >= 10U) ? 0.5F : s.velocity[2];
        guarded_step(&s, &a, &network);
        wrong += !sane(&a, &network) || ((i > 10U) && (a.keep != 0U || a.velocity[2] > 0.01F));
        wrong += (i >= 15U) && a.supervisor.state != EPI_FALLBACK;
    }
    return wrong;
}

static uint32_t put(volatile uint8_t *memory, epi_store_t *s, float y)
{
    const float x[2] = {y, 0.0F}, weight[2] = {1.0F, 1.0F};
    return epi_store_put(memory, s, 0U, x, &y, weight);
}

/* Power lost after every number of bytes of the third point, then a fourth and a full store. */
static uint32_t store_try(void)
{
    static volatile uint8_t memory[EPI_STORE_BYTES];
    static epi_store_t s;
    uint32_t wrong = 0U, lost = 0U;
    for (uint32_t bytes = 0U; bytes <= 60U; bytes++) {
        power = UINT32_MAX;
        epi_store_format(memory, &s);
        wrong += put(memory, &s, 1.0F) + put(memory, &s, 2.0F) != 2U;
        power = bytes;
        put(memory, &s, 3.0F);
        power = UINT32_MAX;
        wrong +=
            (epi_store_open(memory, &s) & ~EPI_STORE_MENDED) != 0U || s.count < 2U || s.count > 3U;
        lost += s.count == 2U;
        while (s.count < EPI_STORE_CAPACITY)
            wrong += put(memory, &s, 4.0F) != 1U;
        wrong += put(memory, &s, 5.0F) != 0U || s.count != EPI_STORE_CAPACITY;
    }
    return wrong + (lost < 20U || lost > 50U);
}

uint32_t faults_try(void)
{
    return place_try(__builtin_nanf("")) + place_try(1e30F) + place_try(-1e30F) + place_try(3.0F) +
           stuck_try() + height_try() + frozen_try() + store_try();
}
