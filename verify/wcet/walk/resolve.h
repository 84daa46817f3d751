/* Where an instruction's target or operand lies: through its relocation in an object file, by its
   address in an executable. */
#ifndef EPIWCET_RESOLVE_H
#define EPIWCET_RESOLVE_H

#include "wcet/track/track.h"
#include "wcet/walk/analysis.h"
#include "wcet/walk/refuse.h"

/* The place a jump or call goes to; refuses what leaves the file. */
void resolve_code(const struct site *site, size_t *section, uint64_t *offset);
/* What a relocation of the instruction, or the literal it loads, refers to (and marks it as
   needed), or the literal's value; VALUE_UNKNOWN if neither. */
struct value resolve_place(struct analysis *analysis, const struct site *site);

#endif
