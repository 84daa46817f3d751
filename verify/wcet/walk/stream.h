/* The hash of an instruction stream apart from the constants of a network: equal hashes mean the
   same instructions on the same registers and stack slots in the same order, so the same argument
   about time and stack. Literals, immediates that only set a register, and the sign of a term with
   a constant (x + -c is compiled as x - c) do not count; addresses, which are constants too, do. */
#ifndef EPIWCET_STREAM_H
#define EPIWCET_STREAM_H

#include "wcet/track/track.h"

#include <sha2.h>

struct stream {
    SHA2_CTX sha;
    const struct object *object;
    uint64_t constants; /* float registers that hold one, bits as in insn.h */
    uint64_t changed;   /* registers written, here or by a callee */
};

void stream_begin(struct stream *stream, const struct object *object);
/* One instruction, before the tracker has taken its step; place: as for the tracker. */
void stream_add(struct stream *stream, const struct tracker *tracker, const struct insn *insn,
                const uint8_t *bytes, const struct value *place);
/* A call of a function by its number, and what it has changed: compilers that see the callee keep
   constants in registers that it could change and does not. */
void stream_call(struct stream *stream, uint32_t callee, uint64_t changed);
/* Which way the conditional branch goes that comes next. */
void stream_branch(struct stream *stream, bool taken);
void stream_end(struct stream *stream, unsigned char sum[32]);

#endif
