/* Cortex-M3, which has no FPU: float code for it calls helpers and is refused by their names. All
   figures are from ARM's Cortex-M3 Technical Reference Manual, r2p0 (DDI 0337H, and 0337I for
   r2p1): Table 3-1 and the section on load and store timings. P, the refill of the pipeline, is
   published as 1 to 3 cycles: 3 is taken. A product of 64 bits ends early for small operands
   (3 to 7 cycles), so it is refused like a division. */
#include "wcet/cores/core.h"

#define TABLE_3_1 "Cortex-M3 TRM r2p0, Table 3-1"
#define AND_ADDRESS                                                                                \
    "; 3.3.2: one cycle more when the next instruction makes an address of the result"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_MULTIPLY, 1, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_MULTIPLY_ADD, 2, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_MULTIPLY_LONG, 7, 0, 0, 1, true, true, TABLE_3_1 ": 3 to 7 cycles, by the operands"},
    {CLASS_DIVIDE, 12, 0, 0, 1, true, true, TABLE_3_1 ": 2 to 12 cycles, by the operands"},
    {CLASS_LOAD, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_NARROW, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_LITERAL, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_LOAD_MULTIPLE_RETURN, 4, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N + P, P = 3"},
    {CLASS_STORE, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_STORE_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_JUMP, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P, P = 3"},
    {CLASS_BRANCH, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P, P = 3"},
    {CLASS_BRANCH_PASSED, 1, 0, 0, 0, true, false, TABLE_3_1 ": 1"},
    {CLASS_CALL, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P, P = 3"},
    {CLASS_RETURN, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P, P = 3"},
    {CLASS_NOP, 1, 0, 0, 0, true, false, TABLE_3_1},
};

static const int archs[] = {ARM_ARCH_V7, ARM_ARCH_V6M, ARM_ARCH_V6SM, ARM_ARCH_UNKNOWN};

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs",
    "data and stack in memory without wait states, all accesses aligned",
    "no other bus master, and no contention between instruction fetch and the loads of literals "
    "(TRM 3.3.2 allows one cycle for each: --literal-wait 1)",
    NULL};

const struct core core_cortex_m3 = {
    .name = "cortex-m3",
    .title = "ARM Cortex-M3",
    .machine = MACHINE_ARM,
    .has_float = false,
    .waits_for_writes = false,
    .arm_archs = archs,
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};
