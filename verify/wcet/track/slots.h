/* The known words of a function's own stack frame, such as spilled counters and pointers. A word is
   known from its store until something may have changed it. At first only stores relative to the
   stack pointer can change it. Once an address of the frame has left the tracked registers
   (`escaped`), every call and every store through an unknown pointer may change it too. */
#ifndef EPIWCET_SLOTS_H
#define EPIWCET_SLOTS_H

#include "wcet/track/values.h"

enum { SLOTS_MAX = 128 };

struct slots {
    struct slot {
        int64_t at; /* distance from the stack pointer at entry */
        struct value value;
    } list[SLOTS_MAX];
    unsigned n, oldest;
    bool escaped; /* an address of the frame left the tracked registers */
};

void slots_store(struct slots *slots, int64_t at, struct value value);
/* The word at a distance from the stack pointer at entry, or VALUE_UNKNOWN. */
struct value slots_load(const struct slots *slots, int64_t at);
/* Make words unknown: those in the given bytes, those below the stack pointer, all. */
void slots_overwrite(struct slots *slots, int64_t at, uint64_t bytes);
void slots_drop_below(struct slots *slots, int64_t sp);
void slots_forget(struct slots *slots);

#endif
