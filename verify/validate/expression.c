/* Formulas of emitted code:

       expression = operand [(+ | - | *) operand]
       operand    = ( expression ) | literal | place | kernel(argument, ...)
       place      = name | name[index] | p.f[number] | x[INPUT_NAME] | r->mean[number] | r->eta
                  | w[index][number]
       index      = number | i | i + number    (the last two in loops, see loop.c)

   Each operation has its own pair of parentheses, so a reader needs no rule of precedence. */
#include "base/fail.h"
#include "validate/reader.h"

#include <ctype.h>
#include <string.h>

enum { MAX_DEPTH = 8 };

static struct value *value_new(struct reader *r, enum value_kind kind, int line)
{
    struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
    v->kind = kind;
    v->line = line;
    return v;
}

/* The number of the input that NAME_IN_ANGLE stands for. */
static size_t input_take(struct reader *r)
{
    struct token t = lexer_name(&r->lexer, "the name of an input's place");
    for (size_t i = 0; i < r->spec->n_inputs; i++) {
        const char *name = r->spec->inputs[i].name;
        size_t head = strlen(r->names->upper), length = strlen(name);
        if (t.length != head + 4 + length || memcmp(t.text, r->names->upper, head) != 0 ||
            memcmp(t.text + head, "_IN_", 4) != 0)
            continue;
        size_t same = 0;
        while (same < length && t.text[head + 4 + same] == toupper((unsigned char)name[same]))
            same++;
        if (same == length)
            return i;
    }
    fail_at(r->lexer.file, t.line, "%s is no input of the spec", token_text(&t).text);
}

struct place place_take(struct reader *r)
{
    struct scope *scope = r->scope;
    struct token name = lexer_name(&r->lexer, "a variable or a number");
    if (r->output != NULL && token_is(&name, "r")) {
        lexer_expect(&r->lexer, "->");
        name = lexer_name(&r->lexer, "mean, sigma or eta");
        if (!token_is(&name, r->output))
            fail_at(r->lexer.file, name.line, "%s in the stage of %s", token_text(&name).text,
                    r->output);
        scope = &r->result;
    }
    struct place p = {.variable = scope_find(scope, &name)};
    size_t index = 0;
    if (p.variable == NULL || (r->in_inputs && !token_is(&name, "x") && !token_is(&name, "z")))
        fail_at(r->lexer.file, name.line, "%s is not declared", token_text(&name).text);
    if (p.variable->pairs && p.variable->array)
        fail_at(r->lexer.file, name.line, "%s is a table, expected a number",
                token_text(&name).text);
    if (p.variable->pairs) {
        index = pair_member(r);
    } else if (p.variable->columns > 0) {
        index = matrix_cell(r, p.variable);
    } else if (p.variable->array) {
        lexer_expect(&r->lexer, "[");
        index = p.variable->cells == r->inputs ? input_take(r) : index_take(r);
        lexer_expect(&r->lexer, "]");
    }
    if (index >= p.variable->count)
        fail_at(r->lexer.file, name.line, "%s[%zu] is outside: there are %zu",
                token_text(&name).text, index, p.variable->count);
    p.cell = &p.variable->cells[index];
    return p;
}

/* Stores a value. Each value must be used before another one replaces it, so that no statement is
   without effect. */
void place_write(struct reader *r, struct place p, struct value *value, int line)
{
    const char *name = p.variable->name;
    int length = (int)p.variable->name_length;
    if (!p.variable->writable)
        fail_at(r->lexer.file, line, "writes to %.*s, which is const", length, name);
    if (p.cell->value == value)
        fail_at(r->lexer.file, line, "a statement that changes nothing");
    if (p.cell->value != NULL && !p.cell->read)
        fail_at(r->lexer.file, line,
                "overwrites %.*s[%td], which line %d computed and nothing read", length, name,
                p.cell - p.variable->cells, p.cell->value->line);
    *p.cell = (struct cell){.value = value};
}

