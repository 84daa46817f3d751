/* The instructions of ARM's DSP extension, which a Cortex-M4, M7 and M33 have and a Cortex-M3 has
   not: products of half words, sums of packed bytes and half words (ARMv7-M Architecture Reference
   Manual, A5.3.11 to A5.3.17). They are decoded by hand, because their time depends on no operand
   and every bit is looked at; capstone only prints them. */
#include "wcet/decode/thumb.h"

/* Which registers an instruction names: Rn in bits 19 to 16, Rm in 3 to 0, Rd in 11 to 8, and in
   bits 15 to 12 an addend or the lower half of a result. */
enum fields {
    FIELDS_TWO,          /* Rd = Rn op Rm */
    FIELDS_ONE,          /* Rd = op Rn; bits 3 to 0 are a number */
    FIELDS_ADDEND,       /* Rd = Ra + Rn op Rm; without Ra where its number is 15 */
    FIELDS_NEEDS_ADDEND, /* the same, which always has an addend */
    FIELDS_EXTEND,       /* Rd = Rn + part of Rm; without Rn where its number is 15 */
    FIELDS_EXTEND_ADD,   /* the same, which always has Rn: without it it is an older instruction */
    FIELDS_LONG          /* two registers of a sum with 64 bits */
};

struct packed {
    uint32_t mask, bits;
    enum insn_class class;
    enum fields fields;
};

static const struct packed packed[] = {
    {0xFFF000C0, 0xFB100000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* SMLABB, SMULBB ... */
    {0xFFF000E0, 0xFB200000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* SMLAD, SMUAD */
    {0xFFF000E0, 0xFB300000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* SMLAWB, SMULWB */
    {0xFFF000E0, 0xFB400000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* SMLSD, SMUSD */
    {0xFFF000E0, 0xFB500000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* SMMLA, SMMUL */
    {0xFFF000E0, 0xFB600000, CLASS_PACKED_MULTIPLY, FIELDS_NEEDS_ADDEND}, /* SMMLS */
    {0xFFF000F0, 0xFB700000, CLASS_PACKED_MULTIPLY, FIELDS_ADDEND},       /* USADA8, USAD8 */
    {0xFFF000C0, 0xFBC00080, CLASS_PACKED_MULTIPLY, FIELDS_LONG},         /* SMLALBB ... */
    {0xFFF000E0, 0xFBC000C0, CLASS_PACKED_MULTIPLY, FIELDS_LONG},         /* SMLALD */
    {0xFFF000E0, 0xFBD000C0, CLASS_PACKED_MULTIPLY, FIELDS_LONG},         /* SMLSLD */
    {0xFFF000F0, 0xFBE00060, CLASS_PACKED_MULTIPLY, FIELDS_LONG},         /* UMAAL */
    {0xFFE0F0C0, 0xFA00F080, CLASS_PACKED, FIELDS_EXTEND_ADD},            /* SXTAH, UXTAH */
    {0xFFE0F0C0, 0xFA20F080, CLASS_PACKED, FIELDS_EXTEND},                /* SXTB16, SXTAB16 ... */
    {0xFFE0F0C0, 0xFA40F080, CLASS_PACKED, FIELDS_EXTEND_ADD},            /* SXTAB, UXTAB */
    {0xFFA0F0A0, 0xFA80F000, CLASS_PACKED, FIELDS_TWO}, /* SADD8, SADD16, QSUB8, USUB16 ... */
    {0xFFB0F0A0, 0xFAA0F000, CLASS_PACKED, FIELDS_TWO}, /* SASX, QASX, USAX ... */
    {0xFFA0F0B0, 0xFA80F020, CLASS_PACKED, FIELDS_TWO}, /* SHADD8, UHADD16 ... */
    {0xFFB0F0B0, 0xFAA0F020, CLASS_PACKED, FIELDS_TWO}, /* SHASX, UHSAX ... */
    {0xFFF0F0C0, 0xFA80F080, CLASS_PACKED, FIELDS_TWO}, /* QADD, QDADD, QSUB, QDSUB */
    {0xFFF0F0F0, 0xFAA0F080, CLASS_PACKED, FIELDS_TWO}, /* SEL */
    {0xFFF08010, 0xEAC00000, CLASS_PACKED, FIELDS_TWO}, /* PKHBT, PKHTB */
    {0xFF70F0F0, 0xF3200000, CLASS_PACKED, FIELDS_ONE}, /* SSAT16, USAT16 */
};

/* Adds a register to a mask. False for the stack pointer and the program counter, with which the
   manual leaves it open what happens. */
static bool take(uint64_t *mask, uint32_t reg)
{
    *mask |= UINT64_C(1) << reg;
    return reg != REGISTER_SP && reg != REGISTER_PC;
}

static bool registers_take(enum fields fields, uint32_t bits, struct insn *insn)
{
    const uint32_t n = bits >> 16 & 15, a = bits >> 12 & 15, d = bits >> 8 & 15, m = bits & 15;
    const bool none = n == REGISTER_PC, no_addend = a == REGISTER_PC;
    uint64_t *reads = &insn->reads;
    if (!take(&insn->writes, d))
        return false;
    switch (fields) {
    case FIELDS_TWO: return take(reads, n) && take(reads, m);
    case FIELDS_ONE: return take(reads, n);
    case FIELDS_NEEDS_ADDEND: return take(reads, n) && take(reads, m) && take(reads, a);
    case FIELDS_ADDEND: return take(reads, n) && take(reads, m) && (no_addend || take(reads, a));
    case FIELDS_EXTEND_ADD: return take(reads, n) && take(reads, m);
    case FIELDS_EXTEND: return (none || take(reads, n)) && take(reads, m);
    case FIELDS_LONG:
        return a != d && take(&insn->writes, a) && take(reads, n) && take(reads, m) &&
               take(reads, a) && take(reads, d);
    }
    return false;
}

bool thumb_packed(uint32_t bits, struct insn *insn, bool *known)
{
    for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
        const bool older = packed[i].fields == FIELDS_EXTEND_ADD && (bits >> 16 & 15) == 15;
        if ((bits & packed[i].mask) != packed[i].bits || older)
            continue;
        insn->class = packed[i].class;
        insn->by_flags = packed[i].class == CLASS_PACKED; /* SEL is */
        *known = registers_take(packed[i].fields, bits, insn);
        return true;
    }
    return false;
}
