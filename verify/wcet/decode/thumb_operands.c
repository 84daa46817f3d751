/* See thumb.h. */
#include "wcet/decode/thumb.h"

unsigned thumb_integer(int reg)
{
    switch (reg) {
    case ARM_REG_SP: return REGISTER_SP;
    case ARM_REG_LR: return REGISTER_LR;
    case ARM_REG_PC: return REGISTER_PC;
    default: break;
    }
    if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12)
        return (unsigned)(reg - ARM_REG_R0);
    return NO_REGISTER;
}

uint64_t thumb_register_bits(int reg)
{
    unsigned number = thumb_integer(reg);
    if (number != NO_REGISTER)
        return UINT64_C(1) << number;
    if (reg >= ARM_REG_S0 && reg <= ARM_REG_S31)
        return UINT64_C(1) << (FIRST_FLOAT + reg - ARM_REG_S0);
    if (reg >= ARM_REG_D0 && reg <= ARM_REG_D15)
        return UINT64_C(3) << (FIRST_FLOAT + 2 * (reg - ARM_REG_D0));
    return 0;
}

unsigned thumb_float(int reg) { return FIRST_FLOAT + (unsigned)(reg - ARM_REG_S0); }

bool thumb_is_float(int reg) { return thumb_register_bits(reg) >> FIRST_FLOAT != 0; }

unsigned thumb_bits_count(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

bool thumb_operands_bits(const cs_arm *arm, unsigned first, uint64_t *bits)
{
    *bits = 0;
    for (unsigned i = first; i < arm->op_count; i++) {
        const cs_arm_op *op = &arm->operands[i];
        if (op->type == ARM_OP_MEM)
            return false;
        if (op->type != ARM_OP_REG)
            continue;
        uint64_t one = thumb_register_bits(op->reg);
        if (one == 0)
            return false;
        *bits |= one;
        if (op->shift.type >= ARM_SFT_ASR_REG && op->shift.type <= ARM_SFT_RRX_REG)
            *bits |= thumb_register_bits((int)op->shift.value);
    }
    return true;
}

bool thumb_is_plain(const cs_arm_op *op)
{
    return op->type == ARM_OP_REG && op->shift.type == ARM_SFT_INVALID;
}

bool thumb_is_shifted_left(const cs_arm_op *op)
{
    return thumb_is_plain(op) ||
           (op->type == ARM_OP_REG && op->shift.type == ARM_SFT_LSL && op->shift.value < 32);
}
