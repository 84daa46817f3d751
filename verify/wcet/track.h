/* What the registers hold, as far as it matters: constants, places in the object, distances from
   the stack pointer at entry, what registers held at entry. From this follow the depth of the
   stack, whether `bx lr` is a return and finds the registers that it must keep, and which data the
   code refers to. What is not followed is unknown, and where it would matter the walk refuses. */
#ifndef EPIWCET_TRACK_H
#define EPIWCET_TRACK_H

#include "insn.h"
#include "object.h"

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_CONSTANT,
    VALUE_PLACE, /* section and number: an offset in it */
    VALUE_FRAME, /* the stack pointer at entry, plus number */
    VALUE_ENTRY, /* what register `number` held at entry; the link's: where the caller goes on */
};

struct value {
    enum value_kind kind;
    int64_t number;
    size_t section;
};

struct tracker {
    struct value registers[32];
    unsigned sp, link;
    bool saved[32]; /* what the register held at entry lies on the stack, at saved_at from there */
    int64_t saved_at[32];
    uint64_t deepest;         /* bytes of stack, so far */
    uint32_t clobbered, kept; /* registers that a call may change, and must not */
    bool zero_register;
};

void tracker_begin(struct tracker *tracker, enum object_machine machine);
/* The effect of an instruction other than a call; place: what a relocation of it refers to, or a
   literal's value. NULL, or what about it cannot be followed. */
const char *tracker_step(struct tracker *tracker, const struct insn *insn,
                         const struct value *place);
/* What a call leaves behind, by the calling convention. */
void tracker_call(struct tracker *tracker);
/* The first register that does not hold at a return what the caller needs, or NO_REGISTER. */
unsigned tracker_lost(const struct tracker *tracker);
/* Whether a register holds the return address. */
bool tracker_returns(const struct tracker *tracker, unsigned reg);
/* Bytes of stack in use. */
uint64_t tracker_depth(const struct tracker *tracker);

#endif
