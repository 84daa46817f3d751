/* What the walk finds out: the figures of every function, and of the entry with all that it calls.
   The walk fills it in, ranges.c and sums.c complete it, the reports print it. */
#ifndef EPIWCET_ANALYSIS_H
#define EPIWCET_ANALYSIS_H

#include "wcet/cores/pipeline.h"
#include "wcet/walk/steps.h"

/* Tables of constants that a caller passes in registers: the function is walked for them anew, so
   that each of its loads is known to be one from flash, and where. */
struct context {
    uint32_t which; /* registers */
    struct value values[32];
};

struct call {
    uint32_t callee;
    uint64_t times;
};

enum { OTHER_POINTERS = 32 };

struct function {
    const char *name;
    size_t section;
    uint64_t start, end;           /* offsets in the section */
    bool done;                     /* false while it is being walked */
    const struct context *context; /* NULL: none; what follows of pointers is then all there is */
    struct call *made;             /* calls, each callee once */
    size_t n_made, made_room;
    /* Words that it and what it calls load through what each register held at entry, and through
       pointers from elsewhere; registers at entry that went where they are not followed. */
    uint64_t loads[OTHER_POINTERS + 1];
    uint32_t derived;
    const struct step *steps;
    size_t n_steps;
    const struct loop *loops; /* by their heads */
    size_t n_loops;
    uint64_t own_instructions, own_cycles, own_waits, own_stack, own_literals;
    uint64_t instructions, cycles, stack; /* with all that it calls */
    uint64_t busy;                        /* cycles without waiting for flash */
    uint64_t calls;                       /* of it, in one call of the entry */
    uint64_t changed;                     /* registers, by it and all that it calls */
    uint64_t above;                       /* bytes of its caller's frame that it may store to */
    unsigned char stream[32];             /* SHA-256 of its instructions apart from constants */
};

struct range {
    size_t section;
    uint64_t start, end;
};

struct analysis {
    struct arena *arena;
    const struct object *object;
    const struct core *core;
    struct memory_options memory;
    struct function *functions; /* the entry is the first, the others in order of discovery */
    size_t n_functions, room;
    struct range *ranges; /* of the object that are needed; may overlap */
    size_t n_ranges, range_room;
    uint64_t left;          /* instructions that may still be followed again */
    bool leaked;            /* the address of a table of constants went where it is not followed */
    uint64_t literal_loads; /* executed loads of words of constants from flash */
    uint64_t class_instructions[N_CLASSES], class_cycles[N_CLASSES];
    uint64_t flash, ram, waits; /* bytes; cycles of waiting, in cycles too */
    bool bound;                 /* every figure used is published; else an estimate */
    char stream[65];            /* SHA-256 of all functions', as text */
};

/* Adds the functions up, each as often as it runs (sums.c). */
void analysis_sum(struct analysis *analysis);
/* The cycles of all rounds of a loop in one call, with what it calls, without waiting for flash. */
uint64_t loop_cycles(const struct function *function, const struct loop *loop);
/* The cycles when each load of a literal waits at least one cycle for the fetch of instructions. */
uint64_t cycles_contended(const struct analysis *analysis);

/* Marks part of the object as needed (ranges.c). */
void range_add(struct analysis *analysis, size_t section, uint64_t start, uint64_t end);
/* The same for the datum that lies at a place, however large it is. */
void range_add_datum(struct analysis *analysis, size_t section, uint64_t offset);
/* Sums the ranges up into flash and ram. */
void ranges_sum(struct analysis *analysis);

#endif
