/* Loads of constants from flash: from literal pools, from tables, and from tables that a caller
   passes. A load through an unknown pointer is counted for the register that held the pointer at
   entry. If a caller passes a table's address in that register, the walk follows the callee anew
   with that address. Loads through other pointers are counted, and sums.c adds their worst case. */
#ifndef EPIWCET_POINTERS_H
#define EPIWCET_POINTERS_H

#include "wcet/track/track.h"
#include "wcet/walk/analysis.h"

/* Counts the load of an instruction if it is of a constant: from a literal pool, or through a
   register that points to constants. */
void literal_take(struct function *function, const struct object *object, struct pipeline *pipeline,
                  const struct tracker *tracker, const struct visit *visit);
/* Fills `context` with the tables that the caller passes in registers through which the callee
   loads. Loads through other unknown pointers are counted for the caller. */
void pointers_follow(struct analysis *analysis, struct function *caller, struct tracker *tracker,
                     const struct function *callee, struct context *context);

#endif
