/* One decoded instruction of either architecture: its timing class, the registers that it reads and
   writes, where execution continues, and its effect on constants, addresses and the stack pointer.
   A decoder that is not sure returns "unknown" and guesses nothing. In masks of registers bits 0 to
   31 are integer registers, bits 32 to 63 float registers. */
#ifndef EPIWCET_INSN_H
#define EPIWCET_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INSN_CLASSES(X)                                                                            \
    X(ALU, "integer arithmetic")                                                                   \
    X(MULTIPLY, "integer multiply")                                                                \
    X(MULTIPLY_ADD, "integer multiply-add")                                                        \
    X(MULTIPLY_LONG, "integer multiply, 64 bits")                                                  \
    X(PACKED, "arithmetic of packed numbers")                                                      \
    X(PACKED_MULTIPLY, "multiply of half words")                                                   \
    X(DIVIDE, "integer division")                                                                  \
    X(LOAD, "load")                                                                                \
    X(LOAD_NARROW, "load byte or half word")                                                       \
    X(LOAD_LITERAL, "load literal")                                                                \
    X(LOAD_MULTIPLE, "load multiple")                                                              \
    X(LOAD_MULTIPLE_RETURN, "load multiple and return")                                            \
    X(STORE, "store")                                                                              \
    X(STORE_MULTIPLE, "store multiple")                                                            \
    X(JUMP, "jump")                                                                                \
    X(BRANCH, "conditional branch, taken")                                                         \
    X(BRANCH_PASSED, "conditional branch, not taken")                                              \
    X(CALL, "call")                                                                                \
    X(RETURN, "return")                                                                            \
    X(NOP, "no operation")                                                                         \
    X(FLOAT_ADD, "float add")                                                                      \
    X(FLOAT_MULTIPLY, "float multiply")                                                            \
    X(FLOAT_MULTIPLY_ADD, "float multiply-add")                                                    \
    X(FLOAT_DIVIDE, "float divide")                                                                \
    X(FLOAT_ROOT, "float square root")                                                             \
    X(FLOAT_CONVERT, "float convert")                                                              \
    X(FLOAT_COMPARE, "float compare")                                                              \
    X(FLOAT_SIGN, "float sign")                                                                    \
    X(FLOAT_MOVE, "float move")                                                                    \
    X(FLOAT_TRANSFER, "float to or from integer register")                                         \
    X(FLOAT_TRANSFER_TWO, "two floats to or from integer registers")                               \
    X(FLOAT_LOAD, "float load")                                                                    \
    X(FLOAT_LOAD_LITERAL, "float load literal")                                                    \
    X(FLOAT_STORE, "float store")                                                                  \
    X(FLOAT_LOAD_MULTIPLE, "float load multiple")                                                  \
    X(FLOAT_STORE_MULTIPLE, "float store multiple")

enum insn_class {
#define X(name, text) CLASS_##name,
    INSN_CLASSES(X)
#undef X
        N_CLASSES
};

extern const char *const insn_class_name[N_CLASSES];

enum insn_flow {
    FLOW_NEXT,
    FLOW_JUMP,     /* to target, always */
    FLOW_CALL,     /* to target */
    FLOW_REGISTER, /* to the address in register rd: a return or an indirect jump */
    FLOW_CALL_REGISTER,
    FLOW_CONDITIONAL, /* to target, or to the next instruction */
    FLOW_TABLE,       /* to an address from a table */
    FLOW_IT           /* an IT: the next instructions depend on flags */
};

