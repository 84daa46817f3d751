/* The threshold 0.5 gets a meaning: the last bias of the eta branch is shifted so that of rows like
   the held-out ones at most a chosen share is called unknown. */
#ifndef EPITRAIN_THRESHOLD_H
#define EPITRAIN_THRESHOLD_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

#include <stdbool.h>

/* What the threshold 0.5 promises. */
struct eta_promise {
    double share;  /* of rows that are called unknown, at most; few held-out rows make it larger */
    size_t rows;   /* held-out rows that the promise comes from; 0: nothing is promised */
    size_t blocks; /* of which these rows are: another block may have a larger share; 0: of none */
    size_t turns;  /* in which the rows were asked of networks that they had not taught; 0: of the
                      one that is kept, which none of them taught */
    size_t above;  /* of these, so many inside of the domain may have eta above 0.5 */
    bool inside;   /* it holds for rows inside of the domain only, because many lie outside */
};

/* Rows that have taught a network nothing. */
struct held_out {
    const struct network *network;
    float *bias; /* of the branch: its last, or the gate's */
    const struct rows *rows;
    const bool *outside; /* (rows) which lie outside of the domain that other rows made */
};

/* Conformal prediction: shifts the biases of `count` networks so that of all their held-out rows
   that of rank ceil((n + 1) (1 - share)) has eta 0.5. Another row of the same kind then has a
   larger eta with a probability of at most `share`. With n < 1 / share - 1 rows the largest is
   taken. A row outside of the domain has eta 1 and counts as called unknown, unless bounds in the
   recipe leave out so many rows that more than half of the share would be used up by them: then
   only rows inside count.

   Networks that are taught alike differ in how high eta is. So what a network says about a row is
   compared with what it says about the points of `reference`, the same for all: the rank of the row
   among these is its score, and the level that all networks are shifted to is one rank. `reference`
   NULL: there is one network, and eta itself is the score. */
struct eta_promise eta_calibrate(const struct held_out *parts, size_t count,
                                 const struct rows *reference, const struct eta_options *options);

/* The bias of eta's last layer. */
float *eta_bias(const struct network *network);

#endif
