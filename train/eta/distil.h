/* The eta branch learns what notions (notions.h) say about examples among and around the data. Then
   its last bias is shifted so that the threshold 0.5 has a meaning: of rows like the held-out ones
   at most a chosen share is called unknown. */
#ifndef EPITRAIN_DISTIL_H
#define EPITRAIN_DISTIL_H

#include "eta/epistemic.h"
#include "eta/notions.h"

enum { DISTIL_EXAMPLES = 40000 };

/* The examples that eta learns from. A sixth each are training rows, random steps away from rows,
   rows with some columns of another row, points between two rows or beyond one of them, points in
   the box around the rows or in the domain, and steps away from rows along the difference of two
   other rows. The size of a step is uniform in the logarithm. */
struct examples {
    size_t count, n_in;
    float *x;      /* (count, n_in) */
    float *logits; /* (count, NOTION_COUNT) what the notions say */
    float *label;  /* (count) from 0, known, to 1, unknown */
    bool ordered;  /* labels say of unknown places too which is farther from the rows */
};

/* Draws `count` examples and asks the notions about them. */
struct examples examples_make(struct arena *arena, const struct notions_data *data,
                              const struct notions *notions, size_t count, struct random *random);

/* Sets the labels to what the notions in `set` say together. */
void examples_label(struct examples *examples, unsigned set);

/* Fits the eta branch to the labels by cross entropy. */
void distil_fit(struct network *network, const struct examples *examples,
                const struct eta_options *options, struct random *random,
                void (*progress)(void *context, double done, double loss), void *context);

/* What the threshold 0.5 promises. */
struct eta_promise {
    double share;  /* of rows that are called unknown, at most; few held-out rows make it larger */
    size_t rows;   /* held-out rows that the promise comes from; 0: nothing is promised */
    size_t blocks; /* of which these rows are: another block may have a larger share; 0: of none */
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

/* Conformal prediction: shifts the biases of `count` networks, which were taught alike, by one
   number, so that of all their held-out rows that of rank ceil((n + 1) (1 - share)) has eta 0.5.
   Another row of the same kind then has a larger eta with a probability of at most `share`. With
   n < 1 / share - 1 rows the largest is taken. A row outside of the domain has eta 1 and counts as
   called unknown, unless bounds in the recipe leave out so many rows that more than half of the
   share would be used up by them: then only rows inside count. */
struct eta_promise eta_calibrate(const struct held_out *parts, size_t count,
                                 const struct eta_options *options);

/* The bias of eta's last layer. */
float *eta_bias(const struct network *network);

#endif
