/* How the walk says no: file, function, address, instruction, and the reason. */
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
    uint64_t distance; /* from the begin of the function */
    const struct insn *insn;
};

_Noreturn void refuse(const struct site *site, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An instruction that could not be decoded: its bytes are shown. */
_Noreturn void refuse_unknown(const struct site *site, const uint8_t *bytes, size_t available);
/* A conditional branch that constants do not decide. */
_Noreturn void refuse_branch(const struct site *site);
/* Refuses what makes the path depend on data. */
void refuse_flow(const struct site *site);
/* Refuses a call of what the compiler puts in the place of float instructions. */
void refuse_helper(const struct site *site, const char *name);
/* A call or other reference to what the object does not define. */
_Noreturn void refuse_external(const struct site *site, bool call,
                               const struct object_symbol *symbol);

#endif
