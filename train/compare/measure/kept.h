/* The name of a job, under which a journal keeps what it gave: a comparison that was cut off, or
   that is asked for one more learner or seed, does only what is missing. The name has a checksum of
   all that its figures depend on. */
#ifndef EPICOMPARE_KEPT_H
#define EPICOMPARE_KEPT_H

#include "compare/learners/regressor.h"
#include "compare/measure/cases.h"

/* The name of a learner's job. `how` states the options that change its figures. */
const char *kept_name(struct arena *arena, const struct regressor *regressor,
                      const struct compare_case *of, const char *how);

#endif
