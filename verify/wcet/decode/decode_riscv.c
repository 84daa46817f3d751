/* The decoder of RV32IMAFC instructions, without atomic and system instructions. It is written by
   hand, because capstone 4 does not decode all compressed float instructions. A compressed
   instruction is expanded first (riscv_expand.c) and decoded, and printed, as its expansion. All
   other instructions are unknown. */
#include "wcet/decode/insn.h"
#include "wcet/decode/riscv.h"

#include <stdio.h>

static const char *const integer_names[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                              "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                              "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                              "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

/* --- the fields of a 32-bit instruction ------------------------------------------------------- */

static unsigned field_rd(uint32_t w) { return riscv_bits(w, 11, 7); }
static unsigned field_rs1(uint32_t w) { return riscv_bits(w, 19, 15); }
static unsigned field_rs2(uint32_t w) { return riscv_bits(w, 24, 20); }
static unsigned field_funct3(uint32_t w) { return riscv_bits(w, 14, 12); }
static unsigned field_funct7(uint32_t w) { return riscv_bits(w, 31, 25); }
static int32_t immediate_i(uint32_t w) { return riscv_sign_extend(riscv_bits(w, 31, 20), 12); }
static int32_t immediate_s(uint32_t w)
{
    return riscv_sign_extend(riscv_bits(w, 31, 25) << 5 | riscv_bits(w, 11, 7), 12);
}
static int32_t immediate_b(uint32_t w)
{
    return riscv_sign_extend(riscv_bits(w, 31, 31) << 12 | riscv_bits(w, 7, 7) << 11 |
                                 riscv_bits(w, 30, 25) << 5 | riscv_bits(w, 11, 8) << 1,
                             13);
}
static int32_t immediate_j(uint32_t w)
{
    return riscv_sign_extend(riscv_bits(w, 31, 31) << 20 | riscv_bits(w, 19, 12) << 12 |
                                 riscv_bits(w, 20, 20) << 11 | riscv_bits(w, 30, 21) << 1,
                             21);
}

static uint64_t integer_bit(unsigned r) { return r == 0 ? 0 : UINT64_C(1) << r; }
static uint64_t float_bit(unsigned r) { return UINT64_C(1) << (FIRST_FLOAT + r); }

/* --- classes ---------------------------------------------------------------------------------- */

static bool op_decode(uint32_t w, struct insn *insn)
{
    static const char *const plain[] = {"add", "sll", "slt", "sltu", "xor", "srl", "or", "and"};
    static const char *const product[] = {"mul", "mulh", "mulhsu", "mulhu",
                                          "div", "divu", "rem",    "remu"};
    unsigned f3 = field_funct3(w), f7 = field_funct7(w);
    const char *name = plain[f3];
    if (f7 == 1) {
        name = product[f3];
        insn->class = f3 >= 4 ? CLASS_DIVIDE : CLASS_MULTIPLY;
    } else if (f7 == 0x20 && (f3 == 0 || f3 == 5)) {
        name = f3 == 0 ? "sub" : "sra";
    } else if (f7 != 0) {
        return false;
    }
    insn->reads = integer_bit(field_rs1(w)) | integer_bit(field_rs2(w));
    insn->writes = integer_bit(field_rd(w));
    if (((f7 == 0 || f7 == 0x20) && f3 == 0) || (f7 == 0 && f3 == 7)) {
        insn->effect = f3 == 7   ? EFFECT_AND_REGISTER
                       : f7 == 0 ? EFFECT_ADD_REGISTER
                                 : EFFECT_SUBTRACT_REGISTER;
        insn->rd = field_rd(w);
        insn->rn = field_rs1(w);
        insn->rm = field_rs2(w);
    }
    snprintf(insn->text, sizeof(insn->text), "%s %s, %s, %s", name, integer_names[field_rd(w)],
             integer_names[field_rs1(w)], integer_names[field_rs2(w)]);
    return true;
}

static bool op_immediate_decode(uint32_t w, struct insn *insn)
{
    static const char *const names[] = {"addi", "slli", "slti", "sltiu",
                                        "xori", "srli", "ori",  "andi"};
    unsigned f3 = field_funct3(w), f7 = field_funct7(w);
    const char *name = f3 == 5 && f7 == 0x20 ? "srai" : names[f3];
    int32_t imm = immediate_i(w);
    if ((f3 == 1 && f7 != 0) || (f3 == 5 && f7 != 0 && f7 != 0x20))
        return false;
    if (f3 == 1 || f3 == 5)
        imm &= 31;
    insn->reads = integer_bit(field_rs1(w));
    insn->writes = integer_bit(field_rd(w));
    insn->rd = field_rd(w);
    insn->rn = field_rs1(w);
    insn->imm = imm;
    if (f3 == 0) {
        insn->effect = EFFECT_ADD;
        insn->constant = insn->rn == 0;
        if (insn->rd == 0)
            insn->class = CLASS_NOP;
    } else if (f3 == 1 || f3 == 7 || f3 == 5) {
        insn->effect = f3 == 1   ? EFFECT_SHIFT_LEFT
                       : f3 == 7 ? EFFECT_MASK
                       : f7 == 0 ? EFFECT_SHIFT_RIGHT
                                 : EFFECT_SHIFT_SIGNED;
    }
    snprintf(insn->text, sizeof(insn->text), "%s %s, %s, %d", name, integer_names[field_rd(w)],
             integer_names[field_rs1(w)], imm);
    return true;
}

static bool load_decode(uint32_t w, struct insn *insn)
{
    static const char *const names[] = {"lb", "lh", "lw", NULL, "lbu", "lhu", NULL, NULL};
    bool is_float = riscv_bits(w, 6, 0) == 0x07;
    unsigned f3 = field_funct3(w);
    const char *name = is_float ? (f3 == 2 ? "flw" : NULL) : names[f3];
    if (name == NULL)
        return false;
    insn->class = is_float ? CLASS_FLOAT_LOAD : f3 == 2 ? CLASS_LOAD : CLASS_LOAD_NARROW;
    insn->align = 1U << (f3 & 3);
    insn->effect = EFFECT_MEMORY;
    insn->load = true;
    insn->rn = field_rs1(w);
    insn->slot = immediate_i(w);
    insn->list = is_float || f3 != 2 ? 0 : (uint32_t)integer_bit(field_rd(w));
    insn->address_reads = insn->reads = integer_bit(insn->rn);
    insn->writes = is_float ? float_bit(field_rd(w)) : integer_bit(field_rd(w));
    if (is_float)
        snprintf(insn->text, sizeof(insn->text), "flw f%u, %d(%s)", field_rd(w), immediate_i(w),
                 integer_names[insn->rn]);
    else
        snprintf(insn->text, sizeof(insn->text), "%s %s, %d(%s)", name, integer_names[field_rd(w)],
                 immediate_i(w), integer_names[insn->rn]);
    return true;
}

static bool store_decode(uint32_t w, struct insn *insn)
{
    static const char *const names[] = {"sb", "sh", "sw"};
    bool is_float = riscv_bits(w, 6, 0) == 0x27;
    unsigned f3 = field_funct3(w), source = field_rs2(w);
    if (f3 > 2 || (is_float && f3 != 2))
        return false;
    insn->class = is_float ? CLASS_FLOAT_STORE : CLASS_STORE;
    insn->stored = insn->align = 1U << f3;
    insn->effect = EFFECT_MEMORY;
    insn->rn = field_rs1(w);
    insn->slot = immediate_s(w);
    insn->list = is_float || f3 != 2 ? 0 : UINT32_C(1) << source;
    insn->address_reads = integer_bit(insn->rn);
    insn->reads = insn->address_reads | (is_float ? float_bit(source) : integer_bit(source));
    if (is_float)
        snprintf(insn->text, sizeof(insn->text), "fsw f%u, %d(%s)", source, immediate_s(w),
                 integer_names[insn->rn]);
    else
        snprintf(insn->text, sizeof(insn->text), "%s %s, %d(%s)", names[f3], integer_names[source],
                 immediate_s(w), integer_names[insn->rn]);
    return true;
}

static bool upper_decode(uint32_t w, struct insn *insn)
{
    bool relative = riscv_bits(w, 6, 0) == 0x17;
    uint32_t upper = w & 0xFFFFF000;
    insn->effect = EFFECT_CONSTANT;
    insn->constant = true;
    insn->relative = relative;
    insn->rd = field_rd(w);
    insn->imm = (int64_t)((upper + (relative ? insn->address : 0)) & 0xFFFFFFFF);
    insn->writes = integer_bit(insn->rd);
    snprintf(insn->text, sizeof(insn->text), "%s %s, 0x%x", relative ? "auipc" : "lui",
             integer_names[insn->rd], upper >> 12);
    return true;
}

static bool jump_decode(uint32_t w, struct insn *insn)
{
    unsigned rd = field_rd(w);
    insn->target = (insn->address + (uint64_t)(int64_t)immediate_j(w)) & 0xFFFFFFFF;
    insn->flow = rd == 0 ? FLOW_JUMP : FLOW_CALL;
    insn->class = rd == 0 ? CLASS_JUMP : CLASS_CALL;
    insn->writes = integer_bit(rd);
    snprintf(insn->text, sizeof(insn->text), "jal %s, 0x%llx", integer_names[rd],
             (unsigned long long)insn->target);
    return rd == 0 || rd == RISCV_RA;
}

static bool jump_register_decode(uint32_t w, struct insn *insn)
{
    unsigned rd = field_rd(w);
    insn->rd = field_rs1(w);
    insn->imm = immediate_i(w);
    insn->reads = integer_bit(insn->rd);
    insn->writes = integer_bit(rd);
    insn->flow = rd == 0 ? FLOW_REGISTER : FLOW_CALL_REGISTER;
    insn->class = rd == 0 ? (insn->rd == RISCV_RA ? CLASS_RETURN : CLASS_JUMP) : CLASS_CALL;
    snprintf(insn->text, sizeof(insn->text), "jalr %s, %d(%s)", integer_names[rd], immediate_i(w),
             integer_names[insn->rd]);
    return field_funct3(w) == 0 && (rd == 0 || rd == RISCV_RA);
}

static bool branch_decode(uint32_t w, struct insn *insn)
{
    static const char *const names[] = {"beq", "bne", NULL, NULL, "blt", "bge", "bltu", "bgeu"};
    static const enum condition conditions[] = {IF_EQUAL,    IF_NOT_EQUAL, IF_EQUAL,
                                                IF_EQUAL,    IF_LESS,      IF_GREATER_OR_EQUAL,
                                                IF_NO_CARRY, IF_CARRY};
    const char *name = names[field_funct3(w)];
    if (name == NULL)
        return false;
    insn->class = CLASS_BRANCH;
    insn->flow = FLOW_CONDITIONAL;
    insn->condition = conditions[field_funct3(w)];
    insn->flags = FLAGS_SUBTRACT;
    insn->left = field_rs1(w);
    insn->right = field_rs2(w);
    insn->reads = integer_bit(insn->left) | integer_bit(insn->right);
    insn->target = (insn->address + (uint64_t)(int64_t)immediate_b(w)) & 0xFFFFFFFF;
    snprintf(insn->text, sizeof(insn->text), "%s %s, %s, 0x%llx", name, integer_names[field_rs1(w)],
             integer_names[field_rs2(w)], (unsigned long long)insn->target);
    return true;
}

/* Whether the number is a mode of rounding: one of five, or 7, the one that fcsr holds. */
static bool is_rounding(unsigned mode) { return mode <= 4 || mode == 7; }

static bool fused_decode(uint32_t w, struct insn *insn)
{
    static const char *const names[] = {"fmadd.s", "fmsub.s", "fnmsub.s", "fnmadd.s"};
    unsigned rs3 = riscv_bits(w, 31, 27);
    if (riscv_bits(w, 26, 25) != 0 || !is_rounding(field_funct3(w)))
        return false; /* a double, or no mode of rounding */
    insn->class = CLASS_FLOAT_MULTIPLY_ADD;
    insn->factors = float_bit(field_rs1(w)) | float_bit(field_rs2(w));
    insn->sign_mask = 0x08; /* fmadd and fnmsub, fmsub and fnmadd */
    insn->addend = float_bit(rs3);
    insn->addend_mask = 0x04; /* fmadd and fmsub, fnmsub and fnmadd */
    insn->reads = float_bit(field_rs1(w)) | float_bit(field_rs2(w)) | float_bit(rs3);
    insn->writes = float_bit(field_rd(w));
    snprintf(insn->text, sizeof(insn->text), "%s f%u, f%u, f%u, f%u", names[riscv_bits(w, 3, 2)],
             field_rd(w), field_rs1(w), field_rs2(w), rs3);
    return true;
}

/* One row for each operation on floats. ROUNDING: funct3 is the mode of rounding, otherwise it is
   part of the operation. TWO: rs2 is a register, otherwise it is part of the operation. */
enum { ROUNDING = 8, TWO = 32 };

struct float_row {
    unsigned funct7, funct3, rs2;
    enum insn_class class;
    const char *name;
    bool from_integer, to_integer;
};

static const struct float_row float_rows[] = {
    {0x00, ROUNDING, TWO, CLASS_FLOAT_ADD, "fadd.s", false, false},
    {0x04, ROUNDING, TWO, CLASS_FLOAT_ADD, "fsub.s", false, false},
    {0x08, ROUNDING, TWO, CLASS_FLOAT_MULTIPLY, "fmul.s", false, false},
    {0x0C, ROUNDING, TWO, CLASS_FLOAT_DIVIDE, "fdiv.s", false, false},
    {0x2C, ROUNDING, 0, CLASS_FLOAT_ROOT, "fsqrt.s", false, false},
    {0x10, 0, TWO, CLASS_FLOAT_SIGN, "fsgnj.s", false, false},
    {0x10, 1, TWO, CLASS_FLOAT_SIGN, "fsgnjn.s", false, false},
    {0x10, 2, TWO, CLASS_FLOAT_SIGN, "fsgnjx.s", false, false},
    {0x14, 0, TWO, CLASS_FLOAT_SIGN, "fmin.s", false, false},
    {0x14, 1, TWO, CLASS_FLOAT_SIGN, "fmax.s", false, false},
    {0x50, 0, TWO, CLASS_FLOAT_COMPARE, "fle.s", false, true},
    {0x50, 1, TWO, CLASS_FLOAT_COMPARE, "flt.s", false, true},
    {0x50, 2, TWO, CLASS_FLOAT_COMPARE, "feq.s", false, true},
    {0x60, ROUNDING, 0, CLASS_FLOAT_CONVERT, "fcvt.w.s", false, true},
    {0x60, ROUNDING, 1, CLASS_FLOAT_CONVERT, "fcvt.wu.s", false, true},
    {0x68, ROUNDING, 0, CLASS_FLOAT_CONVERT, "fcvt.s.w", true, false},
    {0x68, ROUNDING, 1, CLASS_FLOAT_CONVERT, "fcvt.s.wu", true, false},
    {0x70, 0, 0, CLASS_FLOAT_TRANSFER, "fmv.x.w", false, true},
    {0x70, 1, 0, CLASS_FLOAT_TRANSFER, "fclass.s", false, true},
    {0x78, 0, 0, CLASS_FLOAT_TRANSFER, "fmv.w.x", true, false},
};

static bool row_fits(const struct float_row *row, uint32_t w)
{
    unsigned f3 = field_funct3(w);
    return row->funct7 == field_funct7(w) &&
           (row->funct3 == ROUNDING ? is_rounding(f3) : row->funct3 == f3) &&
           (row->rs2 == TWO || row->rs2 == field_rs2(w));
}

static bool float_decode(uint32_t w, struct insn *insn)
{
    const struct float_row *row = NULL;
    for (size_t i = 0; i < sizeof(float_rows) / sizeof(float_rows[0]); i++)
        if (row_fits(&float_rows[i], w))
            row = &float_rows[i];
    if (row == NULL)
        return false;
    unsigned rd = field_rd(w), rs1 = field_rs1(w), rs2 = field_rs2(w);
    insn->class = row->class;
    insn->first = FIRST_FLOAT + rs1;
    insn->second = FIRST_FLOAT + rs2;
    insn->subtracts = row->funct7 == 0x04;
    insn->reads = row->from_integer ? integer_bit(rs1) : float_bit(rs1);
    insn->reads |= row->rs2 == TWO ? float_bit(rs2) : 0;
    insn->writes = row->to_integer ? integer_bit(rd) : float_bit(rd);
    char second[8] = "";
    if (row->rs2 == TWO)
        snprintf(second, sizeof(second), ", f%u", rs2);
    snprintf(insn->text, sizeof(insn->text), "%s %s%u, %s%u%s", row->name,
             row->to_integer ? "x" : "f", rd, row->from_integer ? "x" : "f", rs1, second);
    return true;
}

static bool word_decode(uint32_t w, struct insn *insn)
{
    insn->class = CLASS_ALU;
    switch (riscv_bits(w, 6, 0)) {
    case 0x37:
    case 0x17: return upper_decode(w, insn);
    case 0x6F: return jump_decode(w, insn);
    case 0x67: return jump_register_decode(w, insn);
    case 0x63: return branch_decode(w, insn);
    case 0x03:
    case 0x07: return load_decode(w, insn);
    case 0x23:
    case 0x27: return store_decode(w, insn);
    case 0x13: return op_immediate_decode(w, insn);
    case 0x33: return op_decode(w, insn);
    case 0x43:
    case 0x47:
    case 0x4B:
    case 0x4F: return fused_decode(w, insn);
    case 0x53: return float_decode(w, insn);
    default: return false;
    }
}

bool decode_riscv(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn)
{
    *insn = (struct insn){.address = address, .rd = NO_REGISTER, .rn = NO_REGISTER};
    snprintf(insn->text, sizeof(insn->text), "?");
    if (available < 2)
        return false;
    uint32_t half = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    if ((half & 3) == 3) {
        insn->size = 4;
        return available >= 4 && (half & 0x1F) != 0x1F &&
               word_decode(half | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24, insn);
    }
    uint32_t word = riscv_expand(half);
    insn->size = 2;
    return word != 0 && word_decode(word, insn);
}
