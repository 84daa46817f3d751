/* Thumb instructions by capstone, sorted into timing classes. Capstone's register access tables
   have gaps, so reads and writes are taken from the operands by class: too many reads of integer
   registers do no harm (only float results and addresses can stall), so all integer operands count
   as read. What is not in the table below is unknown, in particular all that an M-profile core
   does not have and every double. IT is told from its bits: capstone loses the condition of some
   float instructions behind it, and the walk refuses at the IT itself. */
#include "insn.h"

#include <capstone/capstone.h>
#include <stdio.h>
#include <string.h>

enum { REGISTER_SP = 13, REGISTER_LR = 14, REGISTER_PC = 15 };

enum shape {
    SHAPE_ALU,
    SHAPE_COMPARE, /* writes no register */
    SHAPE_LONG,    /* two results */
    SHAPE_FLOAT,   /* first operand written, others read */
    SHAPE_FLOAT_ADD_TO,
    SHAPE_FLOAT_COMPARE,
    SHAPE_FLOAT_MOVE,
    SHAPE_FLOAT_STATUS,
    SHAPE_SINGLE, /* LDR and STR */
    SHAPE_DOUBLE, /* LDRD and STRD */
    SHAPE_FLOAT_SINGLE,
    SHAPE_LIST,
    SHAPE_STACK, /* PUSH and POP: the base is the stack pointer */
    SHAPE_BRANCH,
    SHAPE_NOTHING
};

struct row {
    unsigned id;
    enum insn_class class;
    enum shape shape;
};

