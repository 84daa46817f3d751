/* The hash of an instruction stream without the constants of a network. Equal hashes mean the same
   instructions on the same registers and stack slots in the same order, hence the same time and
   stack. The hash leaves out literals, immediates that only set a register, and the sign of a term
   with a constant (x + -c is compiled as x - c). It includes addresses. */
#ifndef EPIWCET_STREAM_H
#define EPIWCET_STREAM_H

#include "wcet/track/track.h"

#include <sha2.h>

struct stream {
    SHA2_CTX sha;
    const struct object *object;
    uint64_t constants; /* mask of float registers that hold a constant, as in insn.h */
    uint64_t changed;   /* mask of registers that the function or a callee writes */
};

void stream_begin(struct stream *stream, const struct object *object);
/* Adds one instruction, before tracker_step, with the reference that tracker_step gets. */
void stream_add(struct stream *stream, const struct tracker *tracker, const struct insn *insn,
                const uint8_t *bytes, const struct reference *reference);
/* Adds a call of a function by its number. `changed` are the registers that it changes: a compiler
   that sees the callee may keep constants in the others. */
void stream_call(struct stream *stream, uint32_t callee, uint64_t changed);
/* Adds which way the next conditional branch goes. */
void stream_branch(struct stream *stream, bool taken);
void stream_end(struct stream *stream, unsigned char sum[32]);

#endif
