/* What is left of the neurons when those that nothing reads are gone, and where a spec has a better
   place for a sum than a layer. */
#ifndef EPIIMPORT_SIMPLIFY_H
#define EPIIMPORT_SIMPLIFY_H

#include "import/neurons/neurons.h"

struct network {
    struct neurons *neurons;
    bool *alive; /* (neurons) an output depends on it */
    size_t n_out;
    int32_t *outputs; /* (n_out) neurons */
    double *mean,
        *scale;        /* (n_inputs) by which the file itself standardises an input; or 0 and 1 */
    bool standardised; /* some input is */
    double *out_offset, *out_scale; /* (n_out) or NULL: 0 and 1 */
};

/* The outputs of all tensors in a row. `fold`: sums of sums become one sum. */
struct network *network_make(struct neurons *neurons, struct tensor **outputs, bool fold);

#endif
