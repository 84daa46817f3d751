/* Cortex-M33 with its single-precision FPU: an estimate. ARM's Cortex-M33 Technical Reference
   Manual (ARM 100230) publishes no instruction timings. The figures are those of the Cortex-M4, by
   whose model compilers schedule the M33 too (LLVM: ProcessorModel "cortex-m33", CortexM4Model).
   The core can issue some pairs of 16-bit instructions together; here it never does. */
#include "wcet/cores/core.h"

#define ESTIMATE "estimate: no published timing; Cortex-M4 TRM r0p1, as LLVM's model of the M33"

static const struct core_row rows[] = {
    {CLASS_ALU, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY_ADD, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_MULTIPLY_LONG, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_PACKED, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_PACKED_MULTIPLY, 1, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_DIVIDE, 12, 0, 0, 1, false, true, ESTIMATE ": time by the operands"},
    {CLASS_LOAD, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_LOAD_NARROW, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_LOAD_LITERAL, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_LOAD_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
    {CLASS_LOAD_MULTIPLE_RETURN, 4, 1, 0, 0, false, false, ESTIMATE},
    {CLASS_STORE, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_STORE_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
    {CLASS_JUMP, 4, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_BRANCH, 4, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_BRANCH_PASSED, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_CALL, 4, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_RETURN, 4, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_NOP, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_ADD, 1, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MULTIPLY, 1, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MULTIPLY_ADD, 3, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_DIVIDE, 14, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_ROOT, 14, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_CONVERT, 1, 0, 1, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_COMPARE, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_SIGN, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_MOVE, 1, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_TRANSFER, 2, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_FLOAT_TRANSFER_TWO, 2, 0, 0, 1, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD_LITERAL, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_STORE, 2, 0, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_LOAD_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
    {CLASS_FLOAT_STORE_MULTIPLE, 1, 1, 0, 0, false, false, ESTIMATE},
};

static const int archs[] = {ARM_ARCH_V8M_MAIN, ARM_ARCH_V8M_BASE, ARM_ARCH_V7EM,   ARM_ARCH_V7,
                            ARM_ARCH_V6M,      ARM_ARCH_V6SM,     ARM_ARCH_UNKNOWN};

static const char *const assumptions[] = {
    "no interrupt, exception or debugger while it runs; the FPU is on",
    "code, data and stack in memory without wait states but those of --flash-wait, or in a cache "
    "that always hits; all accesses aligned",
    "no other bus master", NULL};

const struct core core_cortex_m33 = {
    .name = "cortex-m33",
    .title = "ARM Cortex-M33 with FPU",
    .machine = MACHINE_ARM,
    .has_float = true,
    .waits_for_writes = false,
    .arm_archs = archs,
    .arm_floats = ARM_FLOAT_V3_D16 | ARM_FLOAT_V4_D16 | ARM_FLOAT_V5_D16,
    .rows = rows,
    .n_rows = sizeof(rows) / sizeof(rows[0]),
    .assumptions = assumptions,
};
