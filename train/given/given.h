/* A network from elsewhere whose mean is taken as it is (`mean_from` in a recipe). Its layers, its
   standardisation and its rounding stay; sigma and eta are trained beside it. */
#ifndef EPITRAIN_GIVEN_H
#define EPITRAIN_GIVEN_H

#include "epiout.h"
#include "prepare.h"
#include "program/interpret.h"

struct given {
    const char *file, *sha256;
    struct spec *spec; /* a mean and nothing else; NULL until it is known which domain it has */
    struct interpreter *interpreter; /* of that spec */
};

/* Opens the network of recipe->mean_from: a spec, an ONNX or a .nnet file, by its suffix. An own
   domain of the network limits that of the recipe. */
struct given *given_open(struct arena *arena, struct recipe *recipe, FILE *err);

/* Makes network and rows fit each other: an ONNX file gets the domain of the rows, rows without
   outputs get what the network says of them. Refuses other numbers of inputs or outputs. */
void given_join(struct arena *arena, struct given *given, struct recipe *recipe,
                struct problem *problem);

/* The outputs as sigma sees them: their mean is 0, their scale that of the residuals. */
struct scaling *given_outputs(struct arena *arena, const struct given *given,
                              const struct problem *problem);

/* The rows of the problem with their residuals, scaled by given_outputs. */
struct epiout_given given_rows(struct arena *arena, const struct given *given,
                               const struct problem *problem, const struct scaling *outputs);

/* The spec of the given mean with sigma and eta of the network; without a truth, with eta alone. */
struct spec *given_export(struct arena *arena, const struct given *given,
                          const struct network *network, const struct recipe *recipe,
                          const struct problem *problem, const struct scaling *outputs);

/* Adds to the provenance which network the mean is of, and by which scales of the inputs eta
   measures: those of the rows, which the spec does not have. */
void given_provenance(struct arena *arena, const struct given *given, const struct problem *problem,
                      struct spec *spec);

/* Says how well the given mean does on the training rows. */
void given_print(const struct given *given, const struct problem *problem, FILE *out);

#endif
