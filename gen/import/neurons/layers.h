/* From neurons to the layers of a spec. */
#ifndef EPIIMPORT_LAYERS_H
#define EPIIMPORT_LAYERS_H

#include "import/neurons/simplify.h"
#include "spec/spec.h"

/* Fills layers and the output mean, with its offset and scale. Where `restored` is not NULL it says
   by which mean and scale the spec standardises its inputs though the file does not: a first layer
   then restores them. */
struct standards {
    const double *mean, *scale; /* (n_inputs) */
};
void layers_make(const struct network *network, const struct standards *restored,
                 struct spec *spec);

#endif
