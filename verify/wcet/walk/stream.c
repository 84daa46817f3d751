/* See stream.h. */
#include "wcet/walk/stream.h"

/* Float registers that a call may change: s0-s15; ft0-ft11, fa0-fa7. */
#define ARM_CLOBBERED_FLOATS   (UINT64_C(0x0000FFFF) << FIRST_FLOAT)
#define RISCV_CLOBBERED_FLOATS (UINT64_C(0xF003FCFF) << FIRST_FLOAT)
#define ALL_FLOATS             (UINT64_C(0xFFFFFFFF) << FIRST_FLOAT)

void stream_begin(struct stream *s, const struct object *object)
{
    *s = (struct stream){.object = object};
    SHA256Init(&s->sha);
}

static void number_add(struct stream *s, uint64_t number)
{
    SHA256Update(&s->sha, (const uint8_t *)&number, sizeof(number));
}

void stream_call(struct stream *s, uint32_t callee, uint64_t changed)
{
    number_add(s, callee);
    s->changed |= changed;
    s->constants &= ~(changed & (s->object->machine == MACHINE_ARM ? ARM_CLOBBERED_FLOATS
                                                                   : RISCV_CLOBBERED_FLOATS));
}

void stream_branch(struct stream *s, bool taken) { number_add(s, taken ? 201 : 202); }

void stream_end(struct stream *s, unsigned char sum[32]) { SHA256Final(sum, &s->sha); }

static bool is_known(const struct value *value)
{
    return value->kind == VALUE_CONSTANT || value->kind == VALUE_PLACE || value_is_half(value);
}

/* The base of a load or store, as far as it is known. An address in an executable is a place. */
static struct value base_of(const struct stream *s, const struct tracker *t,
                            const struct insn *insn, const struct reference *reference)
{
    struct value base = reference->value.kind == VALUE_PLACE ? reference->value
                        : insn->rn < 32                      ? t->registers[insn->rn]
                                                             : value_unknown;
    return value_place(s->object, base);
}

/* Whether the instruction loads a constant: a literal, or a word of a table. */
static bool loads_constant(const struct stream *s, const struct insn *insn,
                           const struct value *base)
{
    return insn->literal ||
           (insn->effect == EFFECT_MEMORY && insn->load && base->kind == VALUE_PLACE &&
            !s->object->sections[base->section].writable);
}

/* Adds the constants that are not the network's: addresses, and operands of integer arithmetic. */
static void integers_add(struct stream *s, const struct tracker *t, const struct insn *insn,
                         const struct value *base)
{
    bool arithmetic = insn->class == CLASS_ALU || insn->class == CLASS_MULTIPLY ||
                      insn->class == CLASS_MULTIPLY_ADD || insn->class == CLASS_MULTIPLY_LONG ||
                      insn->class == CLASS_PACKED || insn->class == CLASS_PACKED_MULTIPLY;
    if (insn->effect == EFFECT_MEMORY && is_known(base))
        number_add(s, (uint64_t)base->number);
    uint64_t reads = arithmetic ? insn->reads : insn->address_reads;
    for (unsigned r = 0; r < 32; r++)
        if ((reads >> r & 1) != 0 && t->registers[r].kind == VALUE_CONSTANT &&
            insn->effect != EFFECT_MEMORY)
            number_add(s, (uint64_t)t->registers[r].number);
}

static bool holds_constant(const struct stream *s, unsigned reg)
{
    return (s->constants >> reg & 1) != 0;
}

/* Adds x + c, c + x and x - c as one, because they differ by the sign of a constant. Returns false
   for c - x, and for a sum without a constant. */
static bool sum_add(struct stream *s, const struct insn *insn)
{
    if (insn->class != CLASS_FLOAT_ADD)
        return false;
    bool first = holds_constant(s, insn->first), second = holds_constant(s, insn->second);
    if (first == second || (insn->subtracts && first))
        return false;
    number_add(s, second ? insn->first : insn->second);
    number_add(s, second ? insn->second : insn->first);
    return true;
}

/* Adds the bytes, without the sign of a multiply-add's constant factor or constant addend. */
static void bytes_add(struct stream *s, const struct insn *insn, const uint8_t *bytes)
{
    uint8_t copy[4] = {0};
    for (unsigned i = 0; i < insn->size && i < sizeof(copy); i++)
        copy[i] = bytes[i];
    if ((insn->factors & s->constants) != 0)
        copy[insn->sign_at] &= (uint8_t)~insn->sign_mask;
    if ((insn->addend & s->constants) != 0)
        copy[0] &= (uint8_t)~insn->addend_mask;
    SHA256Update(&s->sha, copy, insn->size);
}

/* Updates which float registers hold a constant. */
static void constants_follow(struct stream *s, const struct tracker *t, const struct insn *insn,
                             bool constant)
{
    uint64_t floats = insn->writes & ALL_FLOATS;
    if (floats == 0)
        return;
    bool moves = insn->class == CLASS_FLOAT_MOVE || insn->class == CLASS_FLOAT_SIGN ||
                 insn->class == CLASS_FLOAT_TRANSFER;
    bool of_constants = moves && (insn->reads & ALL_FLOATS & ~s->constants) == 0;
    for (unsigned r = 0; r < 32; r++)
        if ((insn->reads >> r & 1) != 0 && !is_known(&t->registers[r]))
            of_constants = false;
    s->constants &= ~floats;
    if (constant || of_constants)
        s->constants |= floats;
}

void stream_add(struct stream *s, const struct tracker *t, const struct insn *insn,
                const uint8_t *bytes, const struct reference *reference)
{
    struct value base = base_of(s, t, insn, reference);
    bool constant = insn->constant || loads_constant(s, insn, &base);
    bool makes_constant =
        insn->effect == EFFECT_ADD && insn->rn < 32 && is_known(&t->registers[insn->rn]);
    const uint64_t token[] = {insn->class, insn->size,   insn->registers,
                              insn->reads, insn->writes, insn->flow + (insn->constant ? 100U : 0U)};
    SHA256Update(&s->sha, (const uint8_t *)token, sizeof(token));
    if (!constant && !makes_constant && insn->flow == FLOW_NEXT) {
        integers_add(s, t, insn, &base);
        if (!sum_add(s, insn))
            bytes_add(s, insn, bytes);
    }
    s->changed |= insn->writes;
    constants_follow(s, t, insn, constant);
}
