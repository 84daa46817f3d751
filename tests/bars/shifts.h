/* Shifts: data sets of which a region is left out of the training rows, so that it can be asked
   whether an epistemic uncertainty finds the region. Sets come from EPIGEN_DATA or from formulas.
 */
#ifndef BARS_SHIFTS_H
#define BARS_SHIFTS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows in the units of the data. */
struct shift_rows {
    size_t count;
    double *x; /* (count, n_in) */
    double *y; /* (count) */
};

struct shift {
    const char *set, *kind;
    bool judged;      /* no default of the trainer was chosen on this set */
    bool ordered;     /* the training rows follow each other in time */
    size_t validates; /* of ten stretches of these, the one that validates */
    size_t n_in;
    struct shift_rows train;   /* what a learner sees */
    struct shift_rows inside;  /* more rows of the same kind */
    struct shift_rows outside; /* rows of the region that was left out */
};

struct shift_source {
    const char *set, *kind;
    bool judged;
};

/* All shifts. Those of sets that are not at hand cannot be made. */
extern const struct shift_source shift_sources[];
extern const size_t shift_count;

/* Makes a shift; the seed draws the rows. Returns false if its set is not below `data`. */
bool shift_make(struct arena *arena, const struct shift_source *source, const char *data,
                uint64_t seed, struct shift *shift);

#endif
