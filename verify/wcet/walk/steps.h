/* The instructions of a function that were followed, each once however often it runs, and the loops
   they make. A loop is told by its head: the place that a backward branch goes to. */
#ifndef EPIWCET_STEPS_H
#define EPIWCET_STEPS_H

#include "wcet/cores/core.h"
#include "wcet/track/slots.h"

/* What was found out about an instruction that runs again and again. */
struct visit {
    struct insn insn;
    struct value place;
    const struct core_row *row;
};

/* One instruction; its text is decoded again where it is printed. A conditional branch has two: one
   for the times it is taken, one for the others. */
struct step {
    uint64_t offset;
    uint64_t times, cycles; /* of all times together */
    uint64_t called;        /* cycles of what it calls, of all times together */
    struct visit *visit;    /* kept from the second time on */
    uint32_t most;          /* cycles, of one time */
    uint32_t callee;        /* index of a function (the first time), or WALK_NO_CALLEE */
    uint32_t other;         /* 0, or the other of a conditional branch, plus 1 */
    uint32_t loop;          /* 0, or the loop that it is the head of, plus 1 */
    uint16_t class;
    uint16_t size;
};

#define WALK_NO_CALLEE UINT32_MAX

struct loop {
    uint64_t head, last; /* offsets: first instruction, last branch back to it */
    uint64_t bound;      /* the head runs so often, at most, each time the loop is entered */
    uint64_t entries, iterations;
    uint64_t current, branches; /* while it is followed: iterations; branches seen before */
};

struct steps {
    struct arena *arena;
    struct step *list;
    size_t n, room;
    uint32_t *table; /* from offsets to the list, plus 1; none before the first loop */
    size_t table_size;
    struct loop *loops;
    size_t n_loops, loop_room;
    uint32_t back; /* 0, or the loop that a backward branch has just gone to the head of, plus 1 */
};

/* The step at an offset that was followed before, or NULL; before the first loop always NULL. */
struct step *steps_find(const struct steps *steps, uint64_t offset);
/* The instruction runs; returns its step, valid until the next call. */
struct step *steps_add(struct steps *steps, uint64_t offset, const struct insn *insn,
                       enum insn_class class);
/* A branch back to head; branches: conditional ones followed so far. False: no branch since the
   last time can have left the loop. */
bool steps_loop(struct steps *steps, uint64_t head, uint64_t from, uint64_t branches);
/* Sorts by offset and forgets what is needed only on the way. */
void steps_finish(struct steps *steps);

#endif
