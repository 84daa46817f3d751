/* The clock of a core, which executes one instruction after the other, in order. A call and a
   return wait for all pending results, so that the time of a function does not depend on its
   caller. Flash is fetched by lines: a line is fetched whenever an instruction or a literal is not
   in the line that was used last for its kind. With one line for both kinds, a literal costs its
   own line and that of the code again. A taken branch costs one line more, the one fetched ahead in
   vain. */
#ifndef EPIWCET_PIPELINE_H
#define EPIWCET_PIPELINE_H

#include "wcet/cores/core.h"

enum {
    PIPELINE_MAX_LINE = 256,
    PIPELINE_MAX_SHIFTS = PIPELINE_MAX_LINE / 2,
    PIPELINE_MAX_TABLES = 4 /* sections of constants whose lines are tracked */
};

struct memory_options {
    unsigned flash_wait;   /* cycles to fetch a line */
    unsigned flash_line;   /* bytes, a power of two */
    unsigned literal_wait; /* cycles added to every load of a literal */
    bool tables_even;      /* the user says that all words of a table take the same time */
    unsigned buffers;      /* lines kept: 2, one each for code and literals, or 1 for both */
};

/* The cycles of waiting for a section, for each place in a line of flash where it may begin. The
   linker may put a section of an object file at any multiple of its alignment. */
struct flash {
    size_t section;
    unsigned shifts, step;
    uint64_t waits[PIPELINE_MAX_SHIFTS];
};

struct pipeline {
    const struct core *core;
    struct memory_options memory;
    uint64_t clock;
    uint64_t ready[64], ready_address[64]; /* the cycle from which a register can be used */
    bool relocatable;
    struct flash code, tables[PIPELINE_MAX_TABLES];
    unsigned n_tables;
    uint64_t line[PIPELINE_MAX_SHIFTS]; /* the line last fetched for instructions */
    uint64_t
        literal_line[PIPELINE_MAX_SHIFTS]; /* the line last fetched for literals, of the section: */
    size_t literal_section;
    uint64_t lost; /* cycles of waiting for sections that are not tracked */
};

void pipeline_begin(struct pipeline *pipeline, const struct core *core,
                    const struct memory_options *memory, bool relocatable, size_t section,
                    uint64_t align);
/* Runs one instruction and returns the cycles it added. */
unsigned pipeline_step(struct pipeline *pipeline, const struct insn *insn,
                       const struct core_row *row);
/* Adds a load of `words` constants from flash, at this address in a section of that alignment. */
void pipeline_literal(struct pipeline *pipeline, size_t section, uint64_t align, uint64_t address,
                      unsigned words);
/* Adds a load of constants from an unknown place: assumes that each word is in its own line. */
void pipeline_scattered(struct pipeline *pipeline, unsigned words);
/* Waits for all results, as a taken branch, call or return does; returns the cycles spent. */
unsigned pipeline_drain(struct pipeline *pipeline);
/* The cycles of waiting for flash if the linker chooses the worst places. */
uint64_t pipeline_waits(const struct pipeline *pipeline);

#endif
