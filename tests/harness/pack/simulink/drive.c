/* Drives the S-function of a package as Simulink would: sizes, sample times, outputs of each row.

   drive INPUTS RESULTS: the words of verify/tools/answers.c; RESULTS are written. */
#include "sfun.h"

#include <stdio.h>

/* All ports must be single, the last one the status. */
static int ports_are_right(const SimStruct *s)
{
    int right = s->inputs == 1 && s->input_type == SS_SINGLE && s->contiguous && s->feedthrough &&
                s->outputs >= 2 && s->outputs <= TEST_PORTS && s->sample_times == 1 &&
                s->sample_time < 0;
    for (int_T i = 0; right && i + 1 < s->outputs; i++)
        right = s->types[i] == SS_SINGLE && s->widths[i] > 0 && s->widths[i] <= TEST_WIDTH;
    return right && s->types[s->outputs - 1] == SS_UINT32 && s->widths[s->outputs - 1] == 1;
}

int main(int argc, char **argv)
{
    static SimStruct s;
    static float x[TEST_WIDTH];
    FILE *inputs = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *results = inputs != NULL ? fopen(argv[2], "wb") : NULL;
    if (results == NULL)
        return 2;
    sfun_sizes(&s);
    sfun_times(&s);
    if (!ports_are_right(&s) || s.input_width > TEST_WIDTH)
        return 1;
    s.input = x;
    while (fread(x, sizeof(float), (size_t)s.input_width, inputs) == (size_t)s.input_width) {
        sfun_outputs(&s);
        for (int_T i = 0; i < s.outputs; i++)
            if (fwrite(s.signals[i], sizeof(uint32_t), (size_t)s.widths[i], results) !=
                (size_t)s.widths[i])
                return 1;
    }
    sfun_terminate(&s);
    fclose(inputs);
    return fclose(results) == 0 ? 0 : 1;
}