enum insn_effect {
    EFFECT_NONE,              /* the values that it writes are unknown */
    EFFECT_CONSTANT,          /* rd = imm */
    EFFECT_TOP,               /* the upper half of rd = imm */
    EFFECT_ADD,               /* rd = rn + imm */
    EFFECT_ADD_REGISTER,      /* rd = rn + (rm << shift) */
    EFFECT_SUBTRACT_REGISTER, /* rd = rn - rm */
    EFFECT_AND_REGISTER,      /* rd = rn & rm */
    EFFECT_SHIFT_LEFT,        /* rd = rn << imm */
    EFFECT_SHIFT_RIGHT,       /* rd = rn >> imm, unsigned */
    EFFECT_SHIFT_SIGNED,      /* rd = rn >> imm, with its sign */
    EFFECT_EXTEND,            /* rd = the lower imm bits of rn, with their sign */
    EFFECT_MASK,              /* rd = rn & imm */
    EFFECT_COMPLEMENT,        /* rd = ~rn */
    EFFECT_MEMORY             /* a load or store: see list and slot in struct insn */
};

/* How an instruction sets ARM's flags. For a RISC-V branch, which compares by itself: the flags of
   that comparison. */
enum insn_flags {
    FLAGS_KEPT,
    FLAGS_LOST,
    FLAGS_SUBTRACT, /* the flags of left - right */
    FLAGS_ADD,      /* the flags of left + right */
    FLAGS_RESULT    /* N and Z by the result in rd; the others become unknown */
};

/* Conditions, with the numbers that they have in ARM's instructions. */
enum condition {
    IF_EQUAL,
    IF_NOT_EQUAL,
    IF_CARRY, /* unsigned: higher or same */
    IF_NO_CARRY,
    IF_NEGATIVE,
    IF_NOT_NEGATIVE,
    IF_OVERFLOW,
    IF_NO_OVERFLOW,
    IF_HIGHER,
    IF_LOWER_OR_SAME,
    IF_GREATER_OR_EQUAL,
    IF_LESS,
    IF_GREATER,
    IF_LESS_OR_EQUAL
};

enum { FIRST_FLOAT = 32, NO_REGISTER = 255 };

struct insn {
    uint64_t address; /* address of the section plus the offset */
    unsigned size;    /* bytes */
    enum insn_class class;
    unsigned registers; /* how many registers a load or store multiple transfers */
    uint64_t reads, writes;
    uint64_t address_reads; /* the part of reads that forms an address */
    uint64_t unused;        /* the part of reads on which the result does not depend */
    bool by_flags;          /* the result depends on flags */
    uint64_t late_reads;    /* the part of reads that a multiply-add needs last: its addend */
    enum insn_flow flow;
    uint64_t target; /* address of a jump's or call's target, or of a literal */
    bool literal;    /* it loads the word at target */
    bool constant;   /* it only sets a register to a constant */
    bool relative;   /* that constant is relative to the instruction's own address */
    /* A float sum has two terms; `subtracts` says that the second is subtracted. A float
       multiply-add has factors and an addend; the masks say which bits of its bytes are the sign of
       the product and that of the addend. */
    unsigned first, second;
    bool subtracts;
    uint64_t factors;
    unsigned sign_at;
    uint8_t sign_mask;
    uint64_t addend;
    uint8_t addend_mask;
    enum insn_effect effect;
    unsigned rd, rn, rm, shift;
    int64_t imm;
    enum insn_flags flags;
    unsigned left, right; /* operands of the flags; with right NO_REGISTER it is `against` */
    int64_t against;
    enum condition condition; /* of a conditional branch */
    /* A load or store transfers the integer registers of `list`, ascending or descending, from or
       to rn + slot onwards, then adds delta to rn. Float registers move the base, but their values
       are not tracked. */
    uint32_t list;
    bool descending; /* LDRD and STRD may name the higher register first */
    bool twice;      /* STRD stores the one register of `list` in both words */
    int64_t slot, delta;
    bool load;
    unsigned stored; /* how many bytes it stores */
    unsigned align;  /* of what the address of a load or store must be a multiple */
    bool indexed;    /* the address is rn + (rm << shift) */
    char text[96];
};

/* Decodes the instruction in bytes[0..available), which lies at `address`. Returns false if it is
   unknown or cut off. */
bool decode_thumb(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn);
bool decode_riscv(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn);
/* Whether a Thumb instruction that decode_thumb knows writes the flags, by its bits. */
bool thumb_sets_flags(const uint8_t *bytes, unsigned size);

#endif