static const struct row rows[] = {
    {ARM_INS_ADC, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ADD, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ADDW, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ADR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_AND, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ASR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_BFC, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_BFI, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_BIC, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_CLZ, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_EOR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_LSL, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_LSR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_MOV, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_MOVT, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_MOVW, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_MVN, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ORN, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ORR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_RBIT, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_REV, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_REV16, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_REVSH, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_ROR, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_RRX, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_RSB, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SBC, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SBFX, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SSAT, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SUB, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SUBW, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SXTB, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_SXTH, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_UBFX, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_USAT, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_UXTB, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_UXTH, CLASS_ALU, SHAPE_ALU},
    {ARM_INS_CMN, CLASS_ALU, SHAPE_COMPARE},
    {ARM_INS_CMP, CLASS_ALU, SHAPE_COMPARE},
    {ARM_INS_TEQ, CLASS_ALU, SHAPE_COMPARE},
    {ARM_INS_TST, CLASS_ALU, SHAPE_COMPARE},
    {ARM_INS_MUL, CLASS_MULTIPLY, SHAPE_ALU},
    {ARM_INS_MLA, CLASS_MULTIPLY_ADD, SHAPE_ALU},
    {ARM_INS_MLS, CLASS_MULTIPLY_ADD, SHAPE_ALU},
    {ARM_INS_SMULL, CLASS_MULTIPLY_LONG, SHAPE_LONG},
    {ARM_INS_UMULL, CLASS_MULTIPLY_LONG, SHAPE_LONG},
    {ARM_INS_SMLAL, CLASS_MULTIPLY_LONG, SHAPE_LONG},
    {ARM_INS_UMLAL, CLASS_MULTIPLY_LONG, SHAPE_LONG},
    {ARM_INS_SDIV, CLASS_DIVIDE, SHAPE_ALU},
    {ARM_INS_UDIV, CLASS_DIVIDE, SHAPE_ALU},
    {ARM_INS_NOP, CLASS_NOP, SHAPE_NOTHING},
    {ARM_INS_LDR, CLASS_LOAD, SHAPE_SINGLE},
    {ARM_INS_LDRB, CLASS_LOAD_NARROW, SHAPE_SINGLE},
    {ARM_INS_LDRH, CLASS_LOAD_NARROW, SHAPE_SINGLE},
    {ARM_INS_LDRSB, CLASS_LOAD_NARROW, SHAPE_SINGLE},
    {ARM_INS_LDRSH, CLASS_LOAD_NARROW, SHAPE_SINGLE},
    {ARM_INS_STR, CLASS_STORE, SHAPE_SINGLE},
    {ARM_INS_STRB, CLASS_STORE, SHAPE_SINGLE},
    {ARM_INS_STRH, CLASS_STORE, SHAPE_SINGLE},
    {ARM_INS_LDRD, CLASS_LOAD_MULTIPLE, SHAPE_DOUBLE},
    {ARM_INS_STRD, CLASS_STORE_MULTIPLE, SHAPE_DOUBLE},
    {ARM_INS_LDM, CLASS_LOAD_MULTIPLE, SHAPE_LIST},
    {ARM_INS_LDMDB, CLASS_LOAD_MULTIPLE, SHAPE_LIST},
    {ARM_INS_STM, CLASS_STORE_MULTIPLE, SHAPE_LIST},
    {ARM_INS_STMDB, CLASS_STORE_MULTIPLE, SHAPE_LIST},
    {ARM_INS_PUSH, CLASS_STORE_MULTIPLE, SHAPE_STACK},
    {ARM_INS_POP, CLASS_LOAD_MULTIPLE, SHAPE_STACK},
    {ARM_INS_B, CLASS_JUMP, SHAPE_BRANCH},
    {ARM_INS_BL, CLASS_CALL, SHAPE_BRANCH},
    {ARM_INS_BLX, CLASS_CALL, SHAPE_BRANCH},
    {ARM_INS_BX, CLASS_RETURN, SHAPE_BRANCH},
    {ARM_INS_CBZ, CLASS_JUMP, SHAPE_BRANCH},
    {ARM_INS_CBNZ, CLASS_JUMP, SHAPE_BRANCH},
    {ARM_INS_TBB, CLASS_JUMP, SHAPE_BRANCH},
    {ARM_INS_TBH, CLASS_JUMP, SHAPE_BRANCH},
    {ARM_INS_VADD, CLASS_FLOAT_ADD, SHAPE_FLOAT},
    {ARM_INS_VSUB, CLASS_FLOAT_ADD, SHAPE_FLOAT},
    {ARM_INS_VMUL, CLASS_FLOAT_MULTIPLY, SHAPE_FLOAT},
    {ARM_INS_VNMUL, CLASS_FLOAT_MULTIPLY, SHAPE_FLOAT},
    {ARM_INS_VMLA, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VMLS, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VNMLA, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VNMLS, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VFMA, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VFMS, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VFNMA, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VFNMS, CLASS_FLOAT_MULTIPLY_ADD, SHAPE_FLOAT_ADD_TO},
    {ARM_INS_VDIV, CLASS_FLOAT_DIVIDE, SHAPE_FLOAT},
    {ARM_INS_VSQRT, CLASS_FLOAT_ROOT, SHAPE_FLOAT},
    {ARM_INS_VABS, CLASS_FLOAT_SIGN, SHAPE_FLOAT},
    {ARM_INS_VNEG, CLASS_FLOAT_SIGN, SHAPE_FLOAT},
    {ARM_INS_VCVT, CLASS_FLOAT_CONVERT, SHAPE_FLOAT},
    {ARM_INS_VCVTR, CLASS_FLOAT_CONVERT, SHAPE_FLOAT},
    {ARM_INS_VCMP, CLASS_FLOAT_COMPARE, SHAPE_FLOAT_COMPARE},
    {ARM_INS_VCMPE, CLASS_FLOAT_COMPARE, SHAPE_FLOAT_COMPARE},
    {ARM_INS_VMOV, CLASS_FLOAT_MOVE, SHAPE_FLOAT_MOVE},
    {ARM_INS_VMRS, CLASS_FLOAT_TRANSFER, SHAPE_FLOAT_STATUS},
    {ARM_INS_VMSR, CLASS_FLOAT_TRANSFER, SHAPE_FLOAT_STATUS},
    {ARM_INS_VLDR, CLASS_FLOAT_LOAD, SHAPE_FLOAT_SINGLE},
    {ARM_INS_VSTR, CLASS_FLOAT_STORE, SHAPE_FLOAT_SINGLE},
    {ARM_INS_VLDMIA, CLASS_FLOAT_LOAD_MULTIPLE, SHAPE_LIST},
    {ARM_INS_VLDMDB, CLASS_FLOAT_LOAD_MULTIPLE, SHAPE_LIST},
    {ARM_INS_VSTMIA, CLASS_FLOAT_STORE_MULTIPLE, SHAPE_LIST},
    {ARM_INS_VSTMDB, CLASS_FLOAT_STORE_MULTIPLE, SHAPE_LIST},
    {ARM_INS_VPUSH, CLASS_FLOAT_STORE_MULTIPLE, SHAPE_STACK},
    {ARM_INS_VPOP, CLASS_FLOAT_LOAD_MULTIPLE, SHAPE_STACK},
};

