/* See steps.h. */
#include "wcet/walk/steps.h"

#include <stdlib.h>

static size_t table_slot(const struct steps *s, uint64_t offset)
{
    size_t i = (size_t)(offset * UINT64_C(0x9E3779B97F4A7C15) >> 20) % s->table_size;
    while (s->table[i] != 0 && s->list[s->table[i] - 1].offset != offset)
        i = (i + 1) % s->table_size;
    return i;
}

/* Builds the table anew, with room for twice as many steps as there are. */
static void table_build(struct steps *s)
{
    s->table_size = 4 * s->n + 64;
    s->table = arena_alloc(s->arena, s->table_size, sizeof(*s->table));
    for (size_t i = 0; i < s->n; i++) {
        size_t slot = table_slot(s, s->list[i].offset);
        if (s->table[slot] == 0) /* of the two steps of a branch, the first */
            s->table[slot] = (uint32_t)i + 1;
    }
}

struct step *steps_find(const struct steps *s, uint64_t offset)
{
    if (s->table == NULL)
        return NULL;
    uint32_t found = s->table[table_slot(s, offset)];
    return found == 0 ? NULL : &s->list[found - 1];
}

static struct step *step_append(struct steps *s, uint64_t offset, const struct insn *insn,
                                enum insn_class class)
{
    if (s->list == NULL || s->n == s->room) {
        size_t room = 2 * s->room + 64;
        s->list = arena_grow(s->arena, s->list, s->n, room, sizeof(*s->list));
        s->room = room;
    }
    struct step *step = &s->list[s->n++];
    *step = (struct step){.offset = offset,
                          .callee = WALK_NO_CALLEE,
                          .class = (uint16_t) class,
                          .size = (uint16_t)insn->size};
    return step;
}

/* Counts one more run of a loop's head. */
static void loop_iterate(struct steps *s, uint32_t loop)
{
    struct loop *l = &s->loops[loop - 1];
    if (s->back == 0) {
        l->entries++;
        l->current = 0;
    }
    l->current++;
    l->iterations++;
    if (l->current > l->bound)
        l->bound = l->current;
}

/* The step of a class at the place of `first`, which a conditional branch has twice. */
static struct step *step_of_class(struct steps *s, struct step *first, const struct insn *insn,
                                  enum insn_class class)
{
    if (first->class == class)
        return first;
    if (first->other != 0)
        return &s->list[first->other - 1];
    size_t index = (size_t)(first - s->list);
    s->list[index].other = (uint32_t)s->n + 1;
    return step_append(s, first->offset, insn, class);
}

struct step *steps_add(struct steps *s, uint64_t offset, const struct insn *insn,
                       enum insn_class class)
{
    struct step *first = steps_find(s, offset);
    if (first == NULL) {
        first = step_append(s, offset, insn, class);
        if (s->table != NULL && 2 * s->n > s->table_size)
            table_build(s);
        else if (s->table != NULL)
            s->table[table_slot(s, offset)] = (uint32_t)s->n;
    }
    if (s->back != 0)
        first->loop = s->back;
    if (first->loop != 0)
        loop_iterate(s, first->loop);
    s->back = 0;
    struct step *step = step_of_class(s, first, insn, class);
    step->times++;
    return step;
}

static struct loop *loop_append(struct steps *s, uint64_t head, const struct step *seen)
{
    if (s->loops == NULL || s->n_loops == s->loop_room) {
        size_t room = 2 * s->loop_room + 8;
        s->loops = arena_grow(s->arena, s->loops, s->n_loops, room, sizeof(*s->loops));
        s->loop_room = room;
    }
    struct loop *l = &s->loops[s->n_loops++];
    uint64_t ran = seen == NULL ? 0 : seen->times; /* runs of the head before its loop was known */
    if (seen != NULL && seen->other != 0)
        ran += s->list[seen->other - 1].times;
    *l = (struct loop){.head = head,
                       .entries = ran == 0 ? 1 : ran,
                       .current = ran > 0,
                       .bound = ran > 0,
                       .iterations = ran};
    return l;
}

bool steps_loop(struct steps *s, uint64_t head, uint64_t from, uint64_t branches)
{
    if (s->table == NULL)
        table_build(s);
    const struct step *step = steps_find(s, head);
    bool known = step != NULL && step->loop != 0;
    struct loop *l = known ? &s->loops[step->loop - 1] : loop_append(s, head, step);
    if (known && l->branches == branches)
        return false;
    l->branches = branches;
    if (from > l->last)
        l->last = from;
    s->back = (uint32_t)(l - s->loops) + 1;
    return true;
}

static int by_offset(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->class < y->class ? -1 : x->class > y->class;
}

static int by_head(const void *a, const void *b)
{
    const struct loop *x = a, *y = b;
    return x->head < y->head ? -1 : x->head > y->head;
}

void steps_finish(struct steps *s)
{
    if (s->n_loops == 0)
        return; /* already in order */
    qsort(s->list, s->n, sizeof(*s->list), by_offset);
    qsort(s->loops, s->n_loops, sizeof(*s->loops), by_head);
    s->table = NULL;
}
