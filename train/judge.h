/* A network's predictions of one output for a set of rows, in the units of the data. */
#ifndef EPITRAIN_JUDGE_H
#define EPITRAIN_JUDGE_H

#include "export.h"
#include "fit.h"
#include "metrics.h"

struct judged {
    size_t count;
    double *y, *mean, *sigma;
    float *eta;
};

struct judged judge(struct arena *arena, const struct network *network, const struct rows *rows,
                    const struct scaling *output, size_t k);

#endif
