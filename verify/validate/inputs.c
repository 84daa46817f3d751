/* The body of NAME_inputs in the tiled form: two tables with a row for each input, and a loop that
   does the same with every row. Its text is known but for three steps that it may leave out, so it
   is compared token for token. A formula has the line of the table's row that its constants are
   from. See reader.h. */
#include "base/fail.h"
#include "validate/reader.h"

#include <string.h>

enum { BOUNDS = 4 }; /* columns of `bounds` for the clamp: low, high, stand-in for a NaN, bit */

struct input_tables {
    size_t n_bits;     /* columns of `bounds`: those of the clamp, then the limit of the flush */
    size_t n_standard; /* columns of `standard`: mean, factor; 0 if there is no such table */
    uint32_t *bits;
    struct cell *standard;
    int *line; /* of each row of `bounds` */
};

static void text_take(struct reader *r, const char *text)
{
    known_expect(&r->lexer, r->names,
                 arena_printf(r->arena, "function %s_inputs", r->names->prefix), text);
}

/* static const uint32_t bounds[inputs][columns] = { {0xC0000000U, ...}, ... }; */
static void bounds_take(struct reader *r, struct input_tables *t)
{
    struct lexer *l = &r->lexer;
    size_t n = r->spec->n_inputs;
    text_take(r, arena_printf(r->arena, "static const uint32_t bounds[%zu][", n));
    t->n_bits = lexer_index(l);
    text_take(r, "] = {");
    if (t->n_bits < BOUNDS || t->n_bits > BOUNDS + 1)
        fail_at(l->file, l->token.line, "bounds has %zu columns, expected 4 or 5", t->n_bits);
    t->bits = arena_alloc(r->arena, n * t->n_bits, sizeof(*t->bits));
    t->line = arena_alloc(r->arena, n, sizeof(*t->line));
    for (size_t i = 0; i < n; i++) {
        t->line[i] = l->token.line;
        lexer_expect(l, "{");
        for (size_t k = 0; k < t->n_bits; k++) {
            t->bits[i * t->n_bits + k] = lexer_bits(l);
            lexer_expect(l, k + 1 < t->n_bits ? "," : "}");
        }
        lexer_expect(l, i + 1 < n ? "," : "}");
    }
    lexer_expect(l, ";");
}

/* static const float standard[inputs][columns] = { {0.0F, 1.0F}, ... }; */
static void standard_take(struct reader *r, struct input_tables *t)
{
    size_t n = r->spec->n_inputs;
    text_take(r, arena_printf(r->arena, "static const float standard[%zu][", n));
    t->n_standard = lexer_index(&r->lexer);
    text_take(r, "] =");
    if (t->n_standard < 1 || t->n_standard > 2)
        fail_at(r->lexer.file, r->lexer.token.line, "standard has %zu columns, expected 1 or 2",
                t->n_standard);
    t->standard = arena_alloc(r->arena, n * t->n_standard, sizeof(*t->standard));
    matrix_rows_take(r, t->standard, n, t->n_standard);
}

/* Takes the name of a kernel that stands in front of the function, if it is next. */
static const struct known_kernel *kernel_take(struct reader *r, const char *name)
{
    const struct known_kernel *kernel = known_kernel(name);
    for (size_t i = 0; i < r->visible; i++)
        if (r->kernels[i] == kernel && known_is_name(&r->lexer.token, r->names, name)) {
            r->kernel_used[i] = true;
            lexer_next(&r->lexer);
            return r->kernels[i];
        }
    return NULL;
}

/* What the loop does with an input. */
struct input_steps {
    const struct known_kernel *clamp, *flush; /* flush: NULL without that step */
    bool subtracts, multiplies;
};

/* Whether `v = v sign` comes next. */
static bool step_is_next(const struct reader *r, const char *sign)
{
    struct lexer ahead = r->lexer;
    for (int i = 0; i < 3; i++)
        lexer_next(&ahead);
    return token_is(&r->lexer.token, "v") && token_is(&ahead.token, sign);
}