/* 0-15 for r0-r15, NO_REGISTER for all else. */
static unsigned integer_number(int reg)
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

/* Bits of a register, and 0 for one that an M-profile core does not have. */
static uint64_t register_bits(int reg)
{
    unsigned number = integer_number(reg);
    if (number != NO_REGISTER)
        return UINT64_C(1) << number;
    if (reg >= ARM_REG_S0 && reg <= ARM_REG_S31)
        return UINT64_C(1) << (FIRST_FLOAT + reg - ARM_REG_S0);
    if (reg >= ARM_REG_D0 && reg <= ARM_REG_D15)
        return UINT64_C(3) << (FIRST_FLOAT + 2 * (reg - ARM_REG_D0));
    return 0;
}

/* Of s0-s31: the number of its bit. */
static unsigned float_number(int reg) { return FIRST_FLOAT + (unsigned)(reg - ARM_REG_S0); }

static bool is_float(int reg) { return register_bits(reg) >> FIRST_FLOAT != 0; }

static unsigned bits_count(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* All registers of operands first.. as a mask; false if one is strange. */
static bool operands_bits(const cs_arm *arm, unsigned first, uint64_t *bits)
{
    *bits = 0;
    for (unsigned i = first; i < arm->op_count; i++) {
        const cs_arm_op *op = &arm->operands[i];
        if (op->type == ARM_OP_MEM)
            return false;
        if (op->type != ARM_OP_REG)
            continue;
        uint64_t one = register_bits(op->reg);
        if (one == 0)
            return false;
        *bits |= one;
        if (op->shift.type >= ARM_SFT_ASR_REG && op->shift.type <= ARM_SFT_RRX_REG)
            *bits |= register_bits((int)op->shift.value);
    }
    return true;
}

/* A register as it is; one shifted left by a constant. */
static bool is_plain(const cs_arm_op *op)
{
    return op->type == ARM_OP_REG && op->shift.type == ARM_SFT_INVALID;
}

static bool is_shifted_left(const cs_arm_op *op)
{
    return is_plain(op) ||
           (op->type == ARM_OP_REG && op->shift.type == ARM_SFT_LSL && op->shift.value < 32);
}

/* rd = constant, rd = rn, rd = rn + constant: what the stack pointer and addresses are made of. */
static void alu_effect(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    unsigned last = arm->op_count - 1U;
    bool immediate = op[last].type == ARM_OP_IMM;
    insn->rd = integer_number(op[0].reg);
    insn->rn = arm->op_count == 3 ? integer_number(op[1].reg) : insn->rd;
    insn->imm = immediate ? op[last].imm : 0;
    if ((id == ARM_INS_MOV || id == ARM_INS_MOVW) && immediate && arm->op_count == 2) {
        insn->effect = EFFECT_CONSTANT;
        insn->imm &= 0xFFFFFFFF;
        insn->constant = true;
    } else if (id == ARM_INS_MVN && immediate) {
        insn->effect = EFFECT_CONSTANT;
        insn->imm = ~insn->imm & 0xFFFFFFFF;
        insn->constant = true;
    } else if (id == ARM_INS_MOVT && immediate) {
        insn->effect = EFFECT_TOP;
        insn->constant = true;
    } else if (id == ARM_INS_MOV && op[1].type == ARM_OP_REG && arm->op_count == 2 &&
               op[1].shift.type == ARM_SFT_INVALID) {
        insn->effect = EFFECT_ADD;
        insn->rn = integer_number(op[1].reg);
    } else if (id == ARM_INS_ADD && is_shifted_left(&op[last])) {
        insn->effect = EFFECT_ADD_REGISTER;
        insn->rm = integer_number(op[last].reg);
        insn->shift = op[last].shift.type == ARM_SFT_LSL ? op[last].shift.value : 0;
    } else if ((id == ARM_INS_SUB || id == ARM_INS_AND) && is_plain(&op[last])) {
        insn->effect = id == ARM_INS_SUB ? EFFECT_SUBTRACT_REGISTER : EFFECT_AND_REGISTER;
        insn->rm = integer_number(op[last].reg);
    } else if ((id == ARM_INS_LSL || id == ARM_INS_LSR || id == ARM_INS_ASR) && immediate &&
               arm->op_count == 3 && is_plain(&op[1])) {
        insn->effect = id == ARM_INS_LSL   ? EFFECT_SHIFT_LEFT
                       : id == ARM_INS_LSR ? EFFECT_SHIFT_RIGHT
                                           : EFFECT_SHIFT_SIGNED;
    } else if ((id == ARM_INS_SXTB || id == ARM_INS_SXTH) && arm->op_count == 2 &&
               is_plain(&op[1])) {
        insn->effect = EFFECT_EXTEND;
        insn->rn = integer_number(op[1].reg);
        insn->imm = id == ARM_INS_SXTB ? 8 : 16;
    } else if (id == ARM_INS_AND && immediate) {
        insn->effect = EFFECT_MASK;
    } else if ((id == ARM_INS_UXTB || id == ARM_INS_UXTH) && arm->op_count == 2 &&
               is_plain(&op[1])) {
        insn->effect = EFFECT_MASK;
        insn->rn = integer_number(op[1].reg);
        insn->imm = id == ARM_INS_UXTB ? 0xFF : 0xFFFF;
    } else if ((id == ARM_INS_ADD || id == ARM_INS_ADDW) && immediate) {
        insn->effect = EFFECT_ADD;
    } else if ((id == ARM_INS_SUB || id == ARM_INS_SUBW) && immediate) {
        insn->effect = EFFECT_ADD;
        insn->imm = -insn->imm;
    }
}

static bool alu_decode(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    if (arm->op_count < 1 || op[0].type != ARM_OP_REG || integer_number(op[0].reg) == NO_REGISTER ||
        !operands_bits(arm, 0, &insn->reads))
        return false;
    insn->writes = register_bits(op[0].reg);
    insn->rd = integer_number(op[0].reg);
    if (insn->rd == REGISTER_PC) { /* mov pc, lr; add pc, ... */
        insn->flow = FLOW_REGISTER;
        insn->class = CLASS_RETURN;
        bool moves = id == ARM_INS_MOV && arm->op_count == 2 && op[1].type == ARM_OP_REG;
        insn->rd = moves ? integer_number(op[1].reg) : NO_REGISTER;
        return true;
    }
    if (arm->op_count >= 2)
        alu_effect(id, arm, insn);
    return true;
}

/* What the flags say behind an instruction that sets them. */
static void flags_decode(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool compares = id == ARM_INS_CMP || id == ARM_INS_CMN;
    unsigned last = arm->op_count - 1U;
    insn->flags = FLAGS_LOST;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG)
        return;
    if (compares || id == ARM_INS_SUB || id == ARM_INS_ADD) {
        const cs_arm_op *left = &op[arm->op_count == 3 ? 1 : 0];
        if (arm->op_count > 3 || !is_plain(left) ||
            (!is_plain(&op[last]) && op[last].type != ARM_OP_IMM))
            return;
        insn->flags = id == ARM_INS_CMP || id == ARM_INS_SUB ? FLAGS_SUBTRACT : FLAGS_ADD;
        insn->left = integer_number(left->reg);
        insn->right = is_plain(&op[last]) ? integer_number(op[last].reg) : NO_REGISTER;
        insn->against = op[last].imm;
    } else if (insn->effect == EFFECT_CONSTANT || insn->effect == EFFECT_MASK ||
               insn->effect == EFFECT_SHIFT_LEFT || insn->effect == EFFECT_SHIFT_RIGHT ||
               insn->effect == EFFECT_SHIFT_SIGNED || insn->effect == EFFECT_ADD) {
        insn->flags = FLAGS_RESULT;
    }
}

