/* The variables of one function: names, cells, and who may write to them. See reader.h. */
#include "base/fail.h"
#include "validate/reader.h"

#include <string.h>

struct variable *scope_find(struct scope *scope, const struct token *name)
{
    for (size_t i = 0; i < scope->count; i++) {
        struct variable *v = &scope->variables[i];
        if (v->name_length == name->length && memcmp(v->name, name->text, name->length) == 0)
            return v;
    }
    return NULL;
}

struct variable *scope_add(struct arena *arena, struct scope *scope, const struct lexer *l,
                           const struct token *name, size_t count, struct cell *cells)
{
    if (scope_find(scope, name) != NULL)
        fail_at(l->file, name->line, "%s is declared twice", token_text(name).text);
    if (count == 0)
        fail_at(l->file, name->line, "%s has no elements", token_text(name).text);
    if (scope->count == scope->capacity) {
        scope->capacity = scope->capacity == 0 ? 32 : 2 * scope->capacity;
        scope->variables = arena_grow(arena, scope->variables, scope->count, scope->capacity,
                                      sizeof(*scope->variables));
    }
    struct variable *v = &scope->variables[scope->count++];
    *v = (struct variable){.name = name->text,
                           .name_length = name->length,
                           .cells = cells,
                           .count = count,
                           .array = true,
                           .writable = true,
                           .line = name->line};
    if (cells == NULL)
        v->cells = arena_alloc(arena, count, sizeof(*v->cells));
    return v;
}
