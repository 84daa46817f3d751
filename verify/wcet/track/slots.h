/* What lies in the words of a function's own stack frame: spilled counters and pointers. A word is
   known from its store until something may have changed it. As long as no address of the frame has
   left the registers that are followed, only stores relative to the stack pointer can; from then
   on, every store through an unknown pointer and every call may. */
#ifndef EPIWCET_SLOTS_H
#define EPIWCET_SLOTS_H

#include "wcet/track/values.h"

enum { SLOTS_MAX = 128 };

struct slots {
    struct slot {
        int64_t at; /* from the stack pointer at entry */
        struct value value;
    } list[SLOTS_MAX];
    unsigned n, oldest;
    bool escaped; /* an address of the frame is somewhere else */
};

void slots_store(struct slots *slots, int64_t at, struct value value);
/* The word there, VALUE_UNKNOWN if it is not known. */
struct value slots_load(const struct slots *slots, int64_t at);
/* These bytes have changed; all below the stack pointer; all. */
void slots_overwrite(struct slots *slots, int64_t at, uint64_t bytes);
void slots_drop_below(struct slots *slots, int64_t sp);
void slots_forget(struct slots *slots);

#endif
