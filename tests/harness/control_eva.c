/* For Frama-C's Eva: every function of runtime/control with any bits in what sensors, network and
   memory give; limits and gains are the caller's and as their headers demand. */
#include "control/feedforward.h"
#include "control/gain.h"
#include "control/store.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

volatile uint32_t any;

typedef union {
    uint32_t u;
    float f;
} bits;

static float any_float(void)
{
    bits b;
    b.u = any;
    return b.f;
}

static void law_try(void)
{
    float sigma[EPI_N_OUT], mean[EPI_N_OUT], ff[EPI_N_OUT], bar[EPI_N_K], k[EPI_N_K];
    float error[EPI_N_X], bias[EPI_N_U], u[EPI_N_U];
    for (uint32_t i = 0; i < EPI_N_OUT; i++) {
        sigma[i] = any_float();
        mean[i] = any_float();
    }
    for (uint32_t i = 0; i < EPI_N_K; i++)
        bar[i] = any_float();
    for (uint32_t i = 0; i < EPI_N_X; i++)
        error[i] = any_float();
    for (uint32_t i = 0; i < EPI_N_U; i++)
        bias[i] = any_float();
    epi_feedforward(mean, any_float(), 1.0F, ff);
    epi_gain_matrix(bar, epi_gain_factor(sigma, 2.0F, 1.0F, 2.0F), k);
    epi_gain_apply(k, error, bias, u);
}

static void decisions_try(void)
{
    static const epi_supervisor_limits_t limits = {0.3F, 0.6F, 1.0F, 3U, 20U};
    epi_supervisor_t s = {any, any, any, any, any};
    epi_watch_t watch = {any, any};
    epi_trust_t trust;
    uint32_t random = any, on = any & 1U;
    const uint32_t status = epi_watch(any_float(), 1U, &watch);
    (void)epi_trigger_draw(any_float(), 0.01F, status, &random);
    (void)epi_trigger_threshold(any_float(), 0.3F, 0.6F, status, &on);
    (void)epi_supervisor_step(
        epi_supervisor_evidence(any_float(), any_float(), status, s.state, &limits), &limits, &s);
    (void)epi_supervisor_step(epi_supervisor_status(any), &limits, &s);
    epi_supervisor_trust(any, &trust);
}

static volatile uint8_t memory[EPI_STORE_BYTES];

static void store_try(void)
{
    epi_store_t store;
    float x[EPI_N_IN], y[EPI_N_OUT], weight[EPI_N_IN];
    for (uint32_t i = 0; i < EPI_STORE_BYTES; i++)
        memory[i] = (uint8_t)any;
    (void)epi_store_open(memory, &store);
    for (uint32_t n = 0; n < 2U; n++) {
        for (uint32_t i = 0; i < EPI_N_IN; i++) {
            x[i] = any_float();
            weight[i] = 1.0F;
        }
        for (uint32_t i = 0; i < EPI_N_OUT; i++)
            y[i] = any_float();
        (void)epi_store_put(memory, &store, ((uint64_t)any << 32) | any, x, y, weight);
    }
    epi_store_format(memory, &store);
    (void)epi_store_put(memory, &store, 0U, x, y, weight);
}

int main(void)
{
    law_try();
    decisions_try();
    store_try();
    return 0;
}
