/* The formulas that were read from a file against what the spec demands, number by number. The
   first difference ends through fail_at, with the layer, the neuron and the term. */
#ifndef VALIDATE_COMPARE_H
#define VALIDATE_COMPARE_H

#include "validate/reader.h"

/* What was found equal. */
struct comparison {
    size_t neurons;
    size_t weights;     /* in the spec */
    size_t connections; /* in the code: weights other than 0 */
    size_t folded;      /* inputs and outputs whose scale has moved into weights */
};

struct comparison network_compare(struct reader *reader);

#endif
