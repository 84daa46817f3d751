/* See values.h. */
#include "wcet/track/values.h"

#define WORD_MASK INT64_C(0xFFFFFFFF)

const struct value value_unknown = {.kind = VALUE_UNKNOWN};

struct value value_constant(int64_t number)
{
    return (struct value){.kind = VALUE_CONSTANT, .number = number & WORD_MASK};
}

bool value_is_half(const struct value *value)
{
    return value->kind == VALUE_HALF || value->kind == VALUE_HALF_RELATIVE;
}

bool value_same_half(const struct value *a, const struct value *b)
{
    return value_is_half(a) && a->kind == b->kind && a->number == b->number &&
           a->section == b->section;
}

struct value value_add(struct value value, int64_t number)
{
    if (value_is_half(&value) && number != 0)
        return value_unknown;
    value.number += number;
    if (value.kind == VALUE_CONSTANT || value.kind == VALUE_SYMBOL)
        value.number &= WORD_MASK;
    return value;
}

struct value value_place(const struct object *object, struct value value)
{
    size_t section = value.kind == VALUE_CONSTANT
                         ? object_section_at(object, (uint64_t)value.number)
                         : OBJECT_NOWHERE;
    if (section == OBJECT_NOWHERE)
        return value;
    return (struct value){.kind = VALUE_PLACE,
                          .number = value.number - (int64_t)object->sections[section].address,
                          .section = section};
}

bool value_is_table(const struct object *object, const struct value *value)
{
    const struct value place = value_place(object, *value);
    return place.kind == VALUE_PLACE && !object->sections[place.section].writable;
}

bool value_number(const struct object *object, const struct value *value, uint32_t *number)
{
    bool placed = value->kind == VALUE_PLACE && !object->relocatable;
    uint64_t base = placed ? object->sections[value->section].address : 0;
    *number = (uint32_t)(base + (uint64_t)value->number);
    return placed || value->kind == VALUE_CONSTANT;
}

bool value_distance(const struct object *object, const struct value *a, const struct value *b,
                    uint32_t *distance)
{
    *distance = (uint32_t)(a->number - b->number);
    if (a->kind != b->kind || a->kind == VALUE_UNKNOWN || value_is_half(a))
        return false;
    if (a->kind == VALUE_PLACE && object->sections[a->section].code)
        return false;
    return a->section == b->section || a->kind == VALUE_CONSTANT || a->kind == VALUE_FRAME;
}

struct value value_sum(const struct value *a, const struct value *b, unsigned shift)
{
    if (b->kind == VALUE_CONSTANT)
        return value_add(*a, (int32_t)(uint32_t)((uint64_t)b->number << shift));
    if (a->kind == VALUE_CONSTANT && shift == 0)
        return value_add(*b, (int32_t)a->number);
    return value_unknown;
}

struct value value_difference(const struct object *object, const struct value *a,
                              const struct value *b)
{
    uint32_t distance;
    if (b->kind == VALUE_CONSTANT)
        return value_add(*a, -(int64_t)(int32_t)b->number);
    return value_distance(object, a, b, &distance) ? value_constant(distance) : value_unknown;
}

static int64_t sign_extend(int64_t number, unsigned bits)
{
    const int64_t sign = INT64_C(1) << (bits - 1);
    return ((number & (2 * sign - 1)) ^ sign) - sign;
}

int64_t number_compute(const struct insn *insn, int64_t n)
{
    const int64_t power = INT64_C(1) << (insn->imm & 31);
    switch (insn->effect) {
    case EFFECT_SHIFT_LEFT: return n * power;
    case EFFECT_SHIFT_RIGHT: return n / power;
    case EFFECT_SHIFT_SIGNED:
        return (sign_extend(n, 32) - (sign_extend(n, 32) & (power - 1))) / power;
    case EFFECT_EXTEND: return sign_extend(n, (unsigned)insn->imm);
    case EFFECT_COMPLEMENT: return ~n & INT64_C(0xFFFFFFFF);
    default: return n & insn->imm;
    }
}
