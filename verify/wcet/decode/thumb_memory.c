/* See thumb.h. */
#include "wcet/decode/thumb.h"

#define PC_AND_LR (UINT64_C(1) << REGISTER_PC | UINT64_C(1) << REGISTER_LR)

/* Decodes [base + displacement] and [base, index], with both kinds of writeback. */
static bool address_decode(const cs_arm *arm, unsigned at, struct insn *insn)
{
    const cs_arm_op *op = &arm->operands[at];
    if (at >= arm->op_count || op->type != ARM_OP_MEM)
        return false;
    insn->rn = thumb_integer((int)op->mem.base);
    if (insn->rn == NO_REGISTER)
        return false;
    insn->address_reads = UINT64_C(1) << insn->rn;
    insn->effect = EFFECT_MEMORY;
    insn->slot = op->mem.disp;
    if (op->mem.index != ARM_REG_INVALID) {
        insn->address_reads |= thumb_register_bits((int)op->mem.index);
        insn->list = 0;
        insn->effect = EFFECT_NONE;
        insn->indexed = true;
        insn->rm = thumb_integer((int)op->mem.index);
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
        insn->delta = insn->slot; /* the access goes to base + slot, which becomes the new base */
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
    insn->reads = insn->address_reads = 0; /* the program counter is never waited for */
}

static unsigned single_bytes(unsigned id)
{
    switch (id) {
    case ARM_INS_LDRB:
    case ARM_INS_LDRSB:
    case ARM_INS_STRB: return 1;
    case ARM_INS_LDRH:
    case ARM_INS_LDRSH:
    case ARM_INS_STRH: return 2;
    default: return 4;
    }
}

bool thumb_single(unsigned id, const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool store = insn->class == CLASS_STORE;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG)
        return false;
    unsigned number = thumb_integer(op[0].reg);
    if (number == NO_REGISTER ||
        (number == REGISTER_PC && (store || insn->class == CLASS_LOAD_NARROW)))
        return false;
    insn->list = UINT32_C(1) << number;
    insn->load = !store;
    *(store ? &insn->reads : &insn->writes) = insn->list;
    insn->align = single_bytes(id);
    insn->stored = store ? insn->align : 0;
    if (!address_decode(arm, 1, insn))
        return false;
    if (insn->delta != 0 && insn->rn == number)
        return false; /* ARM leaves it open what the register holds */
    if (insn->class == CLASS_LOAD_NARROW || insn->effect == EFFECT_NONE ||
        (store && insn->stored < 4))
        insn->list = 0; /* not a whole word at a known place: its value is not tracked */
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

bool thumb_double(const cs_arm *arm, struct insn *insn)
{
    bool store = insn->class == CLASS_STORE_MULTIPLE;
    if (arm->op_count < 3 || arm->operands[0].type != ARM_OP_REG ||
        arm->operands[1].type != ARM_OP_REG)
        return false;
    unsigned a = thumb_integer(arm->operands[0].reg), b = thumb_integer(arm->operands[1].reg);
    uint64_t bits =
        thumb_register_bits(arm->operands[0].reg) | thumb_register_bits(arm->operands[1].reg);
    insn->registers = 2;
    insn->load = !store;
    insn->align = 4;
    insn->stored = store ? 8 : 0;
    *(store ? &insn->reads : &insn->writes) = bits;
    if (bits >> REGISTER_PC != 0 || !address_decode(arm, 2, insn) || insn->rn == REGISTER_PC)
        return false;
    /* ARM leaves it open which of two values a register gets. */
    if ((a == b && !store) || (arm->writeback && (bits >> insn->rn & 1) != 0))
        return false;
    insn->list = (uint32_t)bits;
    insn->twice = a == b;
    insn->descending = a > b;
    return true;
}

bool thumb_float_single(const cs_arm *arm, struct insn *insn)
{
    const cs_arm_op *op = arm->operands;
    bool store = insn->class == CLASS_FLOAT_STORE;
    if (arm->op_count < 2 || op[0].type != ARM_OP_REG || !thumb_is_float(op[0].reg))
        return false;
    uint64_t bits = thumb_register_bits(op[0].reg);
    insn->stored = store ? 4 * thumb_bits_count(bits) : 0;
    *(store ? &insn->reads : &insn->writes) = bits;
    insn->load = !store;
    insn->align = 4;
    if (!address_decode(arm, 1, insn))
        return false;
    insn->list = 0;
    if (insn->rn == REGISTER_PC && !store)
        literal_set(insn, CLASS_FLOAT_LOAD_LITERAL);
    if (thumb_bits_count(bits) == 2) { /* a double register takes the time of a list of two */
        insn->class = store ? CLASS_FLOAT_STORE_MULTIPLE : CLASS_FLOAT_LOAD_MULTIPLE;
        insn->registers = 2;
    }
    return true;
}

bool thumb_list(unsigned id, bool stack, const cs_arm *arm, struct insn *insn)
{
    bool store = insn->class == CLASS_STORE_MULTIPLE || insn->class == CLASS_FLOAT_STORE_MULTIPLE;
    bool down = id == ARM_INS_LDMDB || id == ARM_INS_STMDB || id == ARM_INS_VLDMDB ||
                id == ARM_INS_VSTMDB || id == ARM_INS_PUSH || id == ARM_INS_VPUSH;
    uint64_t bits;
    if (arm->op_count < (stack ? 1 : 2) || !thumb_operands_bits(arm, stack ? 0 : 1, &bits))
        return false;
    insn->rn = stack ? REGISTER_SP : thumb_integer(arm->operands[0].reg);
    insn->registers = thumb_bits_count(bits);
    if (insn->rn >= REGISTER_PC || insn->registers == 0)
        return false;
    if (stack || arm->writeback)
        insn->delta = (down ? -4 : 4) * (int64_t)insn->registers;
    /* ARM leaves it open what these do: a list with the stack pointer, with both the program
       counter and the link register, or with a base that moves. */
    if ((bits >> REGISTER_SP & 1) != 0 || (store && (bits >> REGISTER_PC & 1) != 0) ||
        (bits & PC_AND_LR) == PC_AND_LR || (insn->delta != 0 && (bits >> insn->rn & 1) != 0))
        return false;
    insn->effect = EFFECT_MEMORY;
    insn->load = !store;
    insn->align = 4;
    insn->list = (uint32_t)(bits & 0xFFFFFFFF);
    insn->slot = down ? -4 * (int64_t)insn->registers : 0;
    insn->stored = store ? 4 * insn->registers : 0;
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
