/* The tracker knows what each register holds: a constant, a place in the object, a distance from
   the stack pointer at entry, or a distance from an unknown number with a name (a symbol). From
   this the walk learns the depth of the stack, whether `bx lr` is a return that restores all
   registers, which data the code uses, and which way a branch goes that depends on constants alone.
   The walk refuses code for which it would need an unknown value. */
#ifndef EPIWCET_TRACK_H
#define EPIWCET_TRACK_H

#include "wcet/object/object.h"
#include "wcet/track/flags.h"
#include "wcet/track/slots.h"

struct tracker {
    const struct object *object;
    struct value registers[32];
    struct flags flags;
    size_t symbols; /* how many symbols exist so far */
    unsigned sp, link;
    bool saved[32]; /* the stack holds the register's value at entry, at distance saved_at */
    int64_t saved_at[32];
    struct slots slots;
    uint32_t derived;    /* registers whose value at entry left the tracked registers */
    bool leaked;         /* the address of a table of constants left the tracked registers */
    bool address_stored; /* memory holds an address that depends on data */
    bool is_entry;       /* of the object: its arguments are pointers, the same for all inputs */
    uint64_t above;      /* bytes above the stack pointer at entry to which code may store */
    uint64_t deepest;    /* the most bytes of stack in use so far */
    uint32_t clobbered, kept; /* registers that a call may change, and those that it must keep */
    bool zero_register;
};

void tracker_begin(struct tracker *tracker, const struct object *object);
/* Applies an instruction other than a call. `reference` is what its relocation refers to, or the
   literal that it loads. Returns NULL, or what is unknown but would have to be known. */
const char *tracker_step(struct tracker *tracker, const struct insn *insn,
                         const struct reference *reference);
/* Applies a call: `changed` are the registers that the callee changes. */
void tracker_call(struct tracker *tracker, uint32_t changed);
/* A callee may have stored to that many bytes above the stack pointer. */
void tracker_reach(struct tracker *tracker, uint64_t bytes);
/* Whether a conditional branch goes one way whatever the input is, and which. */
bool tracker_decides(const struct tracker *tracker, const struct insn *insn, bool *taken);
/* The address of a load or store, with displacement or index, or VALUE_UNKNOWN. */
struct value tracker_address(const struct tracker *tracker, const struct insn *insn,
                             const struct reference *reference);
/* Where a jump or call through a register goes, or VALUE_UNKNOWN. */
struct value tracker_target(const struct tracker *tracker, const struct insn *insn,
                            const struct reference *reference);
/* The first register that a return must restore and does not, or NO_REGISTER. */
unsigned tracker_lost(const struct tracker *tracker);
/* The first register in which a callee would get what its caller's caller keeps, or NO_REGISTER. */
unsigned tracker_passes(const struct tracker *tracker);
/* Whether a value is the return address. */
bool tracker_is_return(const struct tracker *tracker, const struct value *value);
/* Bytes of stack in use. */
uint64_t tracker_depth(const struct tracker *tracker);

#endif
