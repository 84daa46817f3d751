/* The compressed RISC-V instructions, each as the 32-bit instruction that it stands for. A function
   here returns 0 for an instruction that is reserved or not supported. */
#include "wcet/decode/riscv.h"

static uint32_t make_i(uint32_t opcode, unsigned f3, unsigned rd, unsigned rs1, uint32_t imm)
{
    return (imm & 0xFFF) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | opcode;
}

static uint32_t make_s(uint32_t opcode, unsigned f3, unsigned rs1, unsigned rs2, uint32_t imm)
{
    return riscv_bits(imm, 11, 5) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 |
           riscv_bits(imm, 4, 0) << 7 | opcode;
}

static uint32_t make_r(unsigned f7, unsigned f3, unsigned rd, unsigned rs1, unsigned rs2)
{
    return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x33;
}

static uint32_t make_j(unsigned rd, uint32_t imm)
{
    return riscv_bits(imm, 20, 20) << 31 | riscv_bits(imm, 10, 1) << 21 |
           riscv_bits(imm, 11, 11) << 20 | riscv_bits(imm, 19, 12) << 12 | rd << 7 | 0x6F;
}

static uint32_t make_b(unsigned f3, unsigned rs1, uint32_t imm)
{
    return riscv_bits(imm, 12, 12) << 31 | riscv_bits(imm, 10, 5) << 25 | rs1 << 15 | f3 << 12 |
           riscv_bits(imm, 4, 1) << 8 | riscv_bits(imm, 11, 11) << 7 | 0x63;
}

static unsigned short_register(uint32_t h, unsigned low) { return 8 + riscv_bits(h, low + 2, low); }

static uint32_t expand_0(uint32_t h)
{
    unsigned rd = short_register(h, 2), rs1 = short_register(h, 7);
    uint32_t word =
        riscv_bits(h, 12, 10) << 3 | riscv_bits(h, 6, 6) << 2 | riscv_bits(h, 5, 5) << 6;
    uint32_t frame = riscv_bits(h, 12, 11) << 4 | riscv_bits(h, 10, 7) << 6 |
                     riscv_bits(h, 6, 6) << 2 | riscv_bits(h, 5, 5) << 3;
    switch (riscv_bits(h, 15, 13)) {
    case 0: return frame == 0 ? 0 : make_i(0x13, 0, rd, RISCV_SP, frame);
    case 2: return make_i(0x03, 2, rd, rs1, word);
    case 3: return make_i(0x07, 2, rd, rs1, word);
    case 6: return make_s(0x23, 2, rs1, rd, word);
    case 7: return make_s(0x27, 2, rs1, rd, word);
    default: return 0;
    }
}

static uint32_t expand_alu(uint32_t h)
{
    unsigned rd = short_register(h, 7), rs2 = short_register(h, 2);
    uint32_t imm = (uint32_t)riscv_sign_extend(riscv_bits(h, 12, 12) << 5 | riscv_bits(h, 6, 2), 6);
    static const unsigned f7[] = {0x20, 0, 0, 0}, f3[] = {0, 4, 6, 7}; /* sub xor or and */
    switch (riscv_bits(h, 11, 10)) {
    case 0: return riscv_bits(h, 12, 12) != 0 ? 0 : make_i(0x13, 5, rd, rd, imm & 31);
    case 1: return riscv_bits(h, 12, 12) != 0 ? 0 : make_i(0x13, 5, rd, rd, 0x400 | (imm & 31));
    case 2: return make_i(0x13, 7, rd, rd, imm);
    default:
        return riscv_bits(h, 12, 12) != 0
                   ? 0
                   : make_r(f7[riscv_bits(h, 6, 5)], f3[riscv_bits(h, 6, 5)], rd, rd, rs2);
    }
}

