/* Loads and stores whose address depends on data: of a table by an index that was computed. Their
   time is the same for all inputs only where all words of the table take the same time, which a
   cache does not give. A pointer that a function is given depends on data if its caller's does. */
#ifndef EPIWCET_ADDRESSES_H
#define EPIWCET_ADDRESSES_H

#include "wcet/track/track.h"
#include "wcet/walk/analysis.h"
#include "wcet/walk/refuse.h"

/* Counts a load or store whose address depends on data, before the tracker takes the instruction.
   Refuses it on a core with a cache, unless the user has said where the table lies. */
void addresses_take(const struct analysis *analysis, struct function *function,
                    const struct site *site, const struct tracker *tracker,
                    const struct visit *visit);
/* The same for what a callee does through the registers that it gets. */
void addresses_follow(const struct analysis *analysis, struct function *caller,
                      const struct site *site, const struct tracker *tracker,
                      const struct function *callee);
/* Adds up the functions, each as often as it runs. */
void addresses_sum(struct analysis *analysis);

#endif
