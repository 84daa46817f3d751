/* An emitted learner as a learner: it answers what its spec says, so mean, sigma and eta, and
   nothing that only the fitted learner knows. The interpreter gives the answers or, where the C was
   compiled, the C itself; both have the same bits. So the figures of a row with cycles are those of
   the C that takes these cycles. */
#ifndef EPICOMPARE_EMITTED_H
#define EPICOMPARE_EMITTED_H

#include "compare/emission/variants.h"

/* The C of a main program that answers rows: the inputs of all rows are read from standard input as
   floats, and mean, sigma and eta of each are written to standard output. A model in fixed point is
   compiled with MODEL_FLOAT_INTERFACE. */
extern const char emitted_main[];

/* The learner that a spec is. `program` is the path of the compiled emitted_main; NULL: the
   interpreter answers. */
struct fitted *emitted_new(const struct variant *variant, const struct problem *problem,
                           const char *program);

/* Calibrates an emitted learner (calibration.h): other rows are learned by the same learner and
   emitted in the same way. */
void emitted_calibrate(struct fitted *model, const struct variant *variant,
                       const struct compare_case *c);

#endif