static bool long_decode(const cs_arm *arm, struct insn *insn)
{
    if (arm->op_count != 4 || !operands_bits(arm, 0, &insn->reads))
        return false;
    insn->writes = register_bits(arm->operands[0].reg) | register_bits(arm->operands[1].reg);
    return true;
}

/* Single precision on single registers, nothing else. */
static bool is_single(const cs_arm *arm)
{
    for (unsigned i = 0; i < arm->op_count; i++)
        if (arm->operands[i].type == ARM_OP_REG &&
            (arm->operands[i].reg < ARM_REG_S0 || arm->operands[i].reg > ARM_REG_S31))
            return false;
    return arm->op_count > 0 && arm->operands[0].type == ARM_OP_REG;
}

static bool float_decode(unsigned id, enum shape shape, const cs_arm *arm, struct insn *insn)
{
    if (!is_single(arm) || !operands_bits(arm, shape == SHAPE_FLOAT_COMPARE ? 0 : 1, &insn->reads))
        return false;
    if (shape == SHAPE_FLOAT_COMPARE)
        return true;
    insn->writes = register_bits(arm->operands[0].reg);
    if (insn->class == CLASS_FLOAT_ADD) {
        const cs_arm_op *last = &arm->operands[arm->op_count - 1U];
        insn->first = float_number(arm->operands[arm->op_count == 3 ? 1 : 0].reg);
        insn->second = float_number(last->reg);
        insn->subtracts = id == ARM_INS_VSUB;
    }
    if (shape == SHAPE_FLOAT_ADD_TO) {
        insn->factors = insn->reads;
        insn->sign_at = 2; /* bit 6 of the second half word */
        insn->sign_mask = 0x40;
        insn->addend = insn->writes; /* EE0. and EE1.; EEA. and EE9. */
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

/* VMOV between float registers, of an immediate, from and to one or two integer registers. */
static bool float_move_decode(const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    unsigned floats = 0, integers = 0;
    for (unsigned i = 0; i < arm->op_count; i++) {
        if (op[i].type == ARM_OP_REG) {
            if (op[i].vector_index >= 0 || register_bits(op[i].reg) == 0)
                return false;
            floats += is_float(op[i].reg);
            integers += !is_float(op[i].reg);
        } else if (op[i].type != ARM_OP_FP || i == 0) {
            return false; /* an integer immediate is a vector's */
        }
    }
    if (arm->op_count < 2 || floats == 0)
        return false;
    uint64_t all, first = register_bits(op[0].reg);
    if (!operands_bits(arm, 0, &all))
        return false;
    if (integers == 0 && arm->op_count == 2) {
        insn->constant = op[1].type == ARM_OP_FP;
        insn->writes = first;
        insn->reads = insn->constant ? 0 : register_bits(op[1].reg);
        return is_single(arm);
    }
    uint64_t integer_bits = all & 0xFFFFFFFF, float_bits = all & ~UINT64_C(0xFFFFFFFF);
    insn->class = integers == 2 ? CLASS_FLOAT_TRANSFER_TWO : CLASS_FLOAT_TRANSFER;
    insn->writes = is_float(op[0].reg) ? float_bits : integer_bits;
    insn->reads = is_float(op[0].reg) ? integer_bits : float_bits;
    return integers <= 2 && bits_count(float_bits) == integers;
}

static bool status_decode(const cs_arm *arm, struct insn *insn)
{
    for (unsigned i = 0; i < arm->op_count; i++) {
        unsigned number = arm->operands[i].type == ARM_OP_REG ? integer_number(arm->operands[i].reg)
                                                              : NO_REGISTER;
        if (number != NO_REGISTER && number != REGISTER_PC)
            insn->writes = insn->reads = UINT64_C(1) << number;
    }
    return true;
}

/* [base + displacement], [base, index], and both kinds of writeback. */
static bool address_decode(const cs_arm *arm, unsigned at, struct insn *insn)
{
    const cs_arm_op *op = &arm->operands[at];
    if (at >= arm->op_count || op->type != ARM_OP_MEM)
        return false;
    insn->rn = integer_number((int)op->mem.base);
    if (insn->rn == NO_REGISTER)
        return false;
    insn->address_reads = UINT64_C(1) << insn->rn;
    insn->effect = EFFECT_MEMORY;
    insn->slot = op->mem.disp;
    if (op->mem.index != ARM_REG_INVALID) {
        insn->address_reads |= register_bits((int)op->mem.index);
        insn->list = 0;
        insn->effect = EFFECT_NONE;
        insn->indexed = true;
        insn->rm = integer_number((int)op->mem.index);
        insn->shift = op->shift.type == ARM_SFT_LSL ? op->shift.value : (unsigned)op->mem.lshift;
    }
    bool post = at + 1U < arm->op_count;
    if (post) { /* ldr r0, [r1], #4 */
        if (arm->operands[at + 1].type != ARM_OP_IMM || insn->effect != EFFECT_MEMORY)
            return false;
        insn->delta = arm->operands[at + 1].imm;
        if (arm->operands[at + 1].subtracted)
            insn->delta = -insn->delta;
        insn->slot = 0;
    } else if (arm->writeback) {
        if (insn->effect != EFFECT_MEMORY)
            return false;
        insn->delta = insn->slot; /* address first, then the access, at base + slot */
    }
    if (insn->delta != 0)
        insn->writes |= UINT64_C(1) << insn->rn;
    insn->reads |= insn->address_reads;
    return true;
}

static void literal_set(struct insn *insn, enum insn_class class)
{
    insn->class = class;
    insn->literal = true;
    insn->constant = true;
    insn->target = (insn->address & ~UINT64_C(3)) + 4 + (uint64_t)insn->slot;
    insn->reads = insn->address_reads = 0; /* the program counter is always there */
}

static bool single_decode(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool store = insn->class == CLASS_STORE;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG)
        return false;
    unsigned number = integer_number(op[0].reg);
    if (number == NO_REGISTER || (store && number == REGISTER_PC))
        return false;
    insn->list = UINT32_C(1) << number;
    insn->load = !store;
    *(store ? &insn->reads : &insn->writes) = insn->list;
    insn->stored = !store ? 0 : id == ARM_INS_STRB ? 1 : id == ARM_INS_STRH ? 2 : 4;
    if (!address_decode(arm, 1, insn))
        return false;
    if (insn->class == CLASS_LOAD_NARROW || insn->effect == EFFECT_NONE ||
        (store && insn->stored < 4))
        insn->list = 0; /* never a saved return address */
    if (insn->rn == REGISTER_PC && !store && insn->class == CLASS_LOAD && insn->delta == 0)
        literal_set(insn, CLASS_LOAD_LITERAL);
    if (number == REGISTER_PC && !store) {
        insn->flow = FLOW_REGISTER;
        insn->class = CLASS_LOAD_MULTIPLE_RETURN;
        insn->registers = 1;
        insn->rd = REGISTER_PC;
    }
    return true;
}

static bool double_decode(const cs_arm *arm, struct insn *insn)
{
    bool store = insn->class == CLASS_STORE_MULTIPLE;
    if (arm->op_count < 3 || arm->operands[0].type != ARM_OP_REG ||
        arm->operands[1].type != ARM_OP_REG)
        return false;
    uint64_t bits = register_bits(arm->operands[0].reg) | register_bits(arm->operands[1].reg);
    insn->registers = 2;
    insn->load = !store;
    insn->stored = store ? 8 : 0;
    *(store ? &insn->reads : &insn->writes) = bits;
    if (bits >> REGISTER_PC != 0 || !address_decode(arm, 2, insn) || insn->rn == REGISTER_PC)
        return false;
    unsigned a = integer_number(arm->operands[0].reg), b = integer_number(arm->operands[1].reg);
    insn->list = a < b ? (uint32_t)bits : 0; /* ascending only */
    return true;
}

static bool float_single_decode(const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool store = insn->class == CLASS_FLOAT_STORE;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG || !is_float(op[0].reg))
        return false;
    uint64_t bits = register_bits(op[0].reg);
    insn->stored = store ? 4 * bits_count(bits) : 0;
    *(store ? &insn->reads : &insn->writes) = bits;
    insn->load = !store;
    if (!address_decode(arm, 1, insn))
        return false;
    insn->list = 0;
    if (insn->rn == REGISTER_PC && !store)
        literal_set(insn, CLASS_FLOAT_LOAD_LITERAL);
    if (bits_count(bits) == 2) { /* a double register: 1 + 2, as a list of two */
        insn->class = store ? CLASS_FLOAT_STORE_MULTIPLE : CLASS_FLOAT_LOAD_MULTIPLE;
        insn->registers = 2;
    }
    return true;
}

