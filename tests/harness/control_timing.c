/* control_timing: do the functions of runtime/control do the same for every input? Under valgrind.

   undefined   (memcheck) what they are given is marked undefined, the caller's state too: a jump or
               an address that depends on it is reported. Not the store: its slots are addresses
   counts      (callgrind) one dump of the counters for every round of all of them, a put included
 */
#include "control/feedforward.h"
#include "control/gain.h"
#include "control/store.h"
#include "control/supervisor.h"
#include "control/trigger.h"
#include "control/watch.h"

#include <math.h>
#include <string.h>
#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

static const epi_supervisor_limits_t limits = {0.3F, 0.6F, 1.0F, 3U, 20U};

struct given {
    float eta, sigma[EPI_N_OUT], mean[EPI_N_OUT], bar[EPI_N_K], error[EPI_N_X], bias[EPI_N_U];
    uint32_t status, random, on;
    epi_watch_t watch;
    epi_supervisor_t supervisor;
};

/* Takes the results, as a caller would, without a jump that depends on them. */
static volatile float taken;
static volatile uint32_t decided;

static void step_run(struct given *g)
{
    float k[EPI_N_K], ff[EPI_N_OUT], u[EPI_N_U];
    epi_trust_t trust;
    epi_feedforward(g->mean, g->eta, 1.0F, ff);
    epi_gain_matrix(g->bar, epi_gain_factor(g->sigma, 2.0F, 1.0F, 2.0F), k);
    epi_gain_apply(k, g->error, g->bias, u);
    taken = ff[0] + u[0];
    decided = epi_watch(g->eta, 2U, &g->watch);
    decided = epi_trigger_draw(g->eta, 0.01F, g->status, &g->random);
    decided = epi_trigger_threshold(g->eta, 0.3F, 0.6F, g->status, &g->on);
    decided = epi_supervisor_step(
        epi_supervisor_evidence(g->eta, g->sigma[0], g->status, g->supervisor.state, &limits),
        &limits, &g->supervisor);
    decided = epi_supervisor_status(g->status);
    epi_supervisor_trust(g->supervisor.state, &trust);
    taken = trust.weight;
}

static void undefined_try(void)
{
    struct given g = {0};
    (void)VALGRIND_MAKE_MEM_UNDEFINED(&g, sizeof(g));
    step_run(&g);
}

static float number_of(uint32_t n)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0.0F, -0.0F, 1e-42F, 3e38F, -1.0F};
    return n % 3U == 0U ? odd[n / 3U % 8U] : (float)(n * 2654435761U >> 8) * 0x1p-24F;
}

/* Puts points into an empty store until long after it is full; some are refused. */
static void counts_try(void)
{
    static volatile uint8_t memory[EPI_STORE_BYTES];
    static epi_store_t store;
    static struct given g;
    float weight[EPI_N_IN];
    for (uint32_t i = 0; i < EPI_N_IN; i++)
        weight[i] = 1.0F;
    epi_store_format(memory, &store);
    for (uint32_t n = 0; n < 64U; n++) {
        float x[EPI_N_IN], y[EPI_N_OUT];
        for (uint32_t i = 0; i < EPI_N_IN; i++)
            x[i] = number_of(n * 7U + i + 1U);
        for (uint32_t i = 0; i < EPI_N_OUT; i++) {
            y[i] = number_of(n * 5U + 1U);
            g.mean[i] = number_of(n * 11U + i);
            g.sigma[i] = number_of(n * 13U + i);
        }
        g.eta = number_of(n);
        g.status = n % 5U == 0U ? n : 0U;
        CALLGRIND_ZERO_STATS;
        step_run(&g);
        decided = epi_store_put(memory, &store, (uint64_t)n << 31, x, y, weight);
        CALLGRIND_DUMP_STATS;
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "undefined") == 0)
        undefined_try();
    else if (argc == 2 && strcmp(argv[1], "counts") == 0)
        counts_try();
    else
        return 2;
    return 0;
}
