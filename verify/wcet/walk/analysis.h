/* The result of the walk: the figures of every function, and of the entry with all that it calls.
   walk.c fills it in, ranges.c and sums.c complete it, the reports print it. */
#ifndef EPIWCET_ANALYSIS_H
#define EPIWCET_ANALYSIS_H

#include "wcet/cores/pipeline.h"
#include "wcet/walk/steps.h"

/* The tables of constants that a caller passes in registers. The walk follows a function anew for
   each context, so that it knows which loads are from flash, and from where. */
struct context {
    uint32_t which; /* mask of the registers that hold a table's address */
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
    bool done;                     /* false while the walk is in this function */
    const struct context *context; /* NULL: no caller passes a table */
    struct call *made;             /* the calls in it, each callee once */
    size_t n_made, made_room;
    /* How many words the function and its callees load through the value of each register at entry,
       and through other pointers; the registers whose value at entry left the tracked ones. */
    uint64_t loads[OTHER_POINTERS + 1];
    uint32_t derived;
    /* How many loads and stores have an address that depends on data; that do so if such an address
       was ever stored; and through the value of each register at entry, alone or with an unknown
       index, or as that index. */
    uint64_t own_by_data, own_if_stored, bases[32], indexes[32];
    const struct step *steps;
    size_t n_steps;
    const struct loop *loops; /* sorted by their heads */
    size_t n_loops;
    uint64_t own_instructions, own_cycles, own_waits, own_stack, own_literals;
    uint64_t instructions, cycles, stack; /* of the function and all that it calls */
    uint64_t busy;                        /* cycles, without waiting for flash */
    uint64_t calls;                       /* how often it runs in one call of the entry */
    uint64_t changed;                     /* mask of registers that it or a callee changes */
    uint64_t above;                       /* bytes of its caller's frame to which it may store */
    unsigned char stream[32];             /* SHA-256 of its instructions without constants */
};

struct byte_range {
    size_t section;
    uint64_t start, end;
};

struct analysis {
    struct arena *arena;
    const struct object *object;
    const struct core *core;
    struct memory_options memory;
    struct function *functions; /* the entry, then the others in order of discovery */
    size_t n_functions, room;
    struct byte_range
        *ranges; /* the bytes of the object that the entry needs; ranges may overlap */
    size_t n_ranges, range_room;
    uint64_t left;          /* how many more instructions of loops may be followed */
    bool leaked;            /* the address of a table of constants left the tracked registers */
    bool address_stored;    /* memory holds an address that depends on data */
    uint64_t by_data;       /* executed loads and stores whose address depends on data */
    uint64_t literal_loads; /* executed loads of words of constants from flash */
    uint64_t class_instructions[N_CLASSES], class_cycles[N_CLASSES];
    uint64_t flash, ram,
        waits;       /* bytes of flash and RAM; cycles of waiting, which `cycles` includes */
    bool bound;      /* true: all figures used are published; false: an estimate */
    char stream[65]; /* SHA-256 of the streams of all functions, as text */
};

/* Adds up the functions, each as often as it runs (sums.c). */
void analysis_sum(struct analysis *analysis);
/* The cycles of all rounds of a loop in one call of its function, with callees, without waiting for
   flash. */
uint64_t loop_cycles(const struct function *function, const struct loop *loop);
/* The cycles if each load of a literal waits at least one cycle for the fetch of instructions. */
uint64_t cycles_contended(const struct analysis *analysis);

/* Marks part of the object as needed (ranges.c). */
void range_add(struct analysis *analysis, size_t section, uint64_t start, uint64_t end);
/* Marks the whole datum at a place as needed. */
void range_add_datum(struct analysis *analysis, size_t section, uint64_t offset);
/* Adds up the ranges into flash and ram. */
void ranges_sum(struct analysis *analysis);

#endif