static bool list_decode(unsigned id, bool stack, const cs_arm *arm, struct insn *insn)
{
    bool store = insn->class == CLASS_STORE_MULTIPLE || insn->class == CLASS_FLOAT_STORE_MULTIPLE;
    bool down = id == ARM_INS_LDMDB || id == ARM_INS_STMDB || id == ARM_INS_VLDMDB ||
                id == ARM_INS_VSTMDB || id == ARM_INS_PUSH || id == ARM_INS_VPUSH;
    uint64_t bits;
    if (arm->op_count < (stack ? 1 : 2) || !operands_bits(arm, stack ? 0 : 1, &bits))
        return false;
    insn->rn = stack ? REGISTER_SP : integer_number(arm->operands[0].reg);
    insn->registers = bits_count(bits);
    if (insn->rn >= REGISTER_PC || insn->registers == 0)
        return false;
    insn->effect = EFFECT_MEMORY;
    insn->load = !store;
    insn->list = (uint32_t)(bits & 0xFFFFFFFF);
    insn->slot = down ? -4 * (int64_t)insn->registers : 0;
    insn->stored = store ? 4 * insn->registers : 0;
    if (stack || arm->writeback)
        insn->delta = (down ? -4 : 4) * (int64_t)insn->registers;
    insn->address_reads = UINT64_C(1) << insn->rn;
    insn->reads = insn->address_reads | (store ? bits : 0);
    insn->writes = (store ? 0 : bits) | (insn->delta != 0 ? insn->address_reads : 0);
    if (!store && (bits & (1U << REGISTER_PC)) != 0) {
        insn->class = CLASS_LOAD_MULTIPLE_RETURN;
        insn->flow = FLOW_REGISTER;
        insn->rd = REGISTER_PC;
    }
    return true;
}

