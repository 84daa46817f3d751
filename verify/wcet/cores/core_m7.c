/* Cortex-M7 with its single-precision FPU: an estimate. ARM publishes no instruction timings for
   it (Cortex-M7 Technical Reference Manual, DDI 0489). The latencies are those of LLVM's
   scheduling model (llvm/lib/Target/ARM/ARMScheduleM7.td, written by ARM): 3 cycles for a float
   result, 16 for a division, 2 for a load, 4 for a wrong guess of a branch. The core issues two
   instructions at a time; here it never does, so the real core is usually faster. */
#include "wcet/cores/core.h"

#define ESTIMATE "estimate: no published timing; latency of LLVM's ARMScheduleM7.td, single issue"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY, 1, 0, 1, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY_ADD, 1, 0, 1, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY_LONG, 1, 0, 1, 1, false, false, ESTIMATE},
    {CLASS_PACKED, 1, 0, 1, 1, false, false, ESTIMATE},
    {CLASS_PACKED_MULTIPLY, 1, 0, 1, 1, false, false, ESTIMATE},
    {CLASS_DIVIDE, 12, 0, 0, 1, false, true, ESTIMATE ": time by the operands"},
    {CLASS_LOAD, 1, 0, 1, 2, false, false, ESTIMATE},
    {CLASS_LOAD_NARROW, 1, 0, 1, 2, false, false, ESTIMATE},
    {CLASS_LOAD_LITERAL, 1, 0, 1, 2, false, false, ESTIMATE},
    {CLASS_LOAD_MULTIPLE, 1, 1, 1, 2, false, false, ESTIMATE},
    {CLASS_LOAD_MULTIPLE_RETURN, 5, 1, 1, 2, false, false, ESTIMATE},
    {CLASS_STORE, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_STORE_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
    {CLASS_JUMP, 5, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_BRANCH, 5, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_BRANCH_PASSED, 5, 0, 0, 0, false, false, ESTIMATE ": the guess may be wrong"},
    {CLASS_CALL, 5, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_RETURN, 5, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_NOP, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_ADD, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MULTIPLY, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MULTIPLY_ADD, 1, 0, 5, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_DIVIDE, 16, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_ROOT, 16, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_CONVERT, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_COMPARE, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_SIGN, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MOVE, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_TRANSFER, 1, 0, 2, 3, false, false, ESTIMATE},
    {CLASS_FLOAT_TRANSFER_TWO, 2, 0, 2, 3, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD_LITERAL, 1, 0, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_STORE, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD_MULTIPLE, 1, 1, 2, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_STORE_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
};

static const int archs[] = {ARM_ARCH_V7EM, ARM_ARCH_V7, ARM_ARCH_V6M, ARM_ARCH_V6SM,
                            ARM_ARCH_UNKNOWN};

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs; the FPU is on",
    "code, data and stack in tightly coupled memory, or in caches that always hit; all accesses "
    "aligned",
    "no other bus master", NULL};

const struct core core_cortex_m7 = {
    .name = "cortex-m7",
    .title = "ARM Cortex-M7 with FPU",
    .machine = MACHINE_ARM,
    .has_float = true,
    .cached = true,
    .waits_for_writes = true,
    .arm_archs = archs,
    .arm_floats = ARM_FLOAT_V3_D16 | ARM_FLOAT_V4_D16 | ARM_FLOAT_V5_D16,
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};
