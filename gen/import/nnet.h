/* Networks in the .nnet format of Stanford: text with domain, normalisation, weights, relu. */
#ifndef EPIIMPORT_NNET_H
#define EPIIMPORT_NNET_H

#include "import/graph/graph.h"

struct graph *nnet_read(struct arena *arena, const char *file, const char *bytes, size_t size);

#endif