static bool branch_decode(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = &arm->operands[arm->op_count == 0 ? 0 : arm->op_count - 1];
    if (id == ARM_INS_TBB || id == ARM_INS_TBH) {
        insn->flow = FLOW_TABLE;
        return true;
    }
    if (arm->op_count == 0)
        return false;
    if (op->type == ARM_OP_REG) {
        insn->flow = id == ARM_INS_BX ? FLOW_REGISTER : FLOW_CALL_REGISTER;
        insn->rd = integer_number(op->reg);
        insn->reads = register_bits(op->reg);
        return insn->rd != NO_REGISTER && (id == ARM_INS_BX || id == ARM_INS_BLX);
    }
    if (op->type != ARM_OP_IMM || id == ARM_INS_BLX || id == ARM_INS_BX)
        return false; /* blx label leaves Thumb state, which an M-profile core cannot */
    insn->target = (uint32_t)op->imm;
    insn->flow = id == ARM_INS_BL ? FLOW_CALL : FLOW_JUMP;
    if (arm->cc != ARM_CC_AL && arm->cc != 0) {
        insn->flow = FLOW_CONDITIONAL;
        insn->condition = (enum condition)(arm->cc - ARM_CC_EQ);
    }
    if (id == ARM_INS_CBZ || id == ARM_INS_CBNZ) {
        insn->flow = FLOW_CONDITIONAL;
        insn->condition = id == ARM_INS_CBZ ? IF_EQUAL : IF_NOT_EQUAL;
        insn->flags = FLAGS_SUBTRACT;
        insn->left = integer_number(arm->operands[0].reg);
        insn->right = NO_REGISTER;
        insn->reads = register_bits(arm->operands[0].reg);
    }
    if (insn->flow == FLOW_CONDITIONAL)
        insn->class = CLASS_BRANCH;
    if (id == ARM_INS_BL)
        insn->writes = UINT64_C(1) << REGISTER_LR;
    return true;
}

