/* ARM's flags as far as they are known, and what a condition makes of them. RISC-V has none: its
   branches compare, and are the same conditions on the flags of that comparison. */
#ifndef EPIWCET_FLAGS_H
#define EPIWCET_FLAGS_H

#include "wcet/decode/insn.h"

enum { FLAG_V = 1, FLAG_C = 2, FLAG_Z = 4, FLAG_N = 8, FLAGS_ALL = 15 };

struct flags {
    unsigned known, set; /* of FLAG_N ... */
};

struct flags flags_subtract(uint32_t left, uint32_t right);
struct flags flags_add(uint32_t left, uint32_t right);
/* Only N and Z: of a result, or of the difference of two numbers that are not known themselves. */
struct flags flags_result(uint32_t result);
/* Whether the flags decide the condition, and how. */
bool condition_decide(struct flags flags, enum condition condition, bool *holds);

#endif
