/* Searches in an object: what lies at a place, and where a function is. See object.h. */
#include "base/fail.h"
#include "wcet/object/object.h"

#include <string.h>

char object_kind_at(const struct object *object, size_t section, uint64_t offset)
{
    char kind = object->machine == MACHINE_ARM ? 't' : 'x';
    size_t low = 0, high = object->n_markers;
    while (low < high) { /* finds the first marker behind the offset */
        size_t middle = low + (high - low) / 2;
        const struct object_marker *m = &object->markers[middle];
        if (m->section < section || (m->section == section && m->offset <= offset))
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0 && object->markers[low - 1].section == section)
        kind = object->markers[low - 1].kind;
    return kind;
}

const struct object_relocation *object_relocation_at(const struct object *object, size_t section,
                                                     uint64_t offset, uint64_t end)
{
    size_t low = 0, high = object->n_relocations;
    while (low < high) { /* finds the first relocation at the offset or behind it */
        size_t middle = low + (high - low) / 2;
        const struct object_relocation *r = &object->relocations[middle];
        if (r->section < section || (r->section == section && r->offset < offset))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == object->n_relocations)
        return NULL;
    const struct object_relocation *found = &object->relocations[low];
    return found->section == section && found->offset < end ? found : NULL;
}

size_t object_section_at(const struct object *object, uint64_t address)
{
    size_t found = OBJECT_NOWHERE;
    for (size_t i = 0; !object->relocatable && i < object->n_sections; i++) {
        const struct object_section *s = &object->sections[i];
        if (!s->alloc || address < s->address || address - s->address >= s->size)
            continue;
        if (found != OBJECT_NOWHERE)
            return OBJECT_NOWHERE; /* sections that take turns in one place (overlays) */
        found = i;
    }
    return found;
}

/* Index in by_place of the first symbol at offset or behind. */
static size_t symbol_index(const struct object *object, size_t section, uint64_t offset)
{
    size_t low = 0, high = object->n_by_place;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct object_symbol *s = object->by_place[middle];
        if (s->section < section || (s->section == section && s->offset < offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct object_symbol *object_function_at(const struct object *object, size_t section,
                                               uint64_t offset)
{
    const struct object_symbol *found = NULL;
    for (size_t i = symbol_index(object, section, offset); i < object->n_by_place; i++) {
        const struct object_symbol *s = object->by_place[i];
        if (s->section != section || s->offset != offset)
            break;
        if (s->function && (found == NULL || s->size > found->size))
            found = s;
    }
    return found;
}

uint64_t object_end_of(const struct object *object, const struct object_symbol *symbol,
                       size_t section, uint64_t offset)
{
    uint64_t end = object->sections[section].size;
    if (symbol != NULL && symbol->size > 0 && symbol->size <= end - offset)
        return offset + symbol->size;
    bool code = object->sections[section].code; /* a label in code does not end a function */
    for (size_t i = symbol_index(object, section, offset + 1); i < object->n_by_place; i++) {
        const struct object_symbol *s = object->by_place[i];
        if (s->section != section)
            break;
        if (s->function || !code)
            return s->offset;
    }
    return end;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && strcmp(name + length - tail, suffix) == 0;
}

static bool is_candidate(const struct object *object, const struct object_symbol *s,
                         const char *name)
{
    bool named = name == NULL ? ends_in(s->name, "_infer") : strcmp(s->name, name) == 0;
    return named && s->function && s->section != OBJECT_NOWHERE &&
           object->sections[s->section].code;
}

const struct object_symbol *object_entry(const struct object *object, const char *name)
{
    const struct object_symbol *found = NULL;
    for (size_t i = 0; i < object->n_symbols; i++) {
        const struct object_symbol *s = &object->symbols[i];
        if (!is_candidate(object, s, name))
            continue;
        if (found != NULL && (found->section != s->section || found->offset != s->offset))
            fail("%s: both %s and %s could be the entry: choose one with --entry", object->file,
                 found->name, s->name);
        found = s;
    }
    if (found == NULL && name != NULL)
        fail("%s: no function %.100s in it", object->file, name);
    if (found == NULL)
        fail("%s: no function whose name ends in _infer: choose one with --entry", object->file);
    return found;
}