static void flush_take(struct reader *r, struct input_steps *s)
{
    text_take(r, "v =");
    s->flush = kernel_take(r, "flush");
    if (s->flush == NULL)
        lexer_refuse(&r->lexer, "a step of the inputs");
    text_take(r, "(v, bounds[i][4]);");
}

static struct input_steps loop_take(struct reader *r)
{
    struct input_steps s = {NULL, NULL, false, false};
    text_take(r, arena_printf(r->arena, "for (uint32_t i = 0U; i < %zuU; i++) { float v =",
                              r->spec->n_inputs));
    s.clamp = kernel_take(r, "clamp");
    if (s.clamp == NULL)
        s.clamp = kernel_take(r, "clamp_zero");
    if (s.clamp == NULL)
        lexer_refuse(&r->lexer, "the clamp of an input");
    text_take(r, "(x[i], bounds[i][0], bounds[i][1], bounds[i][2], bounds[i][3], status);");
    s.subtracts = step_is_next(r, "-");
    if (s.subtracts)
        text_take(r, "v = v - standard[i][0];");
    if (step_is_next(r, "("))
        flush_take(r, &s);
    s.multiplies = step_is_next(r, "*");
    if (s.multiplies)
        text_take(r, s.subtracts ? "v = v * standard[i][1];" : "v = v * standard[i][0];");
    text_take(r, "z[i] = v; }");
    return s;
}

static struct value *call_new(struct reader *r, const struct known_kernel *kernel,
                              struct value *argument, uint32_t *bits, int line)
{
    struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
    *v = (struct value){
        .kind = VALUE_CALL, .line = line, .kernel = kernel, .left = argument, .bits = bits};
    return v;
}

static struct value *step_new(struct reader *r, enum value_kind kind, struct value *left,
                              struct value *constant)
{
    struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
    *v = (struct value){.kind = kind, .line = constant->line, .left = left, .right = constant};
    return v;
}

/* The formula of z[i]. */
static struct value *input_value(struct reader *r, const struct input_tables *t,
                                 const struct input_steps *s, size_t i)
{
    uint32_t *bits = t->bits + i * t->n_bits;
    const struct cell *standard = t->standard + i * t->n_standard;
    struct value *v = call_new(r, s->clamp, r->inputs[i].value, bits, t->line[i]);
    if (s->subtracts)
        v = step_new(r, VALUE_DIFFERENCE, v, standard[0].value);
    if (s->flush != NULL)
        v = call_new(r, s->flush, v, bits + BOUNDS, t->line[i]);
    if (s->multiplies)
        v = step_new(r, VALUE_PRODUCT, v, standard[t->n_standard - 1].value);
    return v;
}

void tiled_inputs_take(struct reader *r)
{
    struct input_tables t = {0};
    const struct token name = {.kind = TOKEN_NAME, .text = "z", .length = 1};
    struct variable *z = scope_find(&r->entry, &name);
    int line = r->lexer.token.line;
    if (!r->status_declared)
        fail_at(r->lexer.file, line, "status is not declared");
    if (z == NULL || z->count != r->spec->n_inputs)
        fail_at(r->lexer.file, line, "z is not declared with %zu elements", r->spec->n_inputs);
    bounds_take(r, &t);
    if (token_is(&r->lexer.token, "static"))
        standard_take(r, &t);
    const struct input_steps s = loop_take(r);
    size_t n_bits = BOUNDS + (s.flush != NULL), n_standard = s.subtracts + s.multiplies;
    if (t.n_bits != n_bits || t.n_standard != n_standard)
        fail_at(r->lexer.file, line,
                "the tables of the inputs have %zu and %zu columns, the loop reads %zu and %zu",
                t.n_bits, t.n_standard, n_bits, n_standard);
    for (size_t i = 0; i < r->spec->n_inputs; i++) {
        struct value *v = input_value(r, &t, &s, i);
        place_write(r, (struct place){z, &z->cells[i]}, v, v->line);
        r->n_clamped++;
    }
    if (!token_is(&r->lexer.token, "}"))
        lexer_refuse(&r->lexer, "the end of the function");
}
