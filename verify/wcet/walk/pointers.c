/* See pointers.h. */
#include "wcet/walk/pointers.h"

static unsigned words_of(const struct insn *insn)
{
    return insn->registers > 1 ? insn->registers : 1;
}

/* Counts a load of constants from an unknown place. */
static void scattered_take(struct function *f, struct pipeline *pipeline, unsigned words)
{
    pipeline_scattered(pipeline, words);
    f->own_literals += words;
}

/* Whether a register held a pointer to the code at entry (its return address), or on RISC-V to data
   that the linker may have put beside constants. */
static bool points_to_flash(const struct object *object, const struct tracker *t,
                            const struct value *value)
{
    enum { RISCV_GP = 3 };
    return value->kind == VALUE_SYMBOL &&
           (value->section == t->link ||
            (object->machine == MACHINE_RISCV && value->section == RISCV_GP));
}

/* Counts a load through a pointer that may lead to a table of constants. */
static void pointer_take(struct function *f, const struct object *object, struct pipeline *pipeline,
                         const struct tracker *t, const struct insn *insn)
{
    const struct value *n = &t->registers[insn->rn];
    const struct value *m = insn->indexed && insn->rm < 32 ? &t->registers[insn->rm] : n;
    unsigned words = words_of(insn);
    if (value_is_table(object, n) || value_is_table(object, m) || points_to_flash(object, t, n) ||
        points_to_flash(object, t, m)) { /* the index is unknown */
        scattered_take(f, pipeline, words);
        return;
    }
    if (n->kind == VALUE_SYMBOL)
        f->loads[n->section < 32 ? n->section : OTHER_POINTERS] += words;
    if (m != n && m->kind == VALUE_SYMBOL)
        f->loads[m->section < 32 ? m->section : OTHER_POINTERS] += words;
}

void literal_take(struct function *f, const struct object *object, struct pipeline *pipeline,
                  const struct tracker *t, const struct visit *visit)
{
    const struct insn *insn = &visit->insn;
    const struct reference *reference = &visit->reference;
    bool loads = insn->load && (insn->effect == EFFECT_MEMORY || insn->indexed);
    unsigned words = words_of(insn);
    size_t section = f->section;
    uint64_t address = insn->target;
    if (!insn->literal && (!loads || insn->rn >= 32))
        return;
    if (!insn->literal) {
        struct value where = value_place(object, tracker_address(t, insn, reference));
        if (reference->part == REFERENCE_SECOND && where.kind == VALUE_UNKNOWN) /* and an index */
            where = (struct value){
                .kind = VALUE_PLACE, .number = -1, .section = reference->value.section};
        else if (where.kind == VALUE_SYMBOL || where.kind == VALUE_UNKNOWN)
            pointer_take(f, object, pipeline, t, insn);
        if (where.kind != VALUE_PLACE || object->sections[where.section].writable)
            return;
        section = where.section;
        /* The linker moves each datum of a section that it merges by itself. */
        if (object->sections[section].merged || where.number < 0 ||
            (uint64_t)where.number >= object->sections[section].size) {
            scattered_take(f, pipeline, words);
            return;
        }
        address = object->sections[section].address + (uint64_t)where.number;
    }
    pipeline_literal(pipeline, section, object->sections[section].align, address, words);
    f->own_literals += words;
}

void pointers_follow(struct analysis *a, struct function *f, struct tracker *t,
                     const struct function *g, struct context *context)
{
    for (unsigned r = 0; r < 32; r++) {
        const struct value *v = &t->registers[r];
        bool symbol = v->kind == VALUE_SYMBOL, own = symbol && v->section < 32;
        bool table = value_is_table(a->object, v);
        if (symbol || value_is_half(v))
            f->loads[own ? v->section : OTHER_POINTERS] += g->loads[r];
        if (value_is_half(v) && g->loads[r] > 0)
            a->leaked = true;
        if (table && g->loads[r] > 0) {
            context->which |= UINT32_C(1) << r;
            context->values[r] = value_place(a->object, *v);
            range_add_datum(a, context->values[r].section, (uint64_t)context->values[r].number);
        }
        if ((g->derived & t->clobbered) >> r & 1) {
            a->leaked = a->leaked || table;
            t->derived |= own ? UINT32_C(1) << v->section : 0;
        }
    }
}
