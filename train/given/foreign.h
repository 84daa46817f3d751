/* Networks in formats other than a spec. */
#ifndef EPITRAIN_FOREIGN_H
#define EPITRAIN_FOREIGN_H

#include "import/domain.h"
#include "spec/spec.h"

/* The spec of an ONNX or .nnet file, checked; `domain` NULL: the file's own. Inputs are not
   standardised beside what the network does itself. */
struct spec *foreign_read(struct arena *arena, const char *file, const char *name,
                          const struct import_domain *domain);

#endif
