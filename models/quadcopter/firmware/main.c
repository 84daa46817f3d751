/* Example firmware: the emitted network, feedforward, gain and trigger at 1 kHz on an emulated
   Cortex-M4 (mps2-an386). The positions are those of a flight that the host flew with the same
   network; every answer must have the host's bits: processor in the loop. firmware.sh builds and
   runs it, and gives the cycles that epiwcet computed. */
#include "board.h"
#include "control/feedforward.h"
#include "control/gain.h"
#include "control/trigger.h"
#include "thermal.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010U)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014U)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018U)

typedef union {
    float f;
    uint32_t u;
} bits;

static const struct {
    uint32_t x[2], expected[4]; /* mean, sigma, eta, status */
} cases[] = {
#include "cases.h"
};

static float number(uint32_t u) { return ((bits){.u = u}).f; }

static void tick_begin(void) /* 25 MHz: one tick a millisecond */
{
    SYST_RVR = 25000U - 1U;
    SYST_CVR = 0U;
    SYST_CSR = 5U;
}

static void tick_wait(void)
{
    while ((SYST_CSR & 0x10000U) == 0U) {
    }
}

/* One step of the controller; returns the thrust. */
static float step(const float x[2], const float error[2], uint32_t *random, uint32_t *kept,
                  thermal_result_t *r)
{
    static const float k_bar[2] = {36.0F, 18.0F}; /* m Kp, m Kd */
    float k[2], ff[1], u[1];
    thermal_infer(x, r);
    epi_feedforward(r->mean, r->eta, 1.0F, ff);
    ff[0] = 1.7658F - ff[0]; /* m g less what the air carries */
    epi_gain_matrix(k_bar, epi_gain_factor(r->sigma, 2.0F, 1.0F, 2.0F), k);
    epi_gain_apply(k, error, ff, u);
    *kept += epi_trigger_draw(r->eta, 0.01F, r->status, random);
    return u[0];
}

int main(void)
{
    uint32_t random = 1U, kept = 0U, wrong = 0U;
    float thrust = 0.0F;
    tick_begin();
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const float x[2] = {number(cases[i].x[0]), number(cases[i].x[1])}, error[2] = {0};
        const uint32_t *e = cases[i].expected;
        thermal_result_t r;
        tick_wait();
        thrust += step(x, error, &random, &kept, &r);
        wrong += ((bits){r.mean[0]}).u != e[0] || ((bits){r.sigma[0]}).u != e[1] ||
                 ((bits){r.eta}).u != e[2] || r.status != e[3];
    }
    board_number("steps=", sizeof(cases) / sizeof(cases[0]));
    board_number("wrong=", wrong);
    board_number("kept=", kept);
    board_number("cycles=", CYCLES);
    board_number("per mille of 1 ms at 168 MHz=", (CYCLES * 1000U + 167999U) / 168000U);
    return wrong != 0U || thrust <= 0.0F;
}
