/* Whether a neuron's activation may be the kernel NAME_inside, which has no clamp. See inside.c. */
#ifndef VALIDATE_INSIDE_H
#define VALIDATE_INSIDE_H

#include "demand.h"

bool inside_is_allowed(const struct demand *demand, size_t layer, size_t row, const char *kernel);

#endif
