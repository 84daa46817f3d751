/* See addresses.h. */
#include "wcet/walk/addresses.h"

#include "base/fail.h"

/* How an address depends on data. A pointer that was loaded may be one that a function had stored
   on its stack: it depends on data only if such an address was ever stored. */
enum dependence { DEPENDS_NOT, DEPENDS_ON_CALLER, DEPENDS_IF_STORED, DEPENDS };

static enum dependence value_depends(const struct tracker *t, const struct value *v)
{
    if (v->kind == VALUE_UNKNOWN)
        return DEPENDS;
    if (v->kind != VALUE_SYMBOL)
        return DEPENDS_NOT;
    if (v->section < 32)
        return t->is_entry ? DEPENDS_NOT : DEPENDS_ON_CALLER;
    return !v->data ? DEPENDS_NOT : v->computed ? DEPENDS : DEPENDS_IF_STORED;
}

static void data_take(const struct analysis *a, struct function *f, const struct site *site,
                      uint64_t times)
{
    if (times > 0 && a->core->cached && !a->memory.tables_even)
        refuse(
            site,
            "its address depends on data, and %s has a cache: the time depends on where the table "
            "lies (--tables=tcm: in memory whose words all take the same time)",
            a->core->name);
    f->own_by_data += times;
}

/* One register of an address. An index that was loaded is data. */
static void part_take(const struct analysis *a, struct function *f, const struct site *site,
                      const struct tracker *t, unsigned reg, bool index)
{
    const struct value *v = &t->registers[reg];
    switch (value_depends(t, v)) {
    case DEPENDS_NOT: return;
    case DEPENDS_ON_CALLER: (index ? f->indexes : f->bases)[v->section]++; return;
    case DEPENDS_IF_STORED:
        if (!index) {
            f->own_if_stored++;
            return;
        }
        break;
    case DEPENDS: break;
    }
    data_take(a, f, site, 1);
}

void addresses_take(const struct analysis *a, struct function *f, const struct site *site,
                    const struct tracker *t, const struct visit *visit)
{
    const struct insn *insn = &visit->insn;
    bool accesses = insn->load || insn->stored > 0;
    if (!accesses || insn->literal || insn->rn >= 32 || (insn->indexed && insn->rm >= 32))
        return;
    const struct value address = tracker_address(t, insn, &visit->reference);
    bool unknown = address.kind == VALUE_UNKNOWN;
    if (!unknown && address.kind != VALUE_SYMBOL)
        return;
    uint64_t before = f->own_by_data;
    part_take(a, f, site, t, insn->rn, unknown);
    if (insn->indexed && f->own_by_data == before) /* one access counts once */
        part_take(a, f, site, t, insn->rm, unknown);
}

void addresses_follow(const struct analysis *a, struct function *f, const struct site *site,
                      const struct tracker *t, const struct function *g)
{
    for (unsigned r = 0; r < 32; r++) {
        const struct value *v = &t->registers[r];
        if (g->bases[r] == 0 && g->indexes[r] == 0)
            continue;
        switch (value_depends(t, v)) {
        case DEPENDS_NOT: break;
        case DEPENDS_ON_CALLER:
            f->bases[v->section] += g->bases[r];
            f->indexes[v->section] += g->indexes[r];
            break;
        case DEPENDS_IF_STORED:
            f->own_if_stored += g->bases[r];
            data_take(a, f, site, g->indexes[r]);
            break;
        case DEPENDS: data_take(a, f, site, g->bases[r] + g->indexes[r]); break;
        }
    }
}

void addresses_sum(struct analysis *a)
{
    uint64_t reloaded = 0;
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        a->by_data += f->calls * f->own_by_data;
        reloaded += f->calls * f->own_if_stored;
    }
    if (a->address_stored && reloaded > 0 && a->core->cached && !a->memory.tables_even)
        fail("%s: an address that depends on data is stored, and %s has a cache: the time depends "
             "on "
             "where the table lies (--tables=tcm: in memory whose words all take the same time)",
             a->object->file, a->core->name);
    a->by_data += a->address_stored ? reloaded : 0;
}
