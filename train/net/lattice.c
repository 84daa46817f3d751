/* See lattice.h. */
#include "net/lattice.h"

#include <math.h>

size_t lattice_round(const struct lattice *lattice, const float *from, float *to)
{
    size_t moved = 0;
    for (size_t i = 0; i < lattice->n; i++) {
        const double step = (double)lattice->step[i], value = (double)from[i];
        const float rounded = (float)(step == 0.0 ? value : rint(value / step) * step);
        moved += rounded != from[i];
        to[i] = rounded;
    }
    return moved;
}
