/* Cortex-M4 with and without its single-precision FPU. All figures are from ARM's Cortex-M4
   Technical Reference Manual, r0p1 (ARM 100166 / DDI 0439): Table 3-1 (processor instructions),
   Table 3-2 (DSP instructions), section 3.3 on load and store timings, Table 7-1 (FPU instructions)
   and its notes. They are repeated in vendors' manuals, such as TI SWCU192, tables 3-25 and 3-27.
   P, the refill of the pipeline after a branch, is published as 1 to 3 cycles: 3 is taken. Loads
   and stores are never taken as pipelined with their neighbours, a float division never as
   overlapping with what follows. */
#include "wcet/cores/core.h"

#define TABLE_3_1 "Cortex-M4 TRM r0p1, Table 3-1"
#define TABLE_3_2 "Cortex-M4 TRM r0p1, Table 3-2: DSP instructions"
#define TABLE_7_1 "Cortex-M4 TRM r0p1, Table 7-1"
#define P_IS_3    ", P = 3"
#define AND_ADDRESS                                                                                \
    "; 3.3.3: one cycle more when the next instruction makes an address of the result"
#define AND_RESULT "; note: one cycle more when the next instruction uses the result"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_MULTIPLY, 1, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_MULTIPLY_ADD, 1, 0, 0, 1, true, false,
     TABLE_3_1 ", and TI SWCU192 table 3-25 (the Cortex-M3: 2)" AND_ADDRESS},
    {CLASS_MULTIPLY_LONG, 1, 0, 0, 1, true, false, TABLE_3_1 AND_ADDRESS},
    {CLASS_PACKED, 1, 0, 0, 1, true, false, TABLE_3_2 AND_ADDRESS},
    {CLASS_PACKED_MULTIPLY, 1, 0, 0, 1, true, false, TABLE_3_2 AND_ADDRESS},
    {CLASS_DIVIDE, 12, 0, 0, 1, true, true, TABLE_3_1 ": 2 to 12 cycles, by the operands"},
    {CLASS_LOAD, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_NARROW, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_LITERAL, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_LOAD_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_LOAD_MULTIPLE_RETURN, 4, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N + P" P_IS_3},
    {CLASS_STORE, 2, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_STORE_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_3_1 ": 1 + N"},
    {CLASS_JUMP, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P" P_IS_3},
    {CLASS_BRANCH, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P" P_IS_3},
    {CLASS_BRANCH_PASSED, 1, 0, 0, 0, true, false, TABLE_3_1 ": 1"},
    {CLASS_CALL, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P" P_IS_3},
    {CLASS_RETURN, 4, 0, 0, 0, true, false, TABLE_3_1 ": 1 + P" P_IS_3},
    {CLASS_NOP, 1, 0, 0, 0, true, false, TABLE_3_1},
    {CLASS_FLOAT_ADD, 1, 0, 1, 0, true, false, TABLE_7_1 AND_RESULT},
    {CLASS_FLOAT_MULTIPLY, 1, 0, 1, 0, true, false, TABLE_7_1 AND_RESULT},
    {CLASS_FLOAT_MULTIPLY_ADD, 3, 0, 1, 0, true, false,
     TABLE_7_1 AND_RESULT ", but not as the addend of a multiply-add"},
    {CLASS_FLOAT_DIVIDE, 14, 0, 1, 0, true, false, TABLE_7_1 AND_RESULT},
    {CLASS_FLOAT_ROOT, 14, 0, 1, 0, true, false, TABLE_7_1 AND_RESULT},
    {CLASS_FLOAT_CONVERT, 1, 0, 1, 0, true, false, TABLE_7_1 AND_RESULT},
    {CLASS_FLOAT_COMPARE, 1, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_SIGN, 1, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_MOVE, 1, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_TRANSFER, 2, 0, 0, 1, true, false,
     TABLE_7_1 ": 1; TI SWCU192 table 3-27: 2, which is taken"},
    {CLASS_FLOAT_TRANSFER_TWO, 2, 0, 0, 1, true, false, TABLE_7_1},
    {CLASS_FLOAT_LOAD, 2, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_LOAD_LITERAL, 2, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_STORE, 2, 0, 0, 0, true, false, TABLE_7_1},
    {CLASS_FLOAT_LOAD_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_7_1 ": 1 + N words"},
    {CLASS_FLOAT_STORE_MULTIPLE, 1, 1, 0, 0, true, false, TABLE_7_1 ": 1 + N words"},
};

/* The rows before those of the FPU. */
enum { N_INTEGER_ROWS = 20 };

static const int archs[] = {ARM_ARCH_V7EM, ARM_ARCH_V7, ARM_ARCH_V6M, ARM_ARCH_V6SM,
                            ARM_ARCH_UNKNOWN};

#define MEMORY_ASSUMPTIONS                                                                         \
    "data and stack in memory without wait states, all accesses aligned",                          \
        "no other bus master, and no contention between instruction fetch and the loads of "       \
        "literals (TRM 3.3.3 allows one cycle for each: the second figure, or --literal-wait 1)",  \
        "the manual's table is complete: on some boards runs of three and more 32-bit "            \
        "instructions that are not aligned to words were seen to take one cycle more, which no "   \
        "table has",                                                                               \
        NULL

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs; the FPU is on", MEMORY_ASSUMPTIONS};
static const char *const integer_assumptions[] = {
    "no interrupt, exception or debugger while it runs", MEMORY_ASSUMPTIONS};

const struct core core_cortex_m4f = {
    .name = "cortex-m4f",
    .title = "ARM Cortex-M4 with FPU",
    .machine = MACHINE_ARM,
    .has_float = true,
    .waits_for_writes = false,
    .arm_archs = archs,
    .arm_floats = ARM_FLOAT_V3_D16 | ARM_FLOAT_V4_D16,
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};

const struct core core_cortex_m4 = {
    .name = "cortex-m4",
    .title = "ARM Cortex-M4 without FPU",
    .machine = MACHINE_ARM,
    .has_float = false,
    .waits_for_writes = false,
    .arm_archs = archs,
    .rows = rows,
    .n_rows = N_INTEGER_ROWS,
    .assumptions = integer_assumptions,
};
