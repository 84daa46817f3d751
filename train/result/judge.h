/* What a model answers for a set of rows, in the units of the data. The interpreter is asked, on
   the lowered spec, so every figure made of this holds for the emitted C, not only for the network
   that was trained. */
#ifndef EPITRAIN_JUDGE_H
#define EPITRAIN_JUDGE_H

#include "net/fit.h"
#include "program/interpret.h"
#include "program/program.h"
#include "result/export.h"
#include "result/metrics.h"

struct judged {
    size_t count, of; /* rows asked, rows there */
    size_t n_out;
    double *y, *mean, *sigma; /* (n_out, count) */
    float *eta;               /* (count) */
};

/* The interpreter of a spec, after all checks that epigen makes: what epigen would refuse is
   refused here. */
struct interpreter *judge_new(struct arena *arena, struct spec *spec);

/* Asks about every row, or about `most` of them, evenly spaced; rows->raw must be there. */
struct judged judge(struct arena *arena, struct interpreter *interpreter, const struct rows *rows,
                    const struct scaling *outputs, size_t most);

/* One output of it. */
struct predictions judged_output(const struct judged *judged, size_t k);

/* The share of rows with eta below 0.5: "known". */
double judged_known(const struct judged *judged);

#endif
