/* What a model answers for a set of rows, in the units of the data. The interpreter is asked, on
   the lowered spec, so every figure made of this holds for the emitted C, not only for the network
   that was trained. */
#ifndef EPITRAIN_ANSWERS_H
#define EPITRAIN_ANSWERS_H

#include "net/fit.h"
#include "program/interpret.h"
#include "program/program.h"
#include "result/export.h"
#include "result/metrics.h"

struct answers {
    size_t count, of; /* rows asked, rows there */
    size_t n_out;
    double *y, *mean, *sigma; /* (n_out, count) */
    float *eta;               /* (count) */
};

/* The interpreter of a spec, after all checks that epigen makes: what epigen would refuse is
   refused here. */
struct interpreter *interpreter_of_spec(struct arena *arena, struct spec *spec);

/* Asks about every row, or about `most` of them, evenly spaced; rows->raw must be there. */
struct answers answers_ask(struct arena *arena, struct interpreter *interpreter,
                           const struct rows *rows, const struct scaling *outputs, size_t most);

/* One output of it. */
struct predictions answers_output(const struct answers *judged, size_t k);

/* The share of rows with eta below 0.5: "known". */
double answers_known_share(const struct answers *judged);

#endif
