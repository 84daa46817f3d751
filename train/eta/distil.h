/* The eta branch learns what a teacher says (teacher.h) of examples all over and around the data,
   and is then shifted so that 0.5 has a meaning: at most a chosen share of rows like the held-out
   ones is called unknown. */
#ifndef EPITRAIN_DISTIL_H
#define EPITRAIN_DISTIL_H

#include "eta/epistemic.h"
#include "eta/teacher.h"

enum { DISTIL_EXAMPLES = 40000 };

/* What eta learns from, four kinds in equal parts: training rows, steps away from rows whose size
   is drawn log-uniformly, rows with some columns of another row, points in the box around the rows.
 */
struct examples {
    size_t count, n_in;
    float *x;     /* (count, n_in) */
    float *label; /* (count) 0: known, 1: unknown, and between */
};

struct examples examples_make(struct arena *arena, const struct rows *train,
                              const struct teacher *teacher, struct random *random);

/* Fits the eta branch to the labels by cross entropy. */
void distil_fit(struct network *network, const struct examples *examples,
                const struct eta_options *options, struct random *random,
                void (*progress)(void *context, double done, double loss), void *context);

/* What was promised of the threshold 0.5. */
struct eta_promise {
    double share; /* of rows that may be called unknown; larger than asked for where rows are few */
    size_t rows;  /* held-out rows that it rests on; 0: none, nothing is promised */
};

/* Conformal prediction: shifts the last bias of eta so that the held-out row of rank
   ceil((n + 1) (1 - share)) has eta 0.5. Another row of the same kind then has a larger eta with a
   probability of at most `share`. With n < 1 / share - 1 rows the largest is taken. */
struct eta_promise eta_calibrate(struct network *network, const struct rows *held_out,
                                 double share);

#endif
