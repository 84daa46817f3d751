/* The executed instructions of a function, each in one step however often it runs, and its loops. A
   loop is named by its head: the target of a backward branch. */
#ifndef EPIWCET_STEPS_H
#define EPIWCET_STEPS_H

#include "wcet/cores/core.h"
#include "wcet/track/slots.h"

/* What need not be found out again when an instruction runs once more. */
struct visit {
    struct insn insn;
    struct reference reference;
    const struct core_row *row;
};

/* One instruction. A conditional branch has two steps: one for the times it is taken, one for the
   others. The text of an instruction is decoded again when it is printed. */
struct step {
    uint64_t offset;
    uint64_t times, cycles; /* how often it runs, and the cycles of all times together */
    uint64_t called;        /* cycles of its callees, of all times together */
    struct visit *visit;    /* kept from the second time on */
    uint32_t most;          /* the most cycles of one time */
    uint32_t callee;        /* index of the function that it called first, or WALK_NO_CALLEE */
    uint32_t other;         /* index plus 1 of the branch's other step, or 0 */
    uint32_t loop;          /* index plus 1 of the loop whose head it is, or 0 */
    uint16_t class;
    uint16_t size;
};

#define WALK_NO_CALLEE UINT32_MAX

struct loop {
    uint64_t head, last; /* offsets of the first instruction and of the last branch back to it */
    uint64_t bound;      /* how often the head runs, at most, each time the loop is entered */
    uint64_t entries, iterations;
    uint64_t current, branches; /* during the walk: iterations so far, branches before this one */
};

struct steps {
    struct arena *arena;
    struct step *list;
    size_t n, room;
    uint32_t *table; /* from offset to index in `list` plus 1; NULL before the first loop */
    size_t table_size;
    struct loop *loops;
    size_t n_loops, loop_room;
    uint32_t back; /* index plus 1 of the loop to whose head a branch has just gone, or 0 */
};

/* The step at an offset, or NULL. Before the first loop it is always NULL. */
struct step *steps_find(const struct steps *steps, uint64_t offset);
/* Counts an instruction that runs; returns its step, which the next call may move. */
struct step *steps_add(struct steps *steps, uint64_t offset, const struct insn *insn,
                       enum insn_class class);
/* Notes a branch back to `head`; `branches` is the number of conditional branches so far. Returns
   false if no branch since the last round could have left the loop. */
bool steps_loop(struct steps *steps, uint64_t head, uint64_t from, uint64_t branches);
/* Sorts the steps by offset and frees what only the walk needs. */
void steps_finish(struct steps *steps);

#endif
