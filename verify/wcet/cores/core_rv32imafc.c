/* A RISC-V microcontroller of the SiFive E31 class, with and without a single-precision FPU. The
   integer figures are published: SiFive FE310-G000 Manual (E31 core), section 3.3, result latencies
   of a single-issue in-order pipeline, and 3.2, three cycles for a mispredicted jump: every jump,
   call and return is taken as mispredicted. The E31 itself has no FPU: the float figures are those
   of the Rocket core it derives from, in LLVM's RISCVSchedRocket.td, and make the result an
   estimate. A float division is not pipelined and takes at most 20 cycles there. */
#include "wcet/cores/core.h"

#define MANUAL_3_3 "SiFive FE310-G000 Manual, 3.3"
#define MANUAL_3_2 "SiFive FE310-G000 Manual, 3.2: 1 and the penalty of 3"
#define ESTIMATE   "estimate: no published timing; LLVM's RISCVSchedRocket.td"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 0, true, false, MANUAL_3_3 ": latency 1"},
    {CLASS_MULTIPLY, 5, 0, 0, 0, true, false,
     MANUAL_3_3 ": latency 5, one at a time; on rv32imc what --multiplier says"},
    {CLASS_DIVIDE, 33, 0, 0, 0, true, true, MANUAL_3_3 ": 2 to 33 cycles, by the operands"},
    {CLASS_LOAD, 1, 0, 1, 1, true, false, MANUAL_3_3 ": LW latency 2"},
    {CLASS_LOAD_NARROW, 1, 0, 2, 2, true, false, MANUAL_3_3 ": LB, LH latency 3"},
    {CLASS_STORE, 1, 0, 0, 0, true, false, MANUAL_3_3 ": one instruction a cycle"},
    {CLASS_JUMP, 4, 0, 0, 0, true, false, MANUAL_3_2},
    {CLASS_BRANCH, 4, 0, 0, 0, true, false, MANUAL_3_2},
    {CLASS_BRANCH_PASSED, 4, 0, 0, 0, true, false, MANUAL_3_2},
    {CLASS_CALL, 4, 0, 0, 0, true, false, MANUAL_3_2},
    {CLASS_RETURN, 4, 0, 0, 0, true, false, MANUAL_3_2},
    {CLASS_NOP, 1, 0, 0, 0, true, false, MANUAL_3_3},
    {CLASS_FLOAT_ADD, 1, 0, 3, 0, false, false, ESTIMATE ": latency 4"},
    {CLASS_FLOAT_MULTIPLY, 1, 0, 4, 0, false, false, ESTIMATE ": latency 5"},
    {CLASS_FLOAT_MULTIPLY_ADD, 1, 0, 4, 0, false, false, ESTIMATE ": latency 5"},
    {CLASS_FLOAT_DIVIDE, 20, 0, 0, 0, false, false, ESTIMATE ": latency 20, not pipelined"},
    {CLASS_FLOAT_ROOT, 20, 0, 0, 0, false, false, ESTIMATE ": latency 20, not pipelined"},
    {CLASS_FLOAT_CONVERT, 1, 0, 3, 3, false, false, ESTIMATE ": latency 2, 4 taken"},
    {CLASS_FLOAT_COMPARE, 1, 0, 3, 3, false, false, ESTIMATE ": latency 2, 4 taken"},
    {CLASS_FLOAT_SIGN, 1, 0, 3, 0, false, false, ESTIMATE ": latency 4"},
    {CLASS_FLOAT_TRANSFER, 1, 0, 3, 3, false, false, ESTIMATE ": latency 2, 4 taken"},
    {CLASS_FLOAT_LOAD, 1, 0, 1, 0, false, false, ESTIMATE ": latency 2"},
    {CLASS_FLOAT_STORE, 1, 0, 0, 0, false, false, ESTIMATE ": one a cycle"},
};

/* The rows before those of the FPU. */
enum { N_INTEGER_ROWS = 12 };

static const int archs[] = {ARM_ARCH_UNKNOWN};

/* Extensions, parts of them by their later names, and what holds no instruction that the decoder
   knows. */
static const char *const extensions[] = {
    "i", "m", "a", "f", "c", "zicsr", "zifencei", "zmmul", "zca", "zcf", "zaamo", "zalrsc", NULL};
static const char *const integer_extensions[] = {"i",        "m",     "c",   "zicsr",
                                                 "zifencei", "zmmul", "zca", NULL};

#define MEMORY_ASSUMPTIONS                                                                         \
    "code and data in tightly integrated memory or in caches that always hit",                     \
        "no other bus master",                                                                     \
        "an object file: its calls before the linker shortens them, then there are fewer", NULL

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs; the FPU is on", MEMORY_ASSUMPTIONS};
static const char *const integer_assumptions[] = {
    "no interrupt, exception or debugger while it runs", MEMORY_ASSUMPTIONS};

const struct core core_rv32imafc = {
    .name = "rv32imafc",
    .title = "RISC-V RV32IMAFC, SiFive E31 class with FPU",
    .machine = MACHINE_RISCV,
    .has_float = true,
    .waits_for_writes = true,
    .arm_archs = archs,
    .riscv_extensions = extensions,
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};

/* The range of --multiplier: one cycle, and one for each bit of both operands. */
const struct core core_rv32imc = {
    .name = "rv32imc",
    .title = "RISC-V RV32IMC, SiFive E31 class",
    .machine = MACHINE_RISCV,
    .has_float = false,
    .waits_for_writes = true,
    .arm_archs = archs,
    .riscv_extensions = integer_extensions,
    .multipliers = {1, 64},
    .multipliers_between = true,
    .rows = rows,
    .n_rows = N_INTEGER_ROWS,
    .assumptions = integer_assumptions,
};
