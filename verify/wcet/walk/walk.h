/* The walk through the code from the entry: straight on, over literal pools, into calls, round and
   round in loops whose every branch is decided by constants. Every function is walked once; a
   call adds what its callee takes. What would make the path or the time depend on data ends the run
   with its name and address. The result is the whole analysis: the figures of every function,
   and of the entry with all that it calls. */
#ifndef EPIWCET_WALK_H
#define EPIWCET_WALK_H

#include "wcet/walk/analysis.h"

/* Instructions that are followed again before a loop counts as endless. */
#define WALK_LIMIT (UINT64_C(1) << 22)

/* limit: WALK_LIMIT, or fewer. */
struct analysis *walk(struct arena *arena, const struct object *object, const struct core *core,
                      const struct memory_options *memory, const char *entry, uint64_t limit);

/* The instruction of a step, for printing. */
void step_decode(const struct analysis *analysis, const struct function *function,
                 const struct step *step, struct insn *insn);

#endif
