/* Loads of constants from flash: from literal pools and from tables, also those that a caller
   passes on. A load through a pointer that is not known counts for the register that held it at
   entry; a caller that passes the address of a table in it has the callee walked anew with that
   address. What is lost on the way is noted, and charged at the worst in the end (sums.c). */
#ifndef EPIWCET_POINTERS_H
#define EPIWCET_POINTERS_H

#include "wcet/track/track.h"
#include "wcet/walk/analysis.h"

/* A load of a constant: from a literal pool, or through a register that points to constants. */
void literal_take(struct function *function, const struct object *object, struct pipeline *pipeline,
                  const struct tracker *tracker, const struct visit *visit);
/* Where the pointers lead that a callee loads through: tables of constants, into context; what else
   is not known counts for the caller. */
void pointers_follow(struct analysis *analysis, struct function *caller, struct tracker *tracker,
                     const struct function *callee, struct context *context);

#endif
