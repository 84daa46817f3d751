/* The parts of decode_thumb: registers and operands of an instruction as capstone gives them
   (thumb_operands.c), what arithmetic does with them (thumb_arithmetic.c) and what loads and stores
   do (thumb_memory.c). A decoder returns false for operands that it does not expect; the
   instruction is unknown then. */
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

/* 0-15 for r0-r15, NO_REGISTER for all else. */
unsigned thumb_integer(int reg);
/* Bits of a register, and 0 for one that an M-profile core does not have. */
uint64_t thumb_register_bits(int reg);
/* Of s0-s31: the number of its bit. */
unsigned thumb_float(int reg);
bool thumb_is_float(int reg);
unsigned thumb_bits_count(uint64_t bits);
/* All registers of operands first.. as a mask; false if one is strange. */
bool thumb_operands_bits(const cs_arm *arm, unsigned first, uint64_t *bits);
/* A register as it is; one shifted left by a constant. */
bool thumb_is_plain(const cs_arm_op *op);
bool thumb_is_shifted_left(const cs_arm_op *op);

/* --- arithmetic and moves --- */

bool thumb_alu(unsigned id, const cs_arm *arm, struct insn *insn);
/* What the flags say behind an instruction that sets them. */
void thumb_flags(unsigned id, const cs_arm *arm, struct insn *insn);
bool thumb_long(const cs_arm *arm, struct insn *insn);
bool thumb_float_operation(unsigned id, enum shape shape, const cs_arm *arm, struct insn *insn);
/* VMOV between float registers, of an immediate, from and to one or two integer registers. */
bool thumb_float_move(const cs_arm *arm, struct insn *insn);
bool thumb_status(const cs_arm *arm, struct insn *insn);

/* --- loads and stores --- */

bool thumb_single(unsigned id, const cs_arm *arm, struct insn *insn);
bool thumb_double(const cs_arm *arm, struct insn *insn);
bool thumb_float_single(const cs_arm *arm, struct insn *insn);
bool thumb_list(unsigned id, bool stack, const cs_arm *arm, struct insn *insn);

#endif
