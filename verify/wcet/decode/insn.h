/* One decoded instruction, of either architecture, as the passes behind the decoders need it: its
   timing class, the registers it reads and writes, where it goes next, and what it does to
   constants, addresses and the stack pointer. A decoder that is not sure says "unknown"; nothing
   is guessed. Registers: bits 0-31 integer, 32-63 float. */
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
    FLOW_REGISTER, /* to what register rd holds: a return, or indirect */
    FLOW_CALL_REGISTER,
    FLOW_CONDITIONAL, /* to target or on */
    FLOW_TABLE,       /* to a target from a table */
    FLOW_IT           /* the next instructions depend on flags */
};

enum insn_effect {
    EFFECT_NONE,              /* what it writes is unknown */
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
    EFFECT_MEMORY             /* see below */
};

/* What becomes of ARM's flags; for a branch that compares by itself: what it compares. */
enum insn_flags {
    FLAGS_KEPT,
    FLAGS_LOST,
    FLAGS_SUBTRACT, /* those of left - right */
    FLAGS_ADD,      /* those of left + right */
    FLAGS_RESULT    /* N and Z by the result in rd, the others lost */
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
    uint64_t address; /* of the section's begin, plus the offset */
    unsigned size;    /* bytes */
    enum insn_class class;
    unsigned registers; /* that a load or store multiple transfers */
    uint64_t reads, writes;
    uint64_t address_reads; /* those of reads that make an address */
    uint64_t late_reads;    /* those of reads that a multiply-add adds last */
    enum insn_flow flow;
    uint64_t target; /* of a jump or call; of a literal */
    bool literal;    /* loads the word at target */
    bool constant;   /* only sets a register to a constant */
    bool relative;   /* which is an address near its own */
    /* Of a float sum: its terms, and whether the second is subtracted. Of a float multiply-add: its
       factors, and the bit of its bytes that is the product's sign; its addend, and the bits of its
       first byte that are the addend's. */
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
    unsigned left, right; /* right NO_REGISTER: the constant `against` */
    int64_t against;
    enum condition condition; /* of a conditional branch */
    /* Memory: the integer registers of `list`, ascending or descending, from or to base rn + slot
       onwards; then delta is added to rn. Float registers move the base but are not followed. */
    uint32_t list;
    bool descending; /* as LDRD and STRD may name their two */
    int64_t slot, delta;
    bool load;
    unsigned stored; /* bytes that it stores */
    bool indexed;    /* loads or stores at rn + (rm << shift) */
    char text[96];
};

/* The instruction at bytes[0..available), which lies at address. False: unknown or cut off. */
bool decode_thumb(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn);
bool decode_riscv(const uint8_t *bytes, size_t available, uint64_t address, struct insn *insn);
/* Whether a Thumb instruction that decode_thumb knows writes the flags, by its bits. */
bool thumb_sets_flags(const uint8_t *bytes, unsigned size);

#endif
