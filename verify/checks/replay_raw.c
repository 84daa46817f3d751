/* replay_raw: the compiled code of a model in fixed point on many inputs.
   Built with an emitted pair and the headers that under_the_name_model of verify/lib.sh makes.

   replay_raw INPUTS RESULTS              both made by verify/tools/raw_answers.c; bits are compared

   replay_raw COUNT SEED INPUTS RESULTS   COUNT inputs of the domain, a quarter of them at its ends,
                                          and the results are written, in units as double */
#include "model.h"
#include "model_raw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_RESULT = (1 + MODEL_HAS_SIGMA) * MODEL_N_OUT + MODEL_HAS_ETA };

/* All numbers of a result, and whether it keeps the contract for all inputs. */
static int result_take(const model_result_t *r, int16_t *numbers)
{
    int n = 0, good = 1;
    for (int i = 0; i < MODEL_N_OUT; i++)
        numbers[n++] = r->mean[i];
#if MODEL_HAS_SIGMA
    for (int i = 0; i < MODEL_N_OUT; i++) {
        numbers[n++] = r->sigma[i];
        good = good && (double)r->sigma[i] * model_sigma_scale[i] + model_sigma_offset[i] > 0.0;
    }
#endif
#if MODEL_HAS_ETA
    numbers[n] = r->eta;
    good = good && r->eta >= 0 && r->eta <= MODEL_ETA_ONE;
    good = good && (r->status == 0U || r->eta == MODEL_ETA_ONE);
#endif
    return good;
}

static int compare(FILE *inputs, FILE *results)
{
    int16_t x[MODEL_N_IN], expected[N_RESULT + 2], got[N_RESULT + 2];
    unsigned long vectors = 0, wrong = 0;
    while (fread(x, sizeof(x), 1, inputs) == 1 &&
           fread(expected, sizeof(expected), 1, results) == 1) {
        model_result_t r;
        memset(&r, 0xA5, sizeof(r));
        model_infer(x, &r);
        const int good = result_take(&r, got);
        memcpy(got + N_RESULT, &r.status, sizeof(r.status));
        if (memcmp(got, expected, sizeof(got)) != 0 || !good) {
            for (int i = 0; wrong < 3 && i < N_RESULT + 2; i++)
                printf("vector %lu number %d: %d, expected %d\n", vectors, i, got[i], expected[i]);
            wrong++;
        }
        vectors++;
    }
    printf("%lu vectors, %lu wrong\n", vectors, wrong);
    return vectors == 0 || wrong != 0;
}

static uint64_t state;

/* xorshift64*: its upper bits. */
static uint32_t random_word(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * UINT64_C(2685821657736338717)) >> 32);
}

static int16_t raw_inside(int place, int at_end)
{
    const int low = model_low[place], high = model_high[place];
    if (at_end)
        return (int16_t)(random_word() % 2U == 0U ? low : high);
    return (int16_t)(low + (int)(random_word() % (uint32_t)(high - low + 1)));
}

static void units(const int16_t *numbers, double *to)
{
    int n = 0;
    for (int i = 0; i < MODEL_N_OUT; i++, n++)
        to[n] = (double)numbers[n] * model_mean_scale[i] + model_mean_offset[i];
#if MODEL_HAS_SIGMA
    for (int i = 0; i < MODEL_N_OUT; i++, n++)
        to[n] = (double)numbers[n] * model_sigma_scale[i] + model_sigma_offset[i];
#endif
#if MODEL_HAS_ETA
    to[n] = (double)numbers[n] / MODEL_ETA_ONE;
#endif
}

static int sample(unsigned long count, FILE *inputs, FILE *results)
{
    for (unsigned long k = 0; k < count; k++) {
        int16_t x[MODEL_N_IN], numbers[N_RESULT];
        double in[MODEL_N_IN], out[N_RESULT];
        model_result_t r;
        for (int i = 0; i < MODEL_N_IN; i++) {
            x[i] = raw_inside(i, k % 4 == 0 || (k % 4 == 1 && i == (int)(k / 4 % MODEL_N_IN)));
            in[i] = (double)x[i] * model_scale[i] + model_offset[i];
        }
        model_infer(x, &r);
        if (!result_take(&r, numbers) || r.status != 0U) {
            printf("sample %lu: the result breaks the contract\n", k);
            return 1;
        }
        units(numbers, out);
        if (fwrite(in, sizeof(in), 1, inputs) != 1 || fwrite(out, sizeof(out), 1, results) != 1)
            return 2;
    }
    printf("%lu samples\n", count);
    return 0;
}

int main(int argc, char **argv)
{
    const int samples = argc == 5;
    if (argc != 3 && !samples) {
        fprintf(stderr, "usage: replay_raw INPUTS RESULTS | COUNT SEED INPUTS RESULTS\n");
        return 2;
    }
    FILE *inputs = fopen(argv[argc - 2], samples ? "wb" : "rb");
    FILE *results = fopen(argv[argc - 1], samples ? "wb" : "rb");
    if (inputs == NULL || results == NULL)
        return 2;
    state = samples ? strtoull(argv[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1U : 1U;
    const int status =
        samples ? sample(strtoul(argv[1], NULL, 10), inputs, results) : compare(inputs, results);
    return fclose(inputs) != 0 || fclose(results) != 0 ? 2 : status;
}
