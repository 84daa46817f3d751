/* Runs a graph: with numbers, which is the file's own arithmetic in double precision, or with
   neurons. Both begin with the constants, which are computed once. */
#ifndef EPIIMPORT_EVALUATE_H
#define EPIIMPORT_EVALUATE_H

#include "import/graph/graph.h"
#include "import/neurons/neurons.h"

struct evaluation {
    const struct graph *graph;
    struct tensor **values; /* (n_values) constants, also those that nodes compute from constants */
    bool *constant;         /* (n_nodes) its results are among the values */
    size_t n_in, n_out;     /* numbers of all inputs, of all outputs (once known) */
};

/* Computes what does not depend on the inputs. */
struct evaluation *evaluation_new(struct arena *arena, const struct graph *graph);

/* The outputs, one tensor for each, of the numbers x (n_in); their neurons are NULL. */
struct tensor **evaluation_run(const struct evaluation *evaluation, struct arena *arena,
                               const double *x);

/* The outputs as neurons and numbers. */
struct tensor **evaluation_trace(const struct evaluation *evaluation, struct neurons *neurons);

#endif