static bool shape_decode(const struct row *row, const cs_arm *arm, struct insn *insn)
{
    switch (row->shape) {
    case SHAPE_ALU: return alu_decode(row->id, arm, insn);
    case SHAPE_COMPARE: return operands_bits(arm, 0, &insn->reads);
    case SHAPE_LONG: return long_decode(arm, insn);
    case SHAPE_FLOAT:
    case SHAPE_FLOAT_ADD_TO:
    case SHAPE_FLOAT_COMPARE: return float_decode(row->id, row->shape, arm, insn);
    case SHAPE_FLOAT_MOVE: return float_move_decode(arm, insn);
    case SHAPE_FLOAT_STATUS: return status_decode(arm, insn);
    case SHAPE_SINGLE: return single_decode(row->id, arm, insn);
    case SHAPE_DOUBLE: return double_decode(arm, insn);
    case SHAPE_FLOAT_SINGLE: return float_single_decode(arm, insn);
    case SHAPE_LIST: return list_decode(row->id, false, arm, insn);
    case SHAPE_STACK: return list_decode(row->id, true, arm, insn);
    case SHAPE_BRANCH: return branch_decode(row->id, arm, insn);
    case SHAPE_NOTHING: return true;
    }
    return false;
}

/* One handle for the whole run; nothing is kept in it between instructions. */
static csh handle_get(void)
{
    static csh handle;
    if (handle == 0 &&
        (cs_open(CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_MCLASS | CS_MODE_V8, &handle) != CS_ERR_OK ||
         cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK))
        handle = 0;
    return handle;
}

