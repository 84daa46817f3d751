/* replay_batch INPUTS RESULTS: the batch entry point on the inputs of a file, batch by batch, its
   bits compared with those of another; both made by verify/tools/answers.c. The last batch is
   filled up with zeros. Built with an emitted pair whose prefix is `model`, made with --batch. */
#include "model.h"

#include <stdio.h>
#include <string.h>

/* All members have the size of a word, and stand in the order of the file. */
enum { N_RESULT = (1 + MODEL_HAS_SIGMA) * MODEL_N_OUT + MODEL_HAS_ETA + 1 };
_Static_assert(sizeof(model_result_t) == N_RESULT * sizeof(uint32_t), "a word for each number");

static float x[MODEL_N_BATCH][MODEL_N_IN];
static model_result_t r[MODEL_N_BATCH];

/* 1 if the result differs from the next one of the file, else 0. */
static unsigned long point_fails(const model_result_t *result, FILE *results)
{
    uint32_t expected[N_RESULT], got[N_RESULT];
    if (fread(expected, sizeof(expected), 1, results) != 1)
        return 1;
    memcpy(got, result, sizeof(got));
    return memcmp(got, expected, sizeof(got)) != 0;
}

int main(int argc, char **argv)
{
    FILE *inputs = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *results = argc == 3 ? fopen(argv[2], "rb") : NULL;
    unsigned long points = 0, wrong = 0;
    size_t count;
    if (inputs == NULL || results == NULL) {
        fprintf(stderr, "usage: replay_batch INPUTS RESULTS\n");
        return 2;
    }
    while ((count = fread(x, sizeof(x[0]), MODEL_N_BATCH, inputs)) > 0) {
        memset(x[0] + count * MODEL_N_IN, 0, (MODEL_N_BATCH - count) * sizeof(x[0]));
        memset(r, 0xA5, sizeof(r));
        model_infer_batch((const float(*)[MODEL_N_IN])x, r);
        for (size_t p = 0; p < count; p++)
            wrong += point_fails(&r[p], results);
        points += count;
    }
    printf("%lu points, %lu wrong\n", points, wrong);
    fclose(inputs);
    fclose(results);
    return points == 0 || wrong != 0;
}
