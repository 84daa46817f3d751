/* The eta branch learns what notions (notions.h) say about examples among and around the data. */
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

#endif
