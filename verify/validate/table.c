/* Tables of constants in the stage of a layer. A function that several blocks share gets such a
   table, copies two constants at a time into the pair p, and uses the members of p. A constant
   keeps the number of its line in the table. See reader.h. */
#include "base/fail.h"
#include "validate/reader.h"

#include <string.h>

enum { PAIR = 2 };

bool pair_is_next(const struct reader *r)
{
    return !r->lexer.token.directive && known_is_name(&r->lexer.token, r->names, "pair");
}

static void pair_expect(struct reader *r)
{
    for (size_t i = 0; i < r->visible; i++)
        if (strcmp(r->kernels[i]->name, "pair") == 0 && pair_is_next(r)) {
            r->kernel_used[i] = true;
            lexer_next(&r->lexer);
            return;
        }
    lexer_refuse(&r->lexer, "the type of a pair, defined in front of it");
}

static struct variable *pairs_add(struct reader *r, struct scope *scope, const struct token *name,
                                  size_t count, struct cell *cells)
{
    struct variable *v = scope_add(r->arena, scope, &r->lexer, name, PAIR * count, cells);
    v->pairs = true;
    v->writable = false;
    return v;
}

static void constant_take(struct reader *r, struct cell *cell)
{
    struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
    v->kind = VALUE_CONSTANT;
    v->line = r->lexer.token.line;
    v->constant = lexer_float(&r->lexer);
    cell->value = v;
}

/* static const prefix_pair name[number] = { {{literal, literal}}, ... }; */
void table_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "static");
    lexer_expect(l, "const");
    pair_expect(r);
    struct token name = lexer_name(l, "the name of a table");
    if (r->scope != &r->stage || scope_find(&r->stage, &name) != NULL)
        fail_at(l->file, name.line,
                "%s, expected a table with a name of its own in the stage of a layer",
                token_text(&name).text);
    if (name.length < 9 || memcmp(name.text, "weights_", 8) != 0 ||
        strspn(name.text + 8, "0123456789") != name.length - 8)
        fail_at(l->file, name.line, "epigen gives no such name here: %s", token_text(&name).text);
    lexer_expect(l, "[");
    size_t count = lexer_index(l);
    lexer_expect(l, "]");
    lexer_expect(l, "=");
    lexer_expect(l, "{");
    struct variable *v = pairs_add(r, &r->tables, &name, count, NULL);
    for (size_t i = 0; i < count; i++) {
        lexer_expect(l, "{");
        lexer_expect(l, "{");
        constant_take(r, &v->cells[PAIR * i]);
        lexer_expect(l, ",");
        constant_take(r, &v->cells[PAIR * i + 1]);
        lexer_expect(l, "}");
        lexer_expect(l, "}");
        lexer_expect(l, i + 1 < count ? "," : "}");
    }
    lexer_expect(l, ";");
}

/* &table[number]: the table and the cell, or NULL if no table has that name. */
struct variable *table_argument(struct reader *r, size_t *first)
{
    struct lexer *l = &r->lexer;
    struct variable *v = l->token.kind == TOKEN_NAME ? scope_find(&r->tables, &l->token) : NULL;
    if (v == NULL || !v->pairs)
        return NULL;
    lexer_next(l);
    lexer_expect(l, "[");
    *first = PAIR * lexer_index(l);
    lexer_expect(l, "]");
    if (*first >= v->count)
        fail_at(l->file, l->token.line, "%.*s[%zu] is outside: there are %zu", (int)v->name_length,
                v->name, *first / PAIR, v->count / PAIR);
    return v;
}

/* prefix_pair name[number], a parameter, behind const */
void table_bind(struct reader *r, const struct variable *table, size_t first)
{
    struct lexer *l = &r->lexer;
    pair_expect(r);
    struct token name = lexer_name(l, "a parameter");
    lexer_expect(l, "[");
    size_t count = lexer_index(l);
    lexer_expect(l, "]");
    if (name.text[0] != 'w' || strspn(name.text + 1, "0123456789") != name.length - 1)
        fail_at(l->file, name.line, "epigen gives no such name here: %s", token_text(&name).text);
    if (table == NULL || !table->pairs)
        fail_at(l->file, name.line, "%s is called with something else than a table",
                token_text(&name).text);
    if (PAIR * count > table->count - first)
        fail_at(l->file, name.line, "%s has %zu elements, what it is called with has %zu",
                token_text(&name).text, count, (table->count - first) / PAIR);
    (void)pairs_add(r, r->scope, &name, count, table->cells + first);
}

/* prefix_pair p; */
void pair_declare(struct reader *r)
{
    struct lexer *l = &r->lexer;
    pair_expect(r);
    struct token name = lexer_name(l, "p");
    if (!token_is(&name, "p") || r->scope != &r->block)
        fail_at(l->file, name.line, "%s, expected p, in a function that is given a table",
                token_text(&name).text);
    pairs_add(r, r->scope, &name, 1, NULL)->array = false;
    lexer_expect(l, ";");
}

/* p = prefix_pair_load(&table[number]); where p is the current token */
void pair_copy(struct reader *r)
{
    struct lexer *l = &r->lexer;
    struct token name = lexer_name(l, "p");
    struct variable *p = scope_find(r->scope, &name);
    lexer_expect(l, "=");
    if (p == NULL || !p->pairs || p->array || !known_is_name(&l->token, r->names, "pair_load"))
        lexer_refuse(l, "two constants of a table, for p");
    lexer_next(l);
    lexer_expect(l, "(");
    lexer_expect(l, "&");
    struct token from = lexer_name(l, "a table");
    const struct variable *table = scope_find(r->scope, &from);
    if (table == NULL || !table->pairs || !table->array)
        fail_at(l->file, from.line, "%s is no table", token_text(&from).text);
    lexer_expect(l, "[");
    size_t first = PAIR * lexer_index(l);
    lexer_expect(l, "]");
    lexer_expect(l, ")");
    if (first >= table->count)
        fail_at(l->file, from.line, "%s[%zu] is outside: there are %zu", token_text(&from).text,
                first / PAIR, table->count / PAIR);
    for (size_t i = 0; i < PAIR; i++) {
        if (p->cells[i].value != NULL && !p->cells[i].read)
            fail_at(l->file, name.line, "overwrites p.f[%zu], which nothing read", i);
        p->cells[i] = (struct cell){.value = table->cells[first + i].value};
        table->cells[first + i].read = true;
    }
    lexer_expect(l, ";");
}

/* .f[0] or .f[1], behind p */
size_t pair_member(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, ".");
    lexer_expect(l, "f");
    lexer_expect(l, "[");
    size_t index = lexer_index(l);
    lexer_expect(l, "]");
    return index;
}

void tables_finish(const struct reader *r)
{
    for (size_t i = 0; i < r->tables.count; i++) {
        const struct variable *v = &r->tables.variables[i];
        size_t columns = v->columns > 0 ? v->columns : PAIR;
        for (size_t k = 0; k < v->count; k++)
            if (!v->cells[k].read)
                fail_at(r->lexer.file, v->cells[k].value->line, "%.*s[%zu]%s is never used",
                        (int)v->name_length, v->name, k / columns,
                        v->columns == 0 ? "" : arena_printf(r->arena, "[%zu]", k % columns));
    }
}
