/* A small Gaussian process with a squared exponential kernel and one length for each input (ARD),
   as a notion of how unknown a point is: its posterior standard deviation is large where no row is
   near in the inputs that the outputs depend on. epicompare has the exact process
   (compare/methods/gp.h) by LAPACK, whose bits depend on the processor. This one has few rows and
   sums in one order, so that training gives the same bytes everywhere. All outputs share one
   kernel. */
#ifndef EPITRAIN_PROCESS_H
#define EPITRAIN_PROCESS_H

#include "base/arena.h"
#include "data/rows.h"

enum {
    PROCESS_LEARN = 240, /* rows that the lengths and the noise are learned from */
    PROCESS_ROWS = 400   /* rows that the process is conditioned on */
};

struct process;

/* Learns the hyperparameters by maximising the marginal likelihood, and conditions the process.
   Both use the first rows; the caller has put them into a random order. */
struct process *process_new(struct arena *arena, const struct rows *rows);

/* For every point log2 of the posterior standard deviation. */
void process_score(const struct process *process, const float *x, size_t count, float *score);

/* The effect of each input on the outputs, (n_in): a process learns a short length for an input
   that matters. The rows are in a random order. */
const double *process_effects(struct arena *arena, const struct rows *rows);

#endif
