/* A teacher says how unknown a point is, as a logit: 6 far away, -6 among rows, and 0 at the value
   that 5 % of rows exceed. It is the mean of four notions of distance, because none of them serves
   all data: the distance to rows in all inputs, in pairs of inputs, in pairs of principal axes, and
   what a network learned from samples around the rows (epistemic.h). */
#ifndef EPITRAIN_TEACHER_H
#define EPITRAIN_TEACHER_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

struct teacher;

/* What a teacher is made of. All of it is not copied and must stay. */
struct teacher_data {
    const struct rows *train;
    const struct rows *held_out;   /* calibrate what the network says */
    const struct network *network; /* that learned from samples; NULL: none */
    const struct eta_options *options;
    unsigned threads;
};

struct teacher *teacher_new(struct arena *arena, const struct teacher_data *data,
                            struct random *random);

/* Sets the logits (count) of the points x (count, n_in). */
void teacher_ask(const struct teacher *teacher, const float *x, size_t count, float *logit);

#endif
