/* The value of a register or of a word of the stack, as far as it is known, and arithmetic with
   such values. The arithmetic has 32 bits and wraps. */
#ifndef EPIWCET_VALUES_H
#define EPIWCET_VALUES_H

#include "wcet/decode/insn.h"
#include "wcet/object/object.h"

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_CONSTANT,
    VALUE_PLACE,  /* the place in `section` at the offset `number` */
    VALUE_FRAME,  /* the stack pointer at entry, plus number */
    VALUE_SYMBOL, /* the unknown number with the name `section`, plus number. Names below 32 are the
                     registers' values at entry; that of the link register is the return address. */
    VALUE_HALF,   /* half of an address, which a second instruction completes (struct reference) */
    VALUE_HALF_RELATIVE /* the same, relative to the instruction at `number` in `section` */
};

struct value {
    enum value_kind kind;
    int64_t number;
    size_t section;
    /* Of a symbol: it may depend on what the caller passes or memory holds; arithmetic made it, not
       a load; an address is among what made it. */
    bool data, computed, address;
};

/* What a relocation or a literal says about the operand of an instruction. One instruction forms an
   address, or two do: the first sets a register to half of it, the second adds the other half. */
struct reference {
    enum { REFERENCE_NONE, REFERENCE_WHOLE, REFERENCE_FIRST, REFERENCE_SECOND } part;
    struct value value; /* the address, or the literal */
    struct value half;  /* what the register holds between the two instructions */
};

extern const struct value value_unknown;

struct value value_constant(int64_t number);
bool value_is_half(const struct value *value);
struct value value_add(struct value value, int64_t number);
/* a + (b << shift) and a - b, or VALUE_UNKNOWN. */
struct value value_sum(const struct value *a, const struct value *b, unsigned shift);
struct value value_difference(const struct object *object, const struct value *a,
                              const struct value *b);
/* The number of a constant, or the address of a place in an executable. False for other values. */
bool value_number(const struct object *object, const struct value *value, uint32_t *number);
/* a - b, if both are relative to the same section, frame or symbol. False for places in code, which
   a linker may shorten. */
bool value_distance(const struct object *object, const struct value *a, const struct value *b,
                    uint32_t *distance);
/* Whether two values are the same half of an address. */
bool value_same_half(const struct value *a, const struct value *b);
/* The place whose address in an executable the constant is; any other value as it is. */
struct value value_place(const struct object *object, struct value value);
/* Whether a value may be the address of constants. In an executable the section of the code may
   hold constants too, and any number that could be such an address counts as one. */
bool value_is_table(const struct object *object, const struct value *value);
/* The result of a shift (by 0 to 31), an extension or a mask of a number. */
int64_t number_compute(const struct insn *insn, int64_t number);

#endif
