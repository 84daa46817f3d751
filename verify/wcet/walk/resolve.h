/* Finds where an instruction's target or operand lies: by its relocation in an object file, by its
   address in an executable. */
#ifndef EPIWCET_RESOLVE_H
#define EPIWCET_RESOLVE_H

#include "wcet/track/track.h"
#include "wcet/walk/analysis.h"
#include "wcet/walk/refuse.h"

/* The place to which a jump or call goes; refuses one that leaves the file. */
void resolve_code(const struct site *site, size_t *section, uint64_t *offset);
/* What the instruction's relocation or literal refers to. Marks a place as needed. */
struct reference resolve_reference(struct analysis *analysis, const struct site *site);

#endif
