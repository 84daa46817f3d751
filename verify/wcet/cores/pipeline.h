/* The clock of a core: instruction after instruction, in order, one at a time. At a call and at a
   return everything under way is waited for, so that the time of a function does not depend on
   where it is called from. Waiting for flash: straight-line code has no reuse, so a line of flash
   is fetched whenever the instruction, or the literal, is not in the line last used for it; with
   one line for both, every literal costs its own line and the code's again. A branch that is taken
   costs one line more: the one that was being fetched behind it. */
#ifndef EPIWCET_PIPELINE_H
#define EPIWCET_PIPELINE_H

#include "wcet/cores/core.h"

enum {
    PIPELINE_MAX_LINE = 256,
    PIPELINE_MAX_SHIFTS = PIPELINE_MAX_LINE / 2,
    PIPELINE_MAX_TABLES = 4 /* sections of constants that are told apart */
};

struct memory_options {
    unsigned flash_wait;   /* cycles to fetch a line */
    unsigned flash_line;   /* bytes, a power of two */
    unsigned literal_wait; /* cycles added to every load of a literal */
    unsigned buffers;      /* lines kept: 2, one each for code and literals, or 1 for both */
};

/* Where in a line of flash a section may begin, and the cycles of waiting for each possibility: the
   linker puts an object's sections at any multiple of their alignment. */
struct flash {
    size_t section;
    unsigned shifts, step;
    uint64_t waits[PIPELINE_MAX_SHIFTS];
};

struct pipeline {
    const struct core *core;
    struct memory_options memory;
    uint64_t clock;
    uint64_t ready[64], ready_address[64]; /* when a register can be used */
    bool relocatable;
    struct flash code, tables[PIPELINE_MAX_TABLES];
    unsigned n_tables;
    uint64_t line[PIPELINE_MAX_SHIFTS];         /* the last one fetched for instructions */
    uint64_t literal_line[PIPELINE_MAX_SHIFTS]; /* and for literals, of the section: */
    size_t literal_section;
    uint64_t lost; /* cycles of waiting for sections beyond the tables */
};

void pipeline_begin(struct pipeline *pipeline, const struct core *core,
                    const struct memory_options *memory, bool relocatable, size_t section,
                    uint64_t align);
/* Runs one instruction and returns the cycles it added. */
unsigned pipeline_step(struct pipeline *pipeline, const struct insn *insn,
                       const struct core_row *row);
/* A load of words of constants from flash, at this address in a section of that alignment. */
void pipeline_literal(struct pipeline *pipeline, size_t section, uint64_t align, uint64_t address,
                      unsigned words);
/* The same from nobody knows where: each word in a line of its own. */
void pipeline_scattered(struct pipeline *pipeline, unsigned words);
/* Waits for all results, as at a taken branch, call or return; returns the cycles that took. */
unsigned pipeline_drain(struct pipeline *pipeline);
/* Cycles of waiting for flash, at the worst place. */
uint64_t pipeline_waits(const struct pipeline *pipeline);

#endif
