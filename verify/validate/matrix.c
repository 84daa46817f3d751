/* Tables of the tiled form, with rows and columns:

       static const float weights_0_0[3][5] = { {0.5F, ...}, ... };

   The stage of a layer declares its tables and passes each to a function prefix_tile_2x5 as the
   parameter w. A constant keeps the number of its line in the table. Every constant is read:
   tables_finish (table.c) refuses the stage otherwise. A stage that computes several layers has the
   array `sums` for their sums. See reader.h. */
#include "base/fail.h"
#include "validate/reader.h"

#include <string.h>

static void constant_take(struct reader *r, struct cell *cell)
{
    struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
    v->kind = VALUE_CONSTANT;
    v->line = r->lexer.token.line;
    v->constant = lexer_float(&r->lexer);
    cell->value = v;
}

/* [number][number]; *columns gets the second one. */
static size_t size_take(struct lexer *l, size_t *columns)
{
    lexer_expect(l, "[");
    size_t rows = lexer_index(l);
    lexer_expect(l, "]");
    lexer_expect(l, "[");
    *columns = lexer_index(l);
    lexer_expect(l, "]");
    return rows;
}

/* Whether a name is weights_T_S. */
static bool is_table_name(const struct token *name)
{
    static const char head[] = "weights_", digits[] = "0123456789";
    size_t length = strlen(head);
    if (name->length <= length || memcmp(name->text, head, length) != 0)
        return false;
    size_t tile = strspn(name->text + length, digits);
    if (tile == 0 || name->text[length + tile] != '_')
        return false;
    size_t source = strspn(name->text + length + tile + 1, digits);
    return source > 0 && length + tile + 1 + source == name->length;
}

void matrix_rows_take(struct reader *r, struct cell *cells, size_t rows, size_t columns)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "{");
    for (size_t i = 0; i < rows; i++) {
        lexer_expect(l, "{");
        for (size_t k = 0; k < columns; k++) {
            constant_take(r, &cells[i * columns + k]);
            lexer_expect(l, k + 1 < columns ? "," : "}");
        }
        lexer_expect(l, i + 1 < rows ? "," : "}");
    }
    lexer_expect(l, ";");
}

void matrix_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    size_t columns;
    lexer_expect(l, "static");
    lexer_expect(l, "const");
    lexer_expect(l, "float");
    struct token name = lexer_name(l, "the name of a table");
    if (r->scope != &r->stage || r->output != NULL || scope_find(&r->stage, &name) != NULL ||
        !is_table_name(&name))
        fail_at(l->file, name.line, "%s, expected a table weights_T_S in the stage of a layer",
                token_text(&name).text);
    size_t rows = size_take(l, &columns);
    if (rows * columns > (size_t)(l->end - l->next))
        fail_at(l->file, name.line, "%s has more elements than the rest of the file has characters",
                token_text(&name).text);
    lexer_expect(l, "=");
    struct variable *v = scope_add(r->arena, &r->tables, l, &name, rows * columns, NULL);
    v->columns = columns;
    v->writable = false;
    matrix_rows_take(r, v->cells, rows, columns);
}

/* The table of that name, or NULL. */
const struct variable *matrix_find(struct reader *r, const struct token *name)
{
    struct variable *v = r->scope == &r->stage ? scope_find(&r->tables, name) : NULL;
    return v == NULL || v->columns == 0 ? NULL : v;
}

/* Takes [number][number] behind w, a parameter that gets the table. */
void matrix_bind(struct reader *r, const struct token *name, const struct variable *table)
{
    size_t columns, rows = size_take(&r->lexer, &columns);
    if (table == NULL || table->columns == 0)
        fail_at(r->lexer.file, name->line, "w is called with something else than a table");
    if (columns != table->columns || rows * columns != table->count)
        fail_at(r->lexer.file, name->line,
                "w has %zu rows of %zu elements, what it is called with has %zu of %zu", rows,
                columns, table->count / table->columns, table->columns);
    struct variable *v = scope_add(r->arena, r->scope, &r->lexer, name, table->count, table->cells);
    v->columns = columns;
    v->writable = false;
}

/* Takes [index][number] behind the name of a table. */
size_t matrix_cell(struct reader *r, const struct variable *table)
{
    struct lexer *l = &r->lexer;
    int line = l->token.line;
    lexer_expect(l, "[");
    size_t row = index_take(r);
    lexer_expect(l, "]");
    lexer_expect(l, "[");
    size_t column = lexer_index(l);
    lexer_expect(l, "]");
    if (row >= table->count / table->columns || column >= table->columns)
        fail_at(l->file, line, "%.*s[%zu][%zu] is outside: there are %zu rows of %zu",
                (int)table->name_length, table->name, row, column, table->count / table->columns,
                table->columns);
    return row * table->columns + column;
}

/* Whether a function has the name of one that adds up `out` sums over `in` numbers. */
bool tile_is_named(const struct reader *r, const struct token *name, size_t in, size_t out)
{
    static const char *const kinds[] = {"", "_more", "_distances", "_more_distances"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (known_is_name(name, r->names,
                          arena_printf(r->arena, "tile%s_%zux%zu", kinds[i], in, out)))
            return true;
    fail_at(r->lexer.file, name->line, "%s is called for %zu sums over %zu numbers",
            token_text(name).text, out, in);
}

/* Whether a function has the name of a kernel on `count` numbers, such as prefix_tanh_x5. */
bool kernel_loop_is_named(const struct reader *r, const struct token *name, size_t count)
{
    for (size_t i = 0; i < r->n_kernels; i++)
        if (known_is_name(name, r->names,
                          arena_printf(r->arena, "%s_x%zu", r->kernels[i]->name, count)))
            return true;
    return false;
}

/* float sums[number]; in the stage of a layer */
bool sums_are_next(const struct reader *r)
{
    struct lexer ahead = r->lexer;
    if (!r->tiled || r->scope != &r->stage || r->output != NULL || !token_is(&ahead.token, "float"))
        return false;
    lexer_next(&ahead);
    return token_is(&ahead.token, "sums");
}

void sums_declare(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "float");
    struct token name = lexer_name(l, "sums");
    lexer_expect(l, "[");
    (void)scope_add(r->arena, r->scope, l, &name, lexer_index(l), NULL);
    lexer_expect(l, "]");
    lexer_expect(l, ";");
}

void sums_finish(struct reader *r)
{
    const struct token name = {.kind = TOKEN_NAME, .text = "sums", .length = 4};
    const struct variable *v = scope_find(&r->stage, &name);
    for (size_t i = 0; v != NULL && i < v->count; i++)
        if (v->cells[i].value == NULL || !v->cells[i].read)
            fail_at(r->lexer.file, v->line, "sums[%zu] is never %s", i,
                    v->cells[i].value == NULL ? "computed" : "used");
}
