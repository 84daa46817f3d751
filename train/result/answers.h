/* What a model answers about a set of rows, in the units of the data. The interpreter runs the
   lowered spec, so every figure made of these answers holds for the emitted C, not only for the
   network that was trained. */
#ifndef EPITRAIN_ANSWERS_H
#define EPITRAIN_ANSWERS_H

#include "data/metrics.h"
#include "net/fit.h"
#include "program/interpret.h"
#include "program/program.h"
#include "result/export.h"

struct answers {
    size_t count; /* rows that were asked about */
    size_t of;    /* rows that there are */
    size_t n_out;
    double *y, *mean, *sigma; /* (n_out, count) */
    float *eta;               /* (count) */
};

/* The interpreter of a spec. It makes all checks of epigen first, so that a spec which epigen would
   refuse ends the run here. */
struct interpreter *interpreter_of_spec(struct arena *arena, struct spec *spec);

/* What answers: mean and sigma (n_out of the rows) and eta of one row in the units of the data. */
struct answerer {
    void (*ask)(void *context, const float *x, double *mean, double *sigma, float *eta);
    void *context;
    size_t n_out; /* of the model */
};

/* As answers_ask, of anything that answers. */
struct answers answers_of(struct arena *arena, const struct answerer *answerer,
                          const struct rows *rows, const struct scaling *outputs, size_t most);

/* Asks about every row or, if there are more than `most`, about `most` evenly spaced rows.
   rows->raw must be there. */
struct answers answers_ask(struct arena *arena, struct interpreter *interpreter,
                           const struct rows *rows, const struct scaling *outputs, size_t most);

/* The answers about output k. */
struct predictions answers_output(const struct answers *answers, size_t k);

/* The share of rows with eta below 0.5, which counts as known. */
double answers_known_share(const struct answers *answers);

#endif
