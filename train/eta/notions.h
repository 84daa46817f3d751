/* Notions of how unknown a point is, each as a logit: 6 far away, -6 among rows, 0 at the value
   that 5 % of rows which the notion has not seen exceed. No single notion serves all data
   (README.md):

     neighbours  mean distance to the five nearest rows in all inputs: points far from everything
     pairs       the same in each pair of inputs, the largest counts: regions that two inputs show
     samples     eight networks that learned from samples around the rows, as in the paper: smooth
                 borders of clouds of rows
     gp          standard deviation of a Gaussian process with one length for each input: regions
                 that inputs with an effect on the outputs show */
#ifndef EPITRAIN_NOTIONS_H
#define EPITRAIN_NOTIONS_H

#include "eta/notion.h"

/* Of more rows, so many are drawn at random. */
enum { NOTIONS_ROWS = 20000 };

struct notions;
struct notions *notions_new(struct arena *arena, const struct notions_data *data,
                            struct random *random);

/* The notions there are: those wanted. Without enough rows a network that learns from samples is
   too sure of itself, and is left out where another notion is wanted too. */
unsigned notions_set(const struct notions *notions);

/* Sets the logits (count, NOTION_COUNT) of the points x (count, n_in), of distances without the
   limits of notions_clip; 0 for notions not there. */
void notions_ask(const struct notions *notions, const float *x, size_t count, float *logits);

/* The soft maximum of the notions in `set` for each point: a point is unknown if one of them calls
   it unknown. If samples or gp are in the set, half of it and half of the mean of what these say:
   their borders are smooth, those of distances are not. */
void notions_join(const float *logits, size_t count, unsigned set, float *logit);

#endif
