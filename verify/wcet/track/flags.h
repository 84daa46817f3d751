/* ARM's flags as far as they are known, and the conditions on them. A RISC-V branch compares by
   itself: it is a condition on the flags of that comparison. */
#ifndef EPIWCET_FLAGS_H
#define EPIWCET_FLAGS_H

#include "wcet/decode/insn.h"

enum { FLAG_V = 1, FLAG_C = 2, FLAG_Z = 4, FLAG_N = 8, FLAGS_ALL = 15 };

struct flags {
    unsigned known, set; /* masks of FLAG_N ... */
};

struct flags flags_subtract(uint32_t left, uint32_t right);
struct flags flags_add(uint32_t left, uint32_t right);
/* The flags N and Z of a result, the others unknown. The result may be the known difference of two
   unknown numbers. */
struct flags flags_result(uint32_t result);
/* Whether the known flags decide the condition; *holds gets the answer. */
bool condition_decide(struct flags flags, enum condition condition, bool *holds);

#endif
