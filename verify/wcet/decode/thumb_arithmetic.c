/* See thumb.h. */
#include "wcet/decode/thumb.h"

/* Notes rd = constant, rd = rn and rd = rn + constant, by which code computes addresses. */
static void alu_effect(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    unsigned last = arm->op_count - 1U;
    bool immediate = op[last].type == ARM_OP_IMM;
    insn->rd = thumb_integer(op[0].reg);
    insn->rn = arm->op_count == 3 ? thumb_integer(op[1].reg) : insn->rd;
    insn->imm = immediate ? op[last].imm : 0;
    if ((id == ARM_INS_MOV || id == ARM_INS_MOVW) && immediate && arm->op_count == 2) {
        insn->effect = EFFECT_CONSTANT;
        insn->imm &= 0xFFFFFFFF;
        insn->constant = true;
    } else if (id == ARM_INS_MVN && immediate) {
        insn->effect = EFFECT_CONSTANT;
        insn->imm = ~insn->imm & 0xFFFFFFFF;
        insn->constant = true;
    } else if (id == ARM_INS_MVN && arm->op_count == 2 && thumb_is_plain(&op[1])) {
        insn->effect = EFFECT_COMPLEMENT;
        insn->rn = thumb_integer(op[1].reg);
    } else if (id == ARM_INS_MOVT && immediate) {
        insn->effect = EFFECT_TOP;
        insn->constant = true;
    } else if (id == ARM_INS_MOV && op[1].type == ARM_OP_REG && arm->op_count == 2 &&
               op[1].shift.type == ARM_SFT_INVALID) {
        insn->effect = EFFECT_ADD;
        insn->rn = thumb_integer(op[1].reg);
    } else if (id == ARM_INS_ADD && thumb_is_shifted_left(&op[last])) {
        insn->effect = EFFECT_ADD_REGISTER;
        insn->rm = thumb_integer(op[last].reg);
        insn->shift = op[last].shift.type == ARM_SFT_LSL ? op[last].shift.value : 0;
    } else if ((id == ARM_INS_SUB || id == ARM_INS_AND) && thumb_is_plain(&op[last])) {
        insn->effect = id == ARM_INS_SUB ? EFFECT_SUBTRACT_REGISTER : EFFECT_AND_REGISTER;
        insn->rm = thumb_integer(op[last].reg);
    } else if ((id == ARM_INS_LSL || id == ARM_INS_LSR || id == ARM_INS_ASR) && immediate &&
               arm->op_count == 3 && thumb_is_plain(&op[1])) {
        insn->effect = id == ARM_INS_LSL   ? EFFECT_SHIFT_LEFT
                       : id == ARM_INS_LSR ? EFFECT_SHIFT_RIGHT
                                           : EFFECT_SHIFT_SIGNED;
    } else if ((id == ARM_INS_SXTB || id == ARM_INS_SXTH) && arm->op_count == 2 &&
               thumb_is_plain(&op[1])) {
        insn->effect = EFFECT_EXTEND;
        insn->rn = thumb_integer(op[1].reg);
        insn->imm = id == ARM_INS_SXTB ? 8 : 16;
    } else if (id == ARM_INS_AND && immediate) {
        insn->effect = EFFECT_MASK;
    } else if ((id == ARM_INS_UXTB || id == ARM_INS_UXTH) && arm->op_count == 2 &&
               thumb_is_plain(&op[1])) {
        insn->effect = EFFECT_MASK;
        insn->rn = thumb_integer(op[1].reg);
        insn->imm = id == ARM_INS_UXTB ? 0xFF : 0xFFFF;
    } else if ((id == ARM_INS_ADD || id == ARM_INS_ADDW) && immediate) {
        insn->effect = EFFECT_ADD;
    } else if ((id == ARM_INS_SUB || id == ARM_INS_SUBW) && immediate) {
        insn->effect = EFFECT_ADD;
        insn->imm = -insn->imm;
    }
}

bool thumb_alu(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    if (arm->op_count < 1 || op[0].type != ARM_OP_REG || thumb_integer(op[0].reg) == NO_REGISTER ||
        !thumb_operands_bits(arm, 0, &insn->reads))
        return false;
    insn->writes = thumb_register_bits(op[0].reg);
    insn->rd = thumb_integer(op[0].reg);
    if (insn->rd == REGISTER_PC) { /* mov pc, lr; add pc, ... */
        insn->flow = FLOW_REGISTER;
        insn->class = CLASS_RETURN;
        bool moves = id == ARM_INS_MOV && arm->op_count == 2 && op[1].type == ARM_OP_REG;
        insn->rd = moves && thumb_is_plain(&op[1]) ? thumb_integer(op[1].reg) : NO_REGISTER;
        return thumb_operands_bits(arm, 1, &insn->reads);
    }
    insn->by_flags = id == ARM_INS_ADC || id == ARM_INS_SBC || id == ARM_INS_RRX;
    uint64_t read;
    if (arm->op_count >= 3 && id != ARM_INS_BFI && thumb_operands_bits(arm, 1, &read))
        insn->unused = insn->reads & ~read;
    if (arm->op_count >= 2)
        alu_effect(id, arm, insn);
    return true;
}

