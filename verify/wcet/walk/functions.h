/* The functions that were walked: each once, and once more for every set of tables that it is
   given. */
#ifndef EPIWCET_FUNCTIONS_H
#define EPIWCET_FUNCTIONS_H

#include "wcet/walk/analysis.h"
#include "wcet/walk/refuse.h"

size_t function_add(struct analysis *analysis, size_t section, uint64_t offset,
                    const struct context *context);
/* The function at a place if it has been walked before, or n_functions; refuses one that is being
   walked. */
size_t function_find(const struct analysis *analysis, const struct value *where,
                     const struct context *context, const struct site *from);
/* Notes a call. */
void function_calls(struct analysis *analysis, struct function *caller, size_t callee);

#endif
