/* The walk follows the code from the entry as the core would execute it: into calls, and around
   loops in which constants decide every branch. It walks each function once; a call adds the
   figures of its callee. An instruction by which the path or the time would depend on data ends the
   run with its name and address. */
#ifndef EPIWCET_WALK_H
#define EPIWCET_WALK_H

#include "wcet/walk/analysis.h"

/* How many instructions of loops the walk follows again before it gives up. */
#define WALK_LIMIT (UINT64_C(1) << 22)

/* The analysis of the entry. `limit` is WALK_LIMIT or less. */
struct analysis *walk(struct arena *arena, const struct object *object, const struct core *core,
                      const struct memory_options *memory, const char *entry, uint64_t limit);

/* The instruction of a step, for printing. */
void step_decode(const struct analysis *analysis, const struct function *function,
                 const struct step *step, struct insn *insn);

#endif
