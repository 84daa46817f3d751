/* The list of walked functions: each once, and once more for every set of tables that it gets. */
#ifndef EPIWCET_FUNCTIONS_H
#define EPIWCET_FUNCTIONS_H

#include "wcet/walk/analysis.h"
#include "wcet/walk/refuse.h"

size_t function_add(struct analysis *analysis, size_t section, uint64_t offset,
                    const struct context *context);
/* The index of the function at a place, or n_functions if it has not been walked with this context.
   Refuses recursion: a function that the walk is in. */
size_t function_find(const struct analysis *analysis, const struct value *where,
                     const struct context *context, const struct site *from);
/* Notes that `caller` calls `callee`. */
void function_calls(struct analysis *analysis, struct function *caller, size_t callee);

#endif
