/* Loops of the tiled form:

       for (uint32_t i = 0U; i < 8U; i += 4U) {
           const float x0 = in[i];
           a0 = a0 + (w[i + 1U][0] * x0);
           ...

   Bound and step are literals, so the reader executes the body once for each turn, with the turn's
   number for i: the formulas are those of straight-line code. A loop is as long as the array that
   its function is given first. Its body holds constants and assignments only. See reader.h. */
#include "base/fail.h"
#include "validate/reader.h"

#include <string.h>

/* The place behind `[`. In a loop that is `i` or `i + 2U`, elsewhere a number. */
size_t index_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    if (!r->in_loop)
        return lexer_index(l);
    lexer_expect(l, "i");
    if (!token_is(&l->token, "+"))
        return r->turn;
    lexer_expect(l, "+");
    int line = l->token.line;
    size_t more = lexer_unsigned(l);
    if (more == 0)
        fail_at(l->file, line, "'i + 0U', expected 'i'");
    return r->turn + more;
}

/* const float x0 = in[i]; */
static void constant_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "const");
    lexer_expect(l, "float");
    struct token name = lexer_name(l, "a name");
    if (name.length < 2 || name.text[0] != 'x' ||
        strspn(name.text + 1, "0123456789") != name.length - 1)
        fail_at(l->file, name.line, "epigen gives no such name here: %s", token_text(&name).text);
    lexer_expect(l, "=");
    if (!token_is(&l->token, "in"))
        lexer_refuse(l, "an element of in");
    struct value *value = expression_take(r);
    lexer_expect(l, ";");
    struct variable *v = scope_add(r->arena, r->scope, l, &name, 1, NULL);
    v->array = false;
    v->writable = false;
    v->cells[0].value = value;
}

/* A loop stores into numbers, or into v, the numbers of a whole layer. */
static void statement_take(struct reader *r)
{
    const struct token *t = &r->lexer.token;
    if (token_is(t, "const")) {
        constant_take(r);
        return;
    }
    const struct variable *target = t->kind == TOKEN_NAME ? scope_find(r->scope, t) : NULL;
    if (target == NULL || (target->array && !token_is(t, "v")))
        lexer_refuse(&r->lexer, "an assignment to a sum, or to an element of v");
    assignment_take(r);
}

/* The constants of a turn, which are gone behind it, have been used. */
static void turn_finish(struct reader *r, size_t outer)
{
    for (size_t i = outer; i < r->scope->count; i++) {
        const struct variable *v = &r->scope->variables[i];
        if (!v->cells[0].read)
            fail_at(r->lexer.file, v->line, "%.*s is computed but not used", (int)v->name_length,
                    v->name);
    }
    r->scope->count = outer;
}

/* i++ or i += 4U */
static size_t step_take(struct lexer *l)
{
    lexer_expect(l, "i");
    if (token_is(&l->token, "++")) {
        lexer_next(l);
        return 1;
    }
    lexer_expect(l, "+=");
    size_t step = lexer_unsigned(l);
    if (step < 2)
        fail_at(l->file, l->token.line, "a step of %zu, expected 'i++' or a larger step", step);
    return step;
}

/* The length of the array that the function is given first, which is what its loop goes over. */
static size_t length_of(const struct reader *r)
{
    const struct variable *first = r->scope->count == 0 ? NULL : &r->scope->variables[0];
    if (r->scope != &r->block || r->in_loop || first == NULL || !first->array || first->columns > 0)
        lexer_refuse(&r->lexer, "a loop only in a function over an array, and not in a loop");
    return first->count;
}

void loop_run(struct reader *r)
{
    struct lexer *l = &r->lexer;
    int line = l->token.line;
    size_t length = length_of(r), outer = r->scope->count;
    known_expect(l, r->names, "loop", "for (uint32_t i = 0U; i <");
    size_t bound = lexer_unsigned(l);
    lexer_expect(l, ";");
    size_t step = step_take(l);
    if (bound != length || bound % step != 0)
        fail_at(l->file, line, "a loop to %zu in steps of %zu, expected one over %zu numbers",
                bound, step, length);
    lexer_expect(l, ")");
    lexer_expect(l, "{");
    const struct lexer body = *l;
    if (token_is(&l->token, "}"))
        lexer_refuse(l, "a statement");
    r->in_loop = true;
    for (r->turn = 0; r->turn < bound; r->turn += step) {
        *l = body;
        while (!token_is(&l->token, "}"))
            statement_take(r);
        turn_finish(r, outer);
    }
    r->in_loop = false;
    lexer_expect(l, "}");
}
