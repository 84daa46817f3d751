/* What a core takes for each class of instruction: one table per file, each row with the public
   document it comes from. The pipeline issues one instruction at a time, in order: an instruction
   occupies it for `cycles` (plus `per_register` for each register of a list), its results can be
   used `extra` cycles after that, or `address_extra` cycles when they make an address. A core
   with no published figure has an estimate instead, and says so. */
#ifndef EPIWCET_CORE_H
#define EPIWCET_CORE_H

#include "wcet/decode/insn.h"
#include "wcet/object/object.h"

struct core_row {
    enum insn_class class;
    unsigned cycles, per_register, extra, address_extra;
    bool published;      /* by the vendor, for this core; else an estimate */
    bool data_dependent; /* takes a time that depends on the operands: refused */
    const char *source;
};

struct core {
    const char *name, *title;
    enum object_machine machine;
    bool has_float;
    bool waits_for_writes; /* before a register that is still to be written is written again */
    const int *arm_archs;  /* enum arm_arch that it executes, ARM_ARCH_UNKNOWN at the end */
    const struct core_row *rows;
    size_t n_rows;
    const char *const *assumptions; /* NULL at the end */
};

extern const struct core core_cortex_m4f, core_cortex_m33, core_cortex_m7, core_cortex_m3,
    core_cortex_m0plus, core_rv32imafc;
extern const struct core *const cores[];
extern const size_t n_cores;

/* The core of that name (cortex-m4f, or m4f); ends through fail_usage when there is none. */
const struct core *core_find(const char *name);
/* Its row for a class, or NULL: it does not have such an instruction. */
const struct core_row *core_row(const struct core *core, enum insn_class class);
/* Ends through fail when the object was not compiled for what the core executes. */
void core_check(const struct core *core, const struct object *object);

#endif
