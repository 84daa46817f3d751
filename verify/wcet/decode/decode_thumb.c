/* The decoder of Thumb instructions: capstone decodes, this file gives the timing class. Capstone's
   tables of read and written registers have gaps, so the class decides how operands are used. All
   integer operands count as read: that does no harm, because only float results and addresses can
   stall. Instructions that the table below does not have are unknown, above all doubles and what an
   M-profile core lacks. An IT is recognised by its bits, because capstone loses the condition of
   some float instructions behind it; the walk refuses the IT itself. */
#include "wcet/decode/thumb.h"

#include <stdio.h>
#include <string.h>

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
        insn->rd = thumb_integer(op->reg);
        insn->reads = thumb_register_bits(op->reg);
        return insn->rd != NO_REGISTER && (id == ARM_INS_BX || id == ARM_INS_BLX);
    }
    if (op->type != ARM_OP_IMM || id == ARM_INS_BLX || id == ARM_INS_BX)
        return false; /* blx label would leave Thumb state: an M-profile core has no other */
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
        insn->left = thumb_integer(arm->operands[0].reg);
        insn->right = NO_REGISTER;
        insn->reads = thumb_register_bits(arm->operands[0].reg);
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
    case SHAPE_ALU: return thumb_alu(row->id, arm, insn);
    case SHAPE_COMPARE: return thumb_operands_bits(arm, 0, &insn->reads);
    case SHAPE_LONG: return thumb_long(arm, insn);
    case SHAPE_FLOAT:
    case SHAPE_FLOAT_ADD_TO:
    case SHAPE_FLOAT_COMPARE: return thumb_float_operation(row->id, row->shape, arm, insn);
    case SHAPE_FLOAT_MOVE: return thumb_float_move(arm, insn);
    case SHAPE_FLOAT_STATUS: return thumb_status(arm, insn);
    case SHAPE_SINGLE: return thumb_single(row->id, arm, insn);
    case SHAPE_DOUBLE: return thumb_double(arm, insn);
    case SHAPE_FLOAT_SINGLE: return thumb_float_single(arm, insn);
    case SHAPE_LIST: return thumb_list(row->id, false, arm, insn);
    case SHAPE_STACK: return thumb_list(row->id, true, arm, insn);
    case SHAPE_BRANCH: return branch_decode(row->id, arm, insn);
    case SHAPE_NOTHING: return true;
    }
    return false;
}

/* Capstone's handle, one for the whole run; it keeps no state between instructions. */
static csh handle_get(void)
{
    static csh handle;
    if (handle == 0 &&
        (cs_open(CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_MCLASS | CS_MODE_V8, &handle) != CS_ERR_OK ||
         cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK))
        handle = 0;
    return handle;
}

/* Whether the program counter is used in no other way than the walk follows: literals and addresses
   relative to it have been decoded without reading it, and only a jump writes it. */
static bool counter_followed(const struct insn *insn)
{
    bool read = (insn->reads >> REGISTER_PC & 1) != 0;
    bool written = (insn->writes >> REGISTER_PC & 1) != 0;
    return !read && (!written || insn->flow == FLOW_REGISTER);
}

/* Decodes what capstone has disassembled. */
static bool row_decode(const struct row *row, const cs_insn *raw, const uint8_t *bytes,
                       struct insn *insn)
{
    const cs_arm *arm = &raw->detail->arm;
    insn->class = row->class;
    if (!thumb_bits_fixed(row->id, bytes, insn->size))
        return false;
    if (thumb_adr(bytes, insn->size, insn))
        return true;
    if (!shape_decode(row, arm, insn) || !counter_followed(insn))
        return false;
    if ((row->shape == SHAPE_LIST || row->shape == SHAPE_STACK) && !thumb_list_fits(bytes, insn))
        return false;
    if (thumb_sets_flags(bytes, insn->size))
        thumb_flags(row->id, arm, insn);
    return true;
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
    const uint8_t *begin = bytes; /* cs_disasm_iter advances `bytes` */
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
    bool known;
    if (insn->size == 4 && thumb_packed(thumb_bits(begin, 4), insn, &known))
        return known;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].id == raw->id)
            return row_decode(&rows[i], raw, begin, insn);
    return false;
}
