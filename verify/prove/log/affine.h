/* The second opinion: bounds of a network on a box by affine arithmetic, from the spec and
   epigen-spec(5) alone. It shares no code with bound.c and relax.c. Every value is

       centre + sum over symbols of part * e, each e from -1 to 1, and an error of at most `error`.

   The first symbols are the inputs. */
#ifndef EPIPROVE_AFFINE_H
#define EPIPROVE_AFFINE_H

#include "program/activation.h"
#include "spec/spec.h"

struct affine;

/* accuracy: of the kernels. */
struct affine *affine_new(struct arena *arena, const struct spec *spec, enum accuracy accuracy);

/* Runs the network on the float32 inputs from low to high, which lie in the domain. */
void affine_run(struct affine *affine, const float *low, const float *high);

/* No value of inputs . x + outputs . y - constant is below this. Outputs are the means, the sigmas
   and eta, as far as the spec has them. *widest, if not NULL: the input that matters most. */
double affine_least(struct affine *affine, const double *inputs, const double *outputs,
                    double constant, size_t *widest);

#endif
