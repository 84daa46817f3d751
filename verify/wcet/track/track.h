/* What the registers hold, as far as it matters: constants, places in the object, distances from
   the stack pointer at entry, and numbers that are not known but have a name, so that their
   distances are. From this follow the depth of the stack, whether `bx lr` is a return and finds the
   registers that it must keep, which data the code refers to, and which way a branch goes that
   depends on constants alone. Where something that is not followed would matter the walk refuses.
 */
#ifndef EPIWCET_TRACK_H
#define EPIWCET_TRACK_H

#include "wcet/object/object.h"
#include "wcet/track/flags.h"
#include "wcet/track/slots.h"

struct tracker {
    const struct object *object;
    struct value registers[32];
    struct flags flags;
    size_t symbols; /* names given so far */
    unsigned sp, link;
    bool saved[32]; /* what the register held at entry lies on the stack, at saved_at from there */
    int64_t saved_at[32];
    struct slots slots;
    uint32_t derived;         /* registers at entry whose value went where it is not followed */
    bool leaked;              /* so did the address of a table of constants */
    uint64_t above;           /* bytes above the stack pointer at entry that may be stored to */
    uint64_t deepest;         /* bytes of stack, so far */
    uint32_t clobbered, kept; /* registers that a call may change, and must not */
    bool zero_register;
};

void tracker_begin(struct tracker *tracker, const struct object *object);
/* The effect of an instruction other than a call; place: what a relocation of it refers to, or a
   literal's value. NULL, or what about it cannot be followed. */
const char *tracker_step(struct tracker *tracker, const struct insn *insn,
                         const struct value *place);
/* What a call leaves behind, by the calling convention and by what the callee changes. */
void tracker_call(struct tracker *tracker, uint32_t changed);
/* A callee may have stored to that many bytes above the stack pointer. */
void tracker_reach(struct tracker *tracker, uint64_t bytes);
/* Whether a conditional branch goes one way whatever the input is, and which. */
bool tracker_decides(const struct tracker *tracker, const struct insn *insn, bool *taken);
/* Where a load reads, of either kind of address, or VALUE_UNKNOWN. */
struct value tracker_address(const struct tracker *tracker, const struct insn *insn);
/* The first register that does not hold at a return what the caller needs, or NO_REGISTER. */
unsigned tracker_lost(const struct tracker *tracker);
/* Whether a register holds the return address. */
bool tracker_returns(const struct tracker *tracker, unsigned reg);
/* Bytes of stack in use. */
uint64_t tracker_depth(const struct tracker *tracker);

#endif
