/* See functions.h. */
#include "wcet/walk/functions.h"

#include <inttypes.h>

size_t function_add(struct analysis *a, size_t section, uint64_t offset,
                    const struct context *context)
{
    const struct object_symbol *symbol = object_function_at(a->object, section, offset);
    if (a->n_functions == a->room) {
        size_t room = 2 * a->room + 16;
        a->functions =
            arena_grow(a->arena, a->functions, a->n_functions, room, sizeof(*a->functions));
        a->room = room;
    }
    struct function *f = &a->functions[a->n_functions];
    *f = (struct function){.section = section, .start = offset};
    f->name = symbol != NULL ? symbol->name : arena_printf(a->arena, "function_%" PRIx64, offset);
    f->end = object_end_of(a->object, symbol, section, offset);
    if (context != NULL) {
        struct context *copy = arena_alloc(a->arena, 1, sizeof(*copy));
        *copy = *context;
        f->context = copy;
    }
    return a->n_functions++;
}

static bool same_context(const struct context *a, const struct context *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->which != b->which)
        return false;
    for (unsigned r = 0; r < 32; r++)
        if ((a->which >> r & 1) != 0 && (a->values[r].number != b->values[r].number ||
                                         a->values[r].section != b->values[r].section))
            return false;
    return true;
}

size_t function_find(const struct analysis *a, const struct value *where,
                     const struct context *context, const struct site *from)
{
    size_t found = a->n_functions;
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        if (f->section != where->section || f->start != (uint64_t)where->number)
            continue;
        if (!f->done)
            refuse(from, "recursion: %s calls itself, directly or through others", f->name);
        if (same_context(f->context, context))
            found = i;
    }
    return found;
}

void function_calls(struct analysis *a, struct function *f, size_t callee)
{
    size_t i = 0;
    while (i < f->n_made && f->made[i].callee != callee)
        i++;
    if (i == f->n_made) {
        if (f->n_made == f->made_room) {
            size_t room = 2 * f->made_room + 8;
            f->made = arena_grow(a->arena, f->made, f->n_made, room, sizeof(*f->made));
            f->made_room = room;
        }
        f->made[f->n_made++] = (struct call){.callee = (uint32_t)callee};
    }
    f->made[i].times++;
}
