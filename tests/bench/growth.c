/* Nanoseconds a call of the emitted model `model`, over inputs between -1 and 1: see rounds.h.
   Prints ns=. */
#include "base/random.h"
#include "model.h"
#include "rounds.h"

#include <stdio.h>

enum { INPUTS = 32 };

static float inputs[INPUTS][MODEL_N_IN];
static volatile float sink;

static void model_run(void)
{
    for (size_t n = 0; n < INPUTS; n++) {
        model_result_t r;
        model_infer(inputs[n], &r);
        sink = r.mean[0];
    }
}

int main(void)
{
    const struct version model = {"model", model_run};
    static double times[1][ROUNDS];
    struct random random = {7};
    for (size_t n = 0; n < INPUTS; n++)
        for (size_t i = 0; i < MODEL_N_IN; i++)
            inputs[n][i] = (float)(2.0 * random_uniform(&random) - 1.0);
    rounds_time(1, &model, INPUTS, times);
    printf("ns=%.0f\n", rounds_median(times[0]));
    return 0;
}
