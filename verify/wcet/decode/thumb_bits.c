/* What the bits of a Thumb instruction must be where capstone does not look (ARMv7-M Architecture
   Reference Manual, A5 and A7). Bits that the manual writes in parentheses are fixed: with others
   the instruction does something unpredictable, or is one of a later architecture. */
#include "wcet/decode/thumb.h"

/* In instructions whose bits under `mask` are `bits`, those of `zero` must be 0. */
struct fixed {
    uint32_t mask, bits, zero;
};

static const struct fixed wide[] = {
    {0xFE000000, 0xEA000000, 0x00008000}, /* arithmetic with a shifted register */
    {0xFB008000, 0xF3000000, 0x04000020}, /* bit fields and saturation */
    {0xFF80F080, 0xFA00F080, 0x00000040}, /* extension of bytes and half words */
    {0xFFE00F10, 0xEE000A10, 0x0000006F}, /* VMOV from or to one register */
    {0xFFB00F50, 0xEEB00A00, 0x000000A0}, /* VMOV of an immediate */
    {0xFFBF0F50, 0xEEB50A40, 0x0000002F}, /* VCMP with zero */
};

static const struct fixed narrow[] = {
    {0xFF00, 0x4700, 0x0007}, /* BX and BLX */
};

uint32_t thumb_bits(const uint8_t *bytes, unsigned size)
{
    uint32_t first = bytes[0] | (uint32_t)bytes[1] << 8;
    return size < 4 ? first : first << 16 | bytes[2] | (uint32_t)bytes[3] << 8;
}

/* The lowest bit of a bit field. */
static uint32_t field_low(uint32_t bits) { return (bits >> 10 & 0x1C) | (bits >> 6 & 3); }

bool thumb_bits_fixed(unsigned id, const uint8_t *bytes, unsigned size)
{
    const struct fixed *rows = size < 4 ? narrow : wide;
    size_t n = size < 4 ? sizeof(narrow) / sizeof(narrow[0]) : sizeof(wide) / sizeof(wide[0]);
    uint32_t bits = thumb_bits(bytes, size);
    for (size_t i = 0; i < n; i++)
        if ((bits & rows[i].mask) == rows[i].bits && (bits & rows[i].zero) != 0)
            return false;
    switch (id) {
    case ARM_INS_NOP: return bits == 0xBF00 || bits == 0xF3AF8000;
    case ARM_INS_VMRS:
    case ARM_INS_VMSR: return (bits & 0xFFEF0FFF) == 0xEEE10A10; /* of FPSCR, not of another */
    case ARM_INS_CLZ:
    case ARM_INS_RBIT:
    case ARM_INS_REV:
    case ARM_INS_REV16:
    case ARM_INS_REVSH: return size < 4 || (bits >> 16 & 15) == (bits & 15);
    case ARM_INS_BFC:
    case ARM_INS_BFI: return (bits & 31) >= field_low(bits);
    case ARM_INS_SBFX:
    case ARM_INS_UBFX: return (bits & 31) + field_low(bits) < 32;
    default: return true;
    }
}

bool thumb_list_fits(const uint8_t *bytes, const struct insn *insn)
{
    bool floats =
        insn->class == CLASS_FLOAT_LOAD_MULTIPLE || insn->class == CLASS_FLOAT_STORE_MULTIPLE;
    if (insn->size < 4)
        return true;
    return floats ? insn->registers == bytes[2] : (bytes[1] & 0xFE) != 0xE8 || insn->registers > 1;
}

bool thumb_adr(const uint8_t *bytes, unsigned size, struct insn *insn)
{
    uint32_t bits = thumb_bits(bytes, size);
    uint32_t distance = (bits >> 15 & 0x800) | (bits >> 4 & 0x700) | (bits & 0xFF);
    uint64_t base = (insn->address & ~UINT64_C(3)) + 4;
    if (size < 4 && (bits & 0xF800) == 0xA000) {
        insn->rd = bits >> 8 & 7;
        insn->imm = (int64_t)(base + 4 * (uint64_t)(bits & 0xFF));
    } else if (size == 4 &&
               ((bits & 0xFBFF8000) == 0xF20F0000 || (bits & 0xFBFF8000) == 0xF2AF0000)) {
        insn->rd = bits >> 8 & 15;
        insn->imm = (int64_t)base + ((bits & 0x00A00000) == 0 ? 1 : -1) * (int64_t)distance;
    } else {
        return false;
    }
    insn->class = CLASS_ALU;
    insn->effect = EFFECT_CONSTANT;
    insn->relative = true;
    insn->reads = 0;
    insn->writes = UINT64_C(1) << insn->rd;
    return insn->rd < REGISTER_SP;
}
