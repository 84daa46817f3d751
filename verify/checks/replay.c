/* replay: the compiled code on the inputs of a file, its bits compared with those of another.
   Built with an emitted pair whose prefix is `model`, for any machine with a C library.

   replay INPUTS RESULTS           both made by verify/tools/answers.c
   replay INPUTS RESULTS write     RESULTS are written instead; only the contract is checked */
#include "model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Whether the result keeps the contract for all inputs: finite, sigma > 0, eta in [0, 1]. */
static int keeps_the_contract(const model_result_t *r)
{
    int good = 1;
    for (int i = 0; i < MODEL_N_OUT; i++)
        good = good && r->mean[i] - r->mean[i] == 0.0F;
#if MODEL_HAS_SIGMA
    for (int i = 0; i < MODEL_N_OUT; i++)
        good = good && r->sigma[i] > 0.0F && r->sigma[i] - r->sigma[i] == 0.0F;
#endif
#if MODEL_HAS_ETA
    good = good && r->eta >= 0.0F && r->eta <= 1.0F && (r->status == 0U || r->eta == 1.0F);
#endif
    return good;
}

/* All members have the size of a word, and stand in the order of the file. */
enum { N_RESULT = (1 + MODEL_HAS_SIGMA) * MODEL_N_OUT + MODEL_HAS_ETA + 1 };
_Static_assert(sizeof(model_result_t) == N_RESULT * sizeof(uint32_t), "a word for each number");

int main(int argc, char **argv)
{
    const int writes = argc == 4 && strcmp(argv[3], "write") == 0;
    FILE *inputs = argc == 3 || writes ? fopen(argv[1], "rb") : NULL;
    FILE *results = inputs != NULL ? fopen(argv[2], writes ? "wb" : "rb") : NULL;
    if (inputs == NULL || results == NULL) {
        fprintf(stderr, "usage: replay INPUTS RESULTS [write]\n");
        return 2;
    }
    float x[MODEL_N_IN];
    uint32_t expected[N_RESULT], got[N_RESULT];
    unsigned long vectors = 0, wrong = 0;
    while (fread(x, sizeof(x), 1, inputs) == 1 &&
           (writes || fread(expected, sizeof(expected), 1, results) == 1)) {
        model_result_t r;
        memset(&r, 0xA5, sizeof(r));
        model_infer(x, &r);
        memcpy(got, &r, sizeof(r));
        if (writes) {
            memcpy(expected, got, sizeof(got));
            if (fwrite(got, sizeof(got), 1, results) != 1)
                return 2;
        }
        if (memcmp(got, expected, sizeof(got)) != 0 || !keeps_the_contract(&r)) {
            for (int i = 0; wrong < 3 && i < N_RESULT; i++)
                printf("vector %lu word %d: %08" PRIX32 ", expected %08" PRIX32 "\n", vectors, i,
                       got[i], expected[i]);
            wrong++;
        }
        vectors++;
    }
    fclose(inputs);
    if (fclose(results) != 0)
        return 2;
    printf("%lu vectors, %lu wrong\n", vectors, wrong);
    return vectors == 0 || wrong != 0;
}
