/* The messages with which the walk refuses code: file, function, address, instruction, reason. */
#ifndef EPIWCET_REFUSE_H
#define EPIWCET_REFUSE_H

#include "wcet/decode/insn.h"
#include "wcet/object/object.h"

/* An instruction and where it is. */
struct site {
    const struct object *object;
    const char *function;
    size_t section;
    uint64_t offset;   /* in the section */
    uint64_t distance; /* from the start of the function */
    const struct insn *insn;
};

_Noreturn void refuse(const struct site *site, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Refuses an instruction that could not be decoded, and shows its bytes. */
_Noreturn void refuse_unknown(const struct site *site, const uint8_t *bytes, size_t available);
/* Refuses a conditional branch that constants do not decide. */
_Noreturn void refuse_branch(const struct site *site);
/* Refuses an instruction by which the path depends on data. */
void refuse_flow(const struct site *site);
/* Refuses a call of a helper function that stands for a float instruction or a division. */
void refuse_helper(const struct site *site, const char *name);
/* Refuses a call or another reference to a symbol that the object does not define. */
_Noreturn void refuse_external(const struct site *site, bool call,
                               const struct object_symbol *symbol);

#endif