void thumb_flags(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool compares = id == ARM_INS_CMP || id == ARM_INS_CMN;
    unsigned last = arm->op_count - 1U;
    insn->flags = FLAGS_LOST;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG)
        return;
    if (compares || id == ARM_INS_SUB || id == ARM_INS_ADD) {
        const cs_arm_op *left = &op[arm->op_count == 3 ? 1 : 0];
        if (arm->op_count > 3 || !thumb_is_plain(left) ||
            (!thumb_is_plain(&op[last]) && op[last].type != ARM_OP_IMM))
            return;
        insn->flags = id == ARM_INS_CMP || id == ARM_INS_SUB ? FLAGS_SUBTRACT : FLAGS_ADD;
        insn->left = thumb_integer(left->reg);
        insn->right = thumb_is_plain(&op[last]) ? thumb_integer(op[last].reg) : NO_REGISTER;
        insn->against = op[last].imm;
    } else if (insn->effect == EFFECT_CONSTANT || insn->effect == EFFECT_MASK ||
               insn->effect == EFFECT_SHIFT_LEFT || insn->effect == EFFECT_SHIFT_RIGHT ||
               insn->effect == EFFECT_SHIFT_SIGNED || insn->effect == EFFECT_ADD) {
        insn->flags = FLAGS_RESULT;
    }
}

bool thumb_long(const cs_arm *arm, struct insn *insn)
{
    if (arm->op_count != 4 || !thumb_operands_bits(arm, 0, &insn->reads))
        return false;
    insn->writes =
        thumb_register_bits(arm->operands[0].reg) | thumb_register_bits(arm->operands[1].reg);
    return true;
}

/* Whether the instruction is of single precision and all its registers are single. */
static bool is_single(const cs_arm *arm)
{
    for (unsigned i = 0; i < arm->op_count; i++)
        if (arm->operands[i].type == ARM_OP_REG &&
            (arm->operands[i].reg < ARM_REG_S0 || arm->operands[i].reg > ARM_REG_S31))
            return false;
    return arm->op_count > 0 && arm->operands[0].type == ARM_OP_REG;
}

bool thumb_float_operation(unsigned id, enum shape shape, const cs_arm *arm, struct insn *insn)
{
    if (!is_single(arm) ||
        !thumb_operands_bits(arm, shape == SHAPE_FLOAT_COMPARE ? 0 : 1, &insn->reads))
        return false;
    if (shape == SHAPE_FLOAT_COMPARE)
        return true;
    insn->writes = thumb_register_bits(arm->operands[0].reg);
    if (insn->class == CLASS_FLOAT_ADD) {
        const cs_arm_op *last = &arm->operands[arm->op_count - 1U];
        insn->first = thumb_float(arm->operands[arm->op_count == 3 ? 1 : 0].reg);
        insn->second = thumb_float(last->reg);
        insn->subtracts = id == ARM_INS_VSUB;
    }
    if (shape == SHAPE_FLOAT_ADD_TO) {
        insn->factors = insn->reads;
        insn->sign_at = 2; /* bit 6 of the second half word */
        insn->sign_mask = 0x40;
        insn->addend = insn->writes;
        /* The addend's sign tells the first bytes EE0. from EE1., and EEA. from EE9. */
        insn->addend_mask =
            id == ARM_INS_VMLA || id == ARM_INS_VMLS || id == ARM_INS_VNMLA || id == ARM_INS_VNMLS
                ? 0x10
                : 0x30;
        insn->late_reads = insn->writes & ~insn->reads;
        insn->reads |= insn->writes;
    } else if (arm->op_count == 2 && insn->class != CLASS_FLOAT_ROOT &&
               insn->class != CLASS_FLOAT_SIGN && insn->class != CLASS_FLOAT_CONVERT) {
        insn->reads |= insn->writes; /* vadd.f32 s0, s1 */
    }
    return true;
}

bool thumb_float_move(const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    unsigned floats = 0, integers = 0;
    for (unsigned i = 0; i < arm->op_count; i++) {
        if (op[i].type == ARM_OP_REG) {
            if (op[i].vector_index >= 0 || thumb_register_bits(op[i].reg) == 0)
                return false;
            floats += thumb_is_float(op[i].reg);
            integers += !thumb_is_float(op[i].reg);
        } else if (op[i].type != ARM_OP_FP || i == 0) {
            return false; /* only vector instructions have an integer immediate */
        }
    }
    if (arm->op_count < 2 || floats == 0)
        return false;
    uint64_t all, first = thumb_register_bits(op[0].reg);
    if (!thumb_operands_bits(arm, 0, &all))
        return false;
    if (integers == 0 && arm->op_count == 2) {
        insn->constant = op[1].type == ARM_OP_FP;
        insn->writes = first;
        insn->reads = insn->constant ? 0 : thumb_register_bits(op[1].reg);
        return is_single(arm);
    }
    uint64_t integer_bits = all & 0xFFFFFFFF, float_bits = all & ~UINT64_C(0xFFFFFFFF);
    insn->class = integers == 2 ? CLASS_FLOAT_TRANSFER_TWO : CLASS_FLOAT_TRANSFER;
    insn->writes = thumb_is_float(op[0].reg) ? float_bits : integer_bits;
    insn->reads = thumb_is_float(op[0].reg) ? integer_bits : float_bits;
    return integers <= 2 && thumb_bits_count(float_bits) == integers;
}

bool thumb_status(const cs_arm *arm, struct insn *insn)
{
    for (unsigned i = 0; i < arm->op_count; i++) {
        unsigned number =
            arm->operands[i].type == ARM_OP_REG ? thumb_integer(arm->operands[i].reg) : NO_REGISTER;
        if (number != NO_REGISTER && number != REGISTER_PC)
            insn->writes = insn->reads = UINT64_C(1) << number;
    }
    return true;
}
