/* The parts of decode_riscv: fields of an instruction, and the expansion of compressed instructions
   (riscv_expand.c). */
#ifndef WCET_RISCV_H
#define WCET_RISCV_H

#include <stdint.h>

enum { RISCV_RA = 1, RISCV_SP = 2 };

/* Bits high to low of a word, moved to bit 0. */
static inline uint32_t riscv_bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((UINT32_C(2) << (high - low)) - 1);
}

static inline int32_t riscv_sign_extend(uint32_t value, unsigned width)
{
    uint32_t sign = UINT32_C(1) << (width - 1);
    return (int32_t)((value ^ sign) - sign);
}

/* The 32-bit instruction that a compressed one stands for, or 0 if it is unknown. */
uint32_t riscv_expand(uint32_t half);

#endif
