/* A teacher says of any point how unknown it is, as a logit: 0 where 5 % of rows lie beyond, 6 far
   away, -6 in the midst of rows. It is the mean of unlike notions of distance, because none of
   them serves all data: the distance to rows in all inputs, in pairs of inputs, in pairs of
   principal axes, and what a network learned from samples around the rows (epistemic.h). */
#ifndef EPITRAIN_TEACHER_H
#define EPITRAIN_TEACHER_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

struct teacher;

/* The training rows, the rows that calibrate the network's part, the network that learned from
   samples or NULL: none. All are referred to and must stay. */
struct teacher_data {
    const struct rows *train, *held_out;
    const struct network *network;
    const struct eta_options *options;
    unsigned threads;
};

struct teacher *teacher_new(struct arena *arena, const struct teacher_data *data,
                            struct random *random);

/* The logits (count) of points. */
void teacher_ask(const struct teacher *teacher, const float *x, size_t count, float *logit);

#endif
