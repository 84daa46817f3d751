/* The clock of a core: instruction after instruction, in order, one at a time. At a call and at a
   return everything under way is waited for, so that the time of a function does not depend on
   where it is called from. Waiting for flash: straight-line code has no reuse, so a line of flash
   is fetched whenever the instruction, or the literal, is not in the line last used for it; with
   one line for both, every literal costs its own line and the code's again. A branch that is taken
   costs one line more: the one that was being fetched behind it. */
#ifndef EPIWCET_PIPELINE_H
#define EPIWCET_PIPELINE_H

#include "core.h"

enum { PIPELINE_MAX_LINE = 256, PIPELINE_MAX_SHIFTS = PIPELINE_MAX_LINE / 2 };

struct memory_options {
    unsigned flash_wait;   /* cycles to fetch a line */
    unsigned flash_line;   /* bytes, a power of two */
    unsigned literal_wait; /* cycles added to every load of a literal */
    unsigned buffers;      /* lines kept: 2, one each for code and literals, or 1 for both */
};

struct pipeline {
    const struct core *core;
    struct memory_options memory;
    uint64_t clock;
    uint64_t ready[64], ready_address[64]; /* when a register can be used */
    /* Flash: an object's code will lie at any multiple of its alignment; each is tried. */
    unsigned shifts, shift_step;
    uint64_t waits[PIPELINE_MAX_SHIFTS];
    uint64_t line[PIPELINE_MAX_SHIFTS], literal_line[PIPELINE_MAX_SHIFTS];
};

void pipeline_begin(struct pipeline *pipeline, const struct core *core,
                    const struct memory_options *memory, bool relocatable, uint64_t align);
/* Runs one instruction and returns the cycles it added. */
unsigned pipeline_step(struct pipeline *pipeline, const struct insn *insn,
                       const struct core_row *row);
/* A load of words of constants from flash, at this address. */
void pipeline_literal(struct pipeline *pipeline, uint64_t address, unsigned words);
/* Waits for all results, as at a taken branch, call or return; returns the cycles that took. */
unsigned pipeline_drain(struct pipeline *pipeline);
/* Cycles of waiting for flash, at the worst place. */
uint64_t pipeline_waits(const struct pipeline *pipeline);

#endif