static bool it_decode(const uint8_t *bytes, struct insn *insn)
{
    if (bytes[1] != 0xBF || (bytes[0] & 0x0F) == 0)
        return false;
    insn->size = 2;
    insn->flow = FLOW_IT;
    snprintf(insn->text, sizeof(insn->text), "it");
    return true;
}

bool decode_thumb(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn)
{
    static cs_insn *raw;
    const uint8_t *begin = bytes; /* capstone moves on */
    *insn = (struct insn){.address = address, .rd = NO_REGISTER, .rn = NO_REGISTER};
    snprintf(insn->text, sizeof(insn->text), "?");
    if (available < 2)
        return false;
    if (it_decode(bytes, insn))
        return true;
    if (raw == NULL)
        raw = cs_malloc(handle_get());
    if (raw == NULL || !cs_disasm_iter(handle_get(), &bytes, &available, &address, raw))
        return false;
    snprintf(insn->text, sizeof(insn->text), "%.20s%s%.70s", raw->mnemonic,
             raw->op_str[0] == '\0' ? "" : " ", raw->op_str);
    insn->size = raw->size;
    const cs_arm *arm = &raw->detail->arm;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].id == raw->id) {
            insn->class = rows[i].class;
            if (!shape_decode(&rows[i], arm, insn))
                return false;
            if (thumb_sets_flags(begin, insn->size))
                flags_decode(raw->id, arm, insn);
            return true;
        }
    return false;
}
