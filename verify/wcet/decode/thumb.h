/* The parts of decode_thumb: registers and operands of an instruction as capstone gives them
   (thumb_operands.c), what arithmetic does with them (thumb_arithmetic.c) and what loads and stores
   do (thumb_memory.c), bits that capstone does not look at (thumb_bits.c), and the instructions of
   the DSP extension (thumb_packed.c). A decoder returns false for operands that it does not expect;
   then the instruction is unknown. */
#ifndef WCET_THUMB_H
#define WCET_THUMB_H

#include "wcet/decode/insn.h"

#include <capstone/capstone.h>

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

/* --- registers and operands --- */

/* The number of an integer register, 0 to 15, or NO_REGISTER. */
unsigned thumb_integer(int reg);
/* The mask of a register, or 0 for one that an M-profile core does not have. */
uint64_t thumb_register_bits(int reg);
/* The number of the bit that stands for a float register s0 to s31. */
unsigned thumb_float(int reg);
bool thumb_is_float(int reg);
unsigned thumb_bits_count(uint64_t bits);
/* The mask of all registers from operand `first` on; false if an operand is not as expected. */
bool thumb_operands_bits(const cs_arm *arm, unsigned first, uint64_t *bits);
/* Whether the operand is a register without shift, or one shifted left by a constant. */
bool thumb_is_plain(const cs_arm_op *op);
bool thumb_is_shifted_left(const cs_arm_op *op);

/* --- arithmetic and moves --- */

bool thumb_alu(unsigned id, const cs_arm *arm, struct insn *insn);
/* Notes how an instruction sets the flags. */
void thumb_flags(unsigned id, const cs_arm *arm, struct insn *insn);
bool thumb_long(const cs_arm *arm, struct insn *insn);
bool thumb_float_operation(unsigned id, enum shape shape, const cs_arm *arm, struct insn *insn);
/* VMOV between float registers, of an immediate, from and to one or two integer registers. */
bool thumb_float_move(const cs_arm *arm, struct insn *insn);
bool thumb_status(const cs_arm *arm, struct insn *insn);

/* --- bits that capstone does not look at (thumb_bits.c) --- */

/* The bits of an instruction; the first half word of a wide one is the upper half. */
uint32_t thumb_bits(const uint8_t *bytes, unsigned size);
/* Whether the fixed bits of an instruction are as they must be. */
bool thumb_bits_fixed(unsigned id, const uint8_t *bytes, unsigned size);
/* Whether a list of float registers has as many words as its bits say (capstone cuts off a list
   that goes beyond the last register), and a wide list of others two at least. */
bool thumb_list_fits(const uint8_t *bytes, const struct insn *insn);
/* Decodes an address relative to the program counter; returns false for another instruction. */
bool thumb_adr(const uint8_t *bytes, unsigned size, struct insn *insn);

/* --- the DSP extension (thumb_packed.c) --- */

/* Decodes a wide instruction of the DSP extension; returns false for another one. *known says
   whether its registers are such that the manual defines what it does. */
bool thumb_packed(uint32_t bits, struct insn *insn, bool *known);

/* --- loads and stores --- */

bool thumb_single(unsigned id, const cs_arm *arm, struct insn *insn);
bool thumb_double(const cs_arm *arm, struct insn *insn);
bool thumb_float_single(const cs_arm *arm, struct insn *insn);
bool thumb_list(unsigned id, bool stack, const cs_arm *arm, struct insn *insn);

#endif
