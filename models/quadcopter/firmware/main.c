/* Example firmware: the emitted network, feedforward, gain, trigger and supervisor at 1 kHz on an
   emulated Cortex-M4 (mps2-an386). The positions are those of a flight that the host flew with the
   same network; every answer must have the host's bits: processor in the loop. firmware.sh builds
   and runs it, and gives the cycles that epiwcet computed. */
#include "board.h"
#include "faults.h"
#include "step.h"

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

int main(void)
{
    uint32_t kept = 0U, wrong = 0U;
    static autopilot_t pilot;
    static thermal_result_t network;
    autopilot_start(&pilot, 2.0F, 1U);
    tick_begin();
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const autopilot_sensed_t s = {{number(cases[i].x[0]), number(cases[i].x[1]), 0.0F}};
        const uint32_t *e = cases[i].expected;
        const thermal_result_t *r = &network;
        tick_wait();
        guarded_step(&s, &pilot, &network);
        kept += pilot.keep;
        wrong += ((bits){r->mean[0]}).u != e[0] || ((bits){r->sigma[0]}).u != e[1] ||
                 ((bits){r->eta}).u != e[2] || r->status != e[3];
    }
    const uint32_t faults = faults_try();
    board_number("steps=", sizeof(cases) / sizeof(cases[0]));
    board_number("wrong=", wrong);
    board_number("kept=", kept);
    board_number("faults not handled=", faults);
    board_number("cycles=", CYCLES);
    board_number("ppm of 1 ms at 168 MHz without wait states=", (CYCLES * 1000U) / 168U);
    return wrong != 0U || faults != 0U;
}
