/* The time that a core takes for each class of instruction. A file core_<name>.c is one table,
   whose rows name the public documents that they come from. The pipeline issues one instruction at
   a time, in order. An instruction occupies it for `cycles`, plus `per_register` for each register
   of a list. Its result can be used `extra` cycles later, or `address_extra` cycles later to form
   an address. A row without a published figure has an estimate and says so. */
#ifndef EPIWCET_CORE_H
#define EPIWCET_CORE_H

#include "wcet/decode/insn.h"
#include "wcet/object/object.h"

struct core_row {
    enum insn_class class;
    unsigned cycles, per_register, extra, address_extra;
    bool published;      /* the vendor publishes this figure; false: an estimate */
    bool data_dependent; /* the time depends on the operands: the walk refuses it */
    const char *source;
};

struct core {
    const char *name, *title;
    enum object_machine machine;
    bool has_float;
    bool cached;           /* data may be in a cache */
    bool waits_for_writes; /* an instruction waits until a register's earlier write is complete */
    const int *arm_archs;  /* the enum arm_arch that it executes; ends with ARM_ARCH_UNKNOWN */
    unsigned arm_floats;   /* mask of the values of Tag_FP_arch that it executes, besides 0 */
    bool narrow;           /* of the instructions with 32 bits it has BL only */
    const char *const *riscv_extensions; /* that it executes; ends with NULL */
    /* The cycles of a multiply that --multiplier may choose: one of these two or, if `between`, any
       number from the one to the other. 0: there is no choice. */
    unsigned multipliers[2];
    bool multipliers_between;
    const struct core_row *rows;
    size_t n_rows;
    const char *const *assumptions; /* ends with NULL */
};

extern const struct core core_cortex_m4f, core_cortex_m33, core_cortex_m7, core_cortex_m3,
    core_cortex_m0plus, core_rv32imafc, core_cortex_m4, core_cortex_m0, core_rv32imc;
extern const struct core *const cores[];
extern const size_t n_cores;

/* The core of that name (cortex-m4f, or m4f); ends through fail_usage when there is none. */
const struct core *core_find(const char *name);
/* The core with a multiplier that takes so many cycles; ends through fail_usage when the core
   leaves no such choice. */
const struct core *core_with_multiplier(struct arena *arena, const struct core *core,
                                        const char *cycles);
/* The core's row for a class, or NULL if the core has no such instruction. */
const struct core_row *core_row(const struct core *core, enum insn_class class);
/* Ends through fail when the object was not compiled for what the core executes. */
void core_check(const struct core *core, const struct object *object);

#endif