static uint32_t expand_1(uint32_t h)
{
    unsigned rd = riscv_bits(h, 11, 7);
    uint32_t imm = (uint32_t)riscv_sign_extend(riscv_bits(h, 12, 12) << 5 | riscv_bits(h, 6, 2), 6);
    uint32_t jump = (uint32_t)riscv_sign_extend(
        riscv_bits(h, 12, 12) << 11 | riscv_bits(h, 11, 11) << 4 | riscv_bits(h, 10, 9) << 8 |
            riscv_bits(h, 8, 8) << 10 | riscv_bits(h, 7, 7) << 6 | riscv_bits(h, 6, 6) << 7 |
            riscv_bits(h, 5, 3) << 1 | riscv_bits(h, 2, 2) << 5,
        12);
    uint32_t branch = (uint32_t)riscv_sign_extend(
        riscv_bits(h, 12, 12) << 8 | riscv_bits(h, 11, 10) << 3 | riscv_bits(h, 6, 5) << 6 |
            riscv_bits(h, 4, 3) << 1 | riscv_bits(h, 2, 2) << 5,
        9);
    uint32_t frame = (uint32_t)riscv_sign_extend(
        riscv_bits(h, 12, 12) << 9 | riscv_bits(h, 6, 6) << 4 | riscv_bits(h, 5, 5) << 6 |
            riscv_bits(h, 4, 3) << 7 | riscv_bits(h, 2, 2) << 5,
        10);
    switch (riscv_bits(h, 15, 13)) {
    case 0: return make_i(0x13, 0, rd, rd, imm);
    case 1: return make_j(RISCV_RA, jump);
    case 2: return make_i(0x13, 0, rd, 0, imm);
    case 3:
        if (rd == RISCV_SP)
            return frame == 0 ? 0 : make_i(0x13, 0, RISCV_SP, RISCV_SP, frame);
        return imm == 0 ? 0 : imm << 12 | rd << 7 | 0x37;
    case 4: return expand_alu(h);
    case 5: return make_j(0, jump);
    case 6: return make_b(0, short_register(h, 7), branch);
    default: return make_b(1, short_register(h, 7), branch);
    }
}

static uint32_t expand_register(uint32_t h)
{
    unsigned rd = riscv_bits(h, 11, 7), rs2 = riscv_bits(h, 6, 2);
    if (riscv_bits(h, 12, 12) == 0)
        return rs2 != 0 ? make_r(0, 0, rd, 0, rs2) : rd == 0 ? 0 : make_i(0x67, 0, 0, rd, 0);
    if (rs2 != 0)
        return make_r(0, 0, rd, rd, rs2);
    return rd == 0 ? 0 : make_i(0x67, 0, RISCV_RA, rd, 0); /* 0: ebreak */
}

static uint32_t expand_2(uint32_t h)
{
    unsigned rd = riscv_bits(h, 11, 7), rs2 = riscv_bits(h, 6, 2);
    uint32_t load =
        riscv_bits(h, 12, 12) << 5 | riscv_bits(h, 6, 4) << 2 | riscv_bits(h, 3, 2) << 6;
    uint32_t store = riscv_bits(h, 12, 9) << 2 | riscv_bits(h, 8, 7) << 6;
    switch (riscv_bits(h, 15, 13)) {
    case 0: return riscv_bits(h, 12, 12) != 0 ? 0 : make_i(0x13, 1, rd, rd, riscv_bits(h, 6, 2));
    case 2: return rd == 0 ? 0 : make_i(0x03, 2, rd, RISCV_SP, load);
    case 3: return make_i(0x07, 2, rd, RISCV_SP, load);
    case 4: return expand_register(h);
    case 6: return make_s(0x23, 2, RISCV_SP, rs2, store);
    case 7: return make_s(0x27, 2, RISCV_SP, rs2, store);
    default: return 0;
    }
}

uint32_t riscv_expand(uint32_t half)
{
    uint32_t (*const quadrants[])(uint32_t) = {expand_0, expand_1, expand_2};
    return quadrants[half & 3](half);
}
