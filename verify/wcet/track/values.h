/* What a register or a word of the stack may hold, as far as it is known, and arithmetic with it.
   All of it is that of 32 bits, wrapping included. */
#ifndef EPIWCET_VALUES_H
#define EPIWCET_VALUES_H

#include "wcet/decode/insn.h"
#include "wcet/object/object.h"

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_CONSTANT,
    VALUE_PLACE,  /* section and number: an offset in it */
    VALUE_FRAME,  /* the stack pointer at entry, plus number */
    VALUE_SYMBOL, /* a number that nobody knows, called `section`, plus number. Those below 32 are
                     what the registers held at entry; the link's: where the caller goes on. */
};

struct value {
    enum value_kind kind;
    int64_t number;
    size_t section;
};

extern const struct value value_unknown;

struct value value_constant(int64_t number);
struct value value_add(struct value value, int64_t number);
/* a + (b << shift) and a - b, or VALUE_UNKNOWN. */
struct value value_sum(const struct value *a, const struct value *b, unsigned shift);
struct value value_difference(const struct object *object, const struct value *a,
                              const struct value *b);
/* A constant, or the address of a place in an executable, as the number that it is. */
bool value_number(const struct object *object, const struct value *value, uint32_t *number);
/* The distance of two values that lie relative to the same; not in code, which a linker may
   shorten. */
bool value_distance(const struct object *object, const struct value *a, const struct value *b,
                    uint32_t *distance);
/* A constant that is the address of something in an executable, as its place; else the value. */
struct value value_place(const struct object *object, struct value value);
/* Whether a value may be the address of constants; in an executable their section may be that of
   the code, and a number that could be such an address is taken for one. */
bool value_is_table(const struct object *object, const struct value *value);
/* A shift, an extension or a mask, by 0 to 31, of a number. */
int64_t number_compute(const struct insn *insn, int64_t number);

#endif
