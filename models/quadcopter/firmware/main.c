/* Example firmware: the emitted network, feedforward, gain, trigger and supervisor at 1 kHz on an
   emulated Cortex-M4 (mps2-an386). What the sensors say comes from the flight that epifly flies,
   and the thrust goes back to it: processor in the loop. firmware.sh builds and runs it, and gives
   the cycles that epiwcet computed. */
#include "board.h"
#include "faults.h"
#include "step.h"
#include "wire.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010U)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014U)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018U)

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

static wire_answer_t answer_make(const autopilot_t *a, const thermal_result_t *n)
{
    const wire_answer_t answer = {{a->position[0], a->position[1], a->position[2]},
                                  {a->velocity[0], a->velocity[1], a->velocity[2]},
                                  a->thrust,
                                  a->keep,
                                  a->fault,
                                  a->supervisor.state,
                                  n->mean[0],
                                  n->sigma[0],
                                  n->eta,
                                  n->status};
    return answer;
}

int main(void)
{
    static autopilot_t pilot;
    static thermal_result_t network;
    const uint32_t in = board_open(WIRE_TO_BOARD, BOARD_READ);
    const uint32_t out = board_open(WIRE_FROM_BOARD, BOARD_WRITE);
    wire_start_t start;
    wire_question_t question;
    uint32_t steps = 0U;
    board_read(in, &start, sizeof(start));
    pilot.discount = start.discount;
    autopilot_start(&pilot, start.beta, start.seed);
    tick_begin();
    for (board_read(in, &question, sizeof(question)); question.go == 1U;
         board_read(in, &question, sizeof(question))) {
        tick_wait();
        guarded_step(&question.sensed, &pilot, &network);
        const wire_answer_t answer = answer_make(&pilot, &network);
        board_write(out, &answer, sizeof(answer));
        steps++;
    }
    const uint32_t faults = faults_try();
    board_number("steps on the board: ", steps);
    board_number("faults not handled: ", faults);
    board_number("cycles of a control step, by epiwcet: ", CYCLES);
    board_number("... in ppm of 1 ms at 168 MHz without wait states: ", (CYCLES * 1000U) / 168U);
    return faults != 0U;
}
