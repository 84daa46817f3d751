/* The bytes of the object that the entry needs: code, literal pools, constants, variables.
   Initialised variables count twice: in RAM, and in the flash from which they are copied. */
#include "wcet/walk/analysis.h"

#include <stdlib.h>

void range_add(struct analysis *a, size_t section, uint64_t start, uint64_t end)
{
    if (a->n_ranges == a->range_room) {
        size_t room = 2 * a->range_room + 64;
        a->ranges = arena_grow(a->arena, a->ranges, a->n_ranges, room, sizeof(*a->ranges));
        a->range_room = room;
    }
    a->ranges[a->n_ranges++] = (struct byte_range){section, start, end};
}

void range_add_datum(struct analysis *a, size_t section, uint64_t offset)
{
    const struct object *object = a->object;
    const struct object_symbol *enclosing = NULL;
    bool exact = false;
    for (size_t low = 0, high = object->n_by_place;
         low < high;) { /* finds the last symbol at the offset or before it */
        size_t middle = low + (high - low) / 2;
        const struct object_symbol *s = object->by_place[middle];
        if (s->section < section || (s->section == section && s->offset <= offset)) {
            if (s->section == section && !s->is_section) {
                enclosing = s;
                exact = s->offset == offset;
            }
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool covers =
        enclosing != NULL && !enclosing->function && enclosing->offset + enclosing->size > offset;
    if (covers)
        range_add(a, section, enclosing->offset, enclosing->offset + enclosing->size);
    else if (exact && !enclosing->function)
        range_add(a, section, offset, object_end_of(object, NULL, section, offset));
    else if (!object->sections[section].code)
        range_add(a, section, 0, object->sections[section].size);
}

static int range_compare(const void *x, const void *y)
{
    const struct byte_range *a = x, *b = y;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

void ranges_sum(struct analysis *a)
{
    size_t section = OBJECT_NOWHERE;
    uint64_t counted = 0; /* bytes of this section up to this offset are counted */
    if (a->n_ranges > 0)
        qsort(a->ranges, a->n_ranges, sizeof(*a->ranges), range_compare);
    for (size_t i = 0; i < a->n_ranges; i++) {
        const struct byte_range *r = &a->ranges[i];
        const struct object_section *s = &a->object->sections[r->section];
        if (r->section != section)
            counted = 0;
        section = r->section;
        uint64_t end = r->end > s->size ? s->size : r->end;
        uint64_t start = r->start > counted ? r->start : counted;
        uint64_t bytes = end > start ? end - start : 0;
        counted = end > counted ? end : counted;
        a->ram += s->writable ? bytes : 0;
        a->flash += s->writable && s->bytes == NULL ? 0 : bytes;
    }
}
