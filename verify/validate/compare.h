/* Compares the formulas of an emitted file with what the spec demands, number by number. Ends
   through fail_at at the first difference and names the layer, the neuron and the term. */
#ifndef VALIDATE_COMPARE_H
#define VALIDATE_COMPARE_H

#include "validate/reader.h"

/* How many things of each kind were compared and found equal. */
struct comparison {
    size_t neurons;
    size_t weights;     /* in the spec */
    size_t connections; /* in the code: weights other than 0 */
    size_t folded;      /* inputs and outputs whose scale has moved into weights */
};

struct comparison network_compare(struct reader *reader);

#endif
