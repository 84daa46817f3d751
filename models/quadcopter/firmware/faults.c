/* See faults.h. The store writes through a driver that loses power after so many bytes. */
#include "faults.h"

#include "step.h"

#include "control/supervisor.h"
#include "control/watch.h"

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
#include "control/store.c"

static uint32_t sane(const control_t *c)
{
    return c->thrust > -100.0F && c->thrust < 100.0F && c->network.eta >= 0.0F &&
           c->network.eta <= 1.0F;
}

/* x is not a number, or far away: finite thrust, nothing kept, FALLBACK after three steps. */
static uint32_t place_try(float x)
{
    static const epi_supervisor_limits_t limits = {0.3F, 0.6F, 1.0F, 3U, 10U};
    const float at[2] = {x, 0.05F}, error[2] = {0.01F, 0.0F};
    control_t c = {.random = 1U};
    epi_supervisor_t s = {0};
    uint32_t wrong = 0U;
    for (uint32_t i = 0U; i < 3U; i++) {
        control_step(at, error, 0U, &c);
        wrong += !sane(&c) || c.keep != 0U || c.network.eta != 1.0F || c.network.status == 0U;
        epi_supervisor_step(epi_supervisor_evidence(c.network.eta, c.network.sigma[0],
                                                    c.network.status, s.state, &limits),
                            &limits, &s);
    }
    return wrong + (s.state != EPI_FALLBACK);
}

/* A sensor that repeats itself 20 times is dead: nothing is kept, whatever eta says. */
static uint32_t stuck_try(void)
{
    const float at[2] = {0.14F, 0.14F}, error[2] = {0.0F, 0.0F};
    epi_watch_t watch = {0};
    control_t c = {.random = 1U};
    uint32_t kept = 0U;
    for (uint32_t i = 0U; i < 200U; i++) {
        control_step(at, error, epi_watch(0.8F, 20U, &watch), &c);
        kept += c.keep & (i > 20U);
    }
    return kept;
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
        wrong += epi_store_open(memory, &s) != 0U || s.count < 2U || s.count > 3U;
        lost += s.count == 2U;
        while (s.count < EPI_STORE_CAPACITY)
            wrong += put(memory, &s, 4.0F) != 1U;
        wrong += put(memory, &s, 5.0F) != 0U || s.count != EPI_STORE_CAPACITY;
    }
    return wrong + (lost < 20U || lost > 50U);
}

uint32_t faults_try(void)
{
    return place_try(__builtin_nanf("")) + place_try(1e30F) + place_try(-1e30F) + place_try(0.2F) +
           stuck_try() + store_try();
}