static struct value *place_read(struct reader *r)
{
    int line = r->lexer.token.line;
    struct place p = place_take(r);
    if (p.cell->value == NULL)
        fail_at(r->lexer.file, line, "reads %.*s[%td] before anything is stored there",
                (int)p.variable->name_length, p.variable->name, p.cell - p.variable->cells);
    p.cell->read = true;
    return p.cell->value;
}

/* Takes the word `status`: NAME_inputs has a pointer to it, NAME_eta_output its value, which code
   may read only after the clamps of all inputs. */
static void status_take(struct reader *r, bool pointer)
{
    int line = r->lexer.token.line;
    bool eta = r->output != NULL && strcmp(r->output, "eta") == 0;
    lexer_expect(&r->lexer, "status");
    if (!r->status_declared || (pointer ? !r->in_inputs : !eta))
        fail_at(r->lexer.file, line, "status is not declared");
    if (pointer)
        r->n_clamped++;
    else if (r->n_clamped != r->spec->n_inputs)
        fail_at(r->lexer.file, line,
                "the status word is used after the clamps of %zu of %zu inputs", r->n_clamped,
                r->spec->n_inputs);
}

static struct value *call_take(struct reader *r, const struct known_kernel *kernel)
{
    struct value *v = value_new(r, VALUE_CALL, r->lexer.token.line);
    size_t n_bits = 0;
    v->kernel = kernel;
    v->bits = arena_alloc(r->arena, strlen(kernel->arguments), sizeof(*v->bits));
    lexer_next(&r->lexer);
    lexer_expect(&r->lexer, "(");
    for (const char *a = kernel->arguments; *a != '\0'; a++) {
        if (*a == 'u')
            v->bits[n_bits++] = lexer_bits(&r->lexer);
        else if (*a == 'v' && v->left == NULL)
            v->left = expression_take(r);
        else if (*a == 'v' && v->right == NULL)
            v->right = expression_take(r);
        else if (*a == 'v')
            v->third = expression_take(r);
        else
            status_take(r, *a == 'p');
        lexer_expect(&r->lexer, a[1] == '\0' ? ")" : ",");
    }
    return v;
}

static struct value *constant_take(struct reader *r)
{
    struct value *v = value_new(r, VALUE_CONSTANT, r->lexer.token.line);
    v->constant = lexer_float(&r->lexer);
    return v;
}

static struct value *operand_take(struct reader *r)
{
    const struct token *t = &r->lexer.token;
    if (t->directive)
        lexer_refuse(&r->lexer, "an expression");
    if (token_is(t, "(")) {
        lexer_next(&r->lexer);
        struct value *v = expression_take(r);
        lexer_expect(&r->lexer, ")");
        return v;
    }
    if (t->kind == TOKEN_NUMBER || token_is(t, "-"))
        return constant_take(r);
    for (size_t i = 0; i < r->visible; i++) {
        if (r->kernels[i]->arguments != NULL && known_is_name(t, r->names, r->kernels[i]->name)) {
            r->kernel_used[i] = true;
            return call_take(r, r->kernels[i]);
        }
    }
    return place_read(r);
}

struct value *expression_take(struct reader *r)
{
    static const struct {
        const char *sign;
        enum value_kind kind;
    } operations[] = {{"+", VALUE_SUM}, {"-", VALUE_DIFFERENCE}, {"*", VALUE_PRODUCT}};
    if (++r->depth > MAX_DEPTH)
        fail_at(r->lexer.file, r->lexer.token.line, "more than %d parentheses deep", MAX_DEPTH);
    struct value *v = operand_take(r);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        if (!r->lexer.token.directive && token_is(&r->lexer.token, operations[i].sign)) {
            struct value *both = value_new(r, operations[i].kind, r->lexer.token.line);
            lexer_next(&r->lexer);
            both->left = v;
            both->right = operand_take(r);
            v = both;
            break;
        }
    }
    r->depth--;
    return v;
}
