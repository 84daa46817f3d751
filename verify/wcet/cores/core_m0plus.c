/* Cortex-M0+, which has no FPU: float code for it calls helpers and is refused by their names. All
   figures are from ARM's Cortex-M0+ Technical Reference Manual, r0p1 (DDI 0484C), Table 3-1. A
   multiply takes 1 or 32 cycles, which is the choice of the chip's maker, not of the operands:
   32 is taken, or what --multiplier says. Loads take 2 cycles, 1 from the single-cycle I/O port: 2
   is taken. */
#include "wcet/cores/core.h"

#define TABLE_3_1 "Cortex-M0+ TRM r0p1, Table 3-1"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_MULTIPLY, 32, 0, 0, 0, true, false,
     TABLE_3_1 ": 32, as the chip's maker chose; else 1 (--multiplier)"},
    {CLASS_LOAD, 2, 0, 0, 0, true, false, TABLE_3_1 ": 2 or 1"},
    {CLASS_LOAD_NARROW, 2, 0, 0, 0, true, false, TABLE_3_1 ": 2 or 1"},
    {CLASS_LOAD_LITERAL, 2, 0, 0, 0, true, false, TABLE_3_1 ": 2 or 1"},
    {CLASS_LOAD_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_LOAD_MULTIPLE_RETURN, 3, 1, 0, 0, true, false, TABLE_3_1 ": 3 + N"},
    {CLASS_STORE, 2, 0, 0, 0, true, false, TABLE_3_1 ": 2 or 1"},
    {CLASS_STORE_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_JUMP, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_BRANCH, 2, 0, 0, 0, true, false, TABLE_3_1 ": 2 if taken"},
    {CLASS_BRANCH_PASSED, 1, 0, 0, 0, true, false, TABLE_3_1 ": 1 if not taken"},
    {CLASS_CALL, 3, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_RETURN, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_NOP, 1, 0, 0, 0, true, false, TABLE_3_1},
};

static const int archs[] = {ARM_ARCH_V6M, ARM_ARCH_V6SM, ARM_ARCH_UNKNOWN};

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs",
    "code, data and stack in memory without wait states but those of --flash-wait",
    "no other bus master", NULL};

const struct core core_cortex_m0plus = {
    .name = "cortex-m0plus",
    .title = "ARM Cortex-M0+",
    .machine = MACHINE_ARM,
    .has_float = false,
    .waits_for_writes = false,
    .arm_archs = archs,
    .narrow = true,
    .multipliers = {1, 32},
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};
