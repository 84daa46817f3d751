/* See reader.h. This file is best read from its end: reader_run reads the file, the functions above
   it read the entry point, the stages that it calls, the blocks that a stage calls, and statements.
   The reader reads a function's body at each call. reader_finish refuses a function that nothing
   calls. */
#include "validate/reader.h"

#include "base/fail.h"

#include <string.h>

enum { MAX_ARGUMENTS = 127 };

/* An argument of a call: a number, or an array from element `first` on. */
struct argument {
    struct value *value;
    const struct variable *variable;
    size_t first;
    bool whole; /* the call names the array itself, not one of its elements */
};

static _Noreturn void name_refuse(const struct lexer *l, const struct token *name)
{
    fail_at(l->file, name->line, "epigen gives no such name here: %s", token_text(name).text);
}

/* What stands in front of the digits at the end of a name. */
static size_t name_head(const struct token *name)
{
    size_t head = name->length;
    while (head > 0 && name->text[head - 1] >= '0' && name->text[head - 1] <= '9')
        head--;
    return head;
}

/* The length of prefix_h1 in prefix_h1_group0; 0 for another name. */
static size_t group_head(const struct token *name)
{
    static const char suffix[] = "_group";
    size_t head = name_head(name), length = strlen(suffix);
    return head == name->length || head < length ||
                   memcmp(name->text + head - length, suffix, length) != 0
               ? 0
               : head - length;
}

/* The variable of a sum: a0 in a function that several groups of neurons share, else h1_0 of a
   layer h1 of the spec. Neither is a macro. */
static void sum_name_check(const struct reader *r, const struct token *name)
{
    size_t head = name_head(name);
    if (head < name->length && head == 1 && name->text[0] == 'a')
        return;
    for (size_t i = 0; i < r->spec->n_layers; i++) {
        size_t length = strlen(r->spec->layers[i].name);
        if (head < name->length && head == length + 1 && name->text[length] == '_' &&
            memcmp(name->text, r->spec->layers[i].name, length) == 0)
            return;
    }
    name_refuse(&r->lexer, name);
}

/* A parameter has the name of the array that it is called with, or one of a few. */
static void parameter_name_check(const struct lexer *l, const struct token *name,
                                 const struct argument *a)
{
    static const char *const words[] = {"out", "v", "slope", "alpha", "min", "max"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (token_is(name, words[i]))
            return;
    if (a->variable == NULL || !a->whole || a->variable->name_length != name->length ||
        memcmp(a->variable->name, name->text, name->length) != 0)
        name_refuse(l, name);
}

/* Whether what comes next is a number with which the sums of a shared function start: p.f[0],
   w[0][3] or out[3]. */
static bool start_is_next(const struct reader *r)
{
    const struct token *t = &r->lexer.token;
    if (!r->tiled || r->scope != &r->block)
        return token_is(t, "p");
    return token_is(t, "w") || token_is(t, "out");
}

/* A function declares `float name = expression;`, the entry point `float name[number];`. */
static void declaration_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "float");
    struct token name = lexer_name(l, "a name");
    if (r->scope == &r->entry) {
        lexer_expect(l, "[");
        (void)scope_add(r->arena, r->scope, l, &name, lexer_index(l), NULL);
        lexer_expect(l, "]");
    } else {
        sum_name_check(r, &name);
        lexer_expect(l, "=");
        if (l->token.kind != TOKEN_NUMBER && !token_is(&l->token, "-") && !start_is_next(r))
            lexer_refuse(l, "a literal");
        struct value *value = expression_take(r);
        struct variable *v = scope_add(r->arena, r->scope, l, &name, 1, NULL);
        v->array = false;
        v->cells[0].value = value;
    }
    lexer_expect(l, ";");
}

static void status_declare(struct reader *r)
{
    int line = r->lexer.token.line;
    static const char *const tokens[] = {"uint32_t", "status", "=", "0U", ";"};
    for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
        lexer_expect(&r->lexer, tokens[i]);
    if (r->status_declared)
        fail_at(r->lexer.file, line, "status is declared once");
    r->status_declared = true;
}

/* r->status = status; */
static void status_store(struct reader *r)
{
    int line = r->lexer.token.line;
    static const char *const tokens[] = {"r", "->", "status", "=", "status", ";"};
    for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
        lexer_expect(&r->lexer, tokens[i]);
    if (!r->status_declared || r->status_stored || r->n_clamped != r->spec->n_inputs)
        fail_at(r->lexer.file, line,
                "the status word is stored once, after the clamps of all %zu inputs (so far %zu)",
                r->spec->n_inputs, r->n_clamped);
    r->status_stored = true;
}

void assignment_take(struct reader *r)
{
    int line = r->lexer.token.line;
    struct place place = place_take(r);
    lexer_expect(&r->lexer, "=");
    struct value *value = expression_take(r);
    place_write(r, place, value, line);
    lexer_expect(&r->lexer, ";");
}

/* name, &name[number] or a number */
static struct argument argument_take(struct reader *r)
{
    struct lexer *l = &r->lexer, ahead = *l;
    struct argument a = {NULL, NULL, 0, false};
    if (!l->token.directive && token_is(&l->token, "&")) {
        lexer_next(l);
        a.variable = table_argument(r, &a.first);
        if (a.variable != NULL)
            return a;
        struct place place = place_take(r);
        if (!place.variable->array)
            lexer_refuse(l, "an element of an array behind '&'");
        a.variable = place.variable;
        a.first = (size_t)(place.cell - place.variable->cells);
        return a;
    }
    lexer_next(&ahead);
    if (l->token.kind == TOKEN_NAME &&
        (token_is(&ahead.token, ",") || token_is(&ahead.token, ")"))) {
        struct token name = lexer_name(l, "a variable");
        a.variable = scope_find(r->scope, &name);
        if (a.variable == NULL)
            a.variable = matrix_find(r, &name);
        if (a.variable == NULL || !a.variable->array)
            fail_at(l->file, name.line, "%s is no array", token_text(&name).text);
        a.whole = true;
        return a;
    }
    a.value = expression_take(r);
    return a;
}

static void array_bind(struct reader *r, const struct token *name, bool writable,
                       const struct argument *a)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "[");
    size_t count = lexer_index(l);
    lexer_expect(l, "]");
    if (a->variable == NULL || a->variable->pairs || a->variable->columns > 0)
        fail_at(l->file, name->line, "array %s gets a %s", token_text(name).text,
                a->variable == NULL ? "number" : "table");
    size_t left = a->variable->count - a->first;
    if (count > left || (a->whole && count != left))
        fail_at(l->file, name->line, "%s has %zu elements, what it is called with has %zu",
                token_text(name).text, count, left);
    if (writable && !a->variable->writable)
        fail_at(l->file, name->line, "%s is written to, but is called with a const array",
                token_text(name).text);
    struct variable *v =
        scope_add(r->arena, r->scope, l, name, count, a->variable->cells + a->first);
    v->writable = writable;
    if (writable) {
        v->before = arena_alloc(r->arena, count, sizeof(*v->before));
        for (size_t i = 0; i < count; i++)
            v->before[i] = v->cells[i];
    }
}

/* [const] float name[number], float name, const prefix_pair name[number] or
   const float w[number][number] */
static void parameter_bind(struct reader *r, const struct argument *a)
{
    struct lexer *l = &r->lexer;
    bool readable = token_is(&l->token, "const");
    if (readable)
        lexer_expect(l, "const");
    if (readable && pair_is_next(r)) {
        table_bind(r, a->variable, a->first);
        return;
    }
    lexer_expect(l, "float");
    struct token name = lexer_name(l, "a parameter");
    if (r->tiled && readable && token_is(&name, "w")) {
        matrix_bind(r, &name, a->variable);
        return;
    }
    if (!r->tiled || !token_is(&name, "in"))
        parameter_name_check(l, &name, a);
    if (readable || token_is(&l->token, "[")) {
        array_bind(r, &name, !readable, a);
        return;
    }
    if (a->value == NULL)
        fail_at(l->file, name.line, "number %s gets an array", token_text(&name).text);
    struct variable *v = scope_add(r->arena, r->scope, l, &name, 1, NULL);
    v->array = false;
    v->writable = false;
    v->cells[0].value = a->value;
}

static void statement_take(struct reader *r);

/* Everything that a function computes or is given to write to must be used. */
static void scope_finish(const struct reader *r, const struct scope *scope, int line)
{
    for (size_t i = 0; i < scope->count; i++) {
        const struct variable *v = &scope->variables[i];
        for (size_t k = 0; k < v->count; k++) {
            if (!v->array && !v->pairs && !v->cells[k].read)
                fail_at(r->lexer.file, v->line, "%.*s is computed but not used",
                        (int)v->name_length, v->name);
            if (v->before != NULL && v->cells[k].value == v->before[k].value)
                fail_at(r->lexer.file, line, "the function ends without storing %.*s[%zu]",
                        (int)v->name_length, v->name, k);
        }
    }
}

/* The body of a function, whose parameters are bound, up to its end. */
static void body_run(struct reader *r)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "{");
    while (!token_is(&l->token, "}"))
        statement_take(r);
    scope_finish(r, r->scope, l->token.line);
}

/* Where reading goes on when a function is done. */
struct position {
    struct lexer lexer;
    struct scope *scope;
    size_t visible;
};

static struct position function_enter(struct reader *r, struct function *f, struct scope *scope)
{
    struct position back = {r->lexer, r->scope, r->visible};
    r->lexer = f->body;
    r->visible = f->n_kernels;
    r->scope = scope;
    scope->count = 0;
    lexer_expect(&r->lexer, "(");
    return back;
}

static void function_leave(struct reader *r, struct position back)
{
    r->lexer = back.lexer;
    r->scope = back.scope;
    r->visible = back.visible;
}

static void function_run(struct reader *r, struct function *f, struct scope *scope,
                         const struct argument *arguments, size_t count)
{
    struct position back = function_enter(r, f, scope);
    for (size_t i = 0; i < count; i++) {
        parameter_bind(r, &arguments[i]);
        lexer_expect(&r->lexer, i + 1 < count ? "," : ")");
    }
    body_run(r);
    function_leave(r, back);
}

/* Whether the name is that of a kernel on eight numbers, such as prefix_tanh8. Such a function may
   be called any number of times. */
static bool is_eightfold(const struct reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_kernels; i++)
        if (known_is_name(name, r->names, arena_printf(r->arena, "%s8", r->kernels[i]->name)))
            return true;
    return false;
}

/* Whether a function is one that any number of calls may share: a kernel on eight numbers, in the
   tiled form one with a loop. */
static bool is_shared(const struct reader *r, const struct token *name,
                      const struct argument *arguments, size_t count)
{
    if (!r->tiled)
        return is_eightfold(r, name);
    const struct variable *table = count < 2 ? NULL : arguments[1].variable;
    if (!arguments[0].whole || arguments[0].variable == NULL)
        return false;
    size_t first = arguments[0].variable->count;
    return table != NULL && table->columns > 0 ? tile_is_named(r, name, first, table->columns)
                                               : kernel_loop_is_named(r, name, first);
}

/* The name of a function says which layer it computes: prefix_h1_group0(..., &h1_v[0]) or
   prefix_h1_layer(..., h1_v). length: that of the name with the layer's at its end. The stage of
   several layers, in the tiled form, has the name of the first. */
static void layer_name_check(const struct reader *r, const struct token *name, size_t length,
                             const struct argument *arguments, size_t count)
{
    size_t head = strlen(r->names->prefix) + 1;
    for (size_t i = r->tiled || count == 0 ? 0 : count - 1; i < count; i++) {
        const struct variable *v = arguments[i].variable;
        if (length > head && v != NULL && v->name_length >= 2 &&
            v->name_length - 2 == length - head &&
            memcmp(v->name, name->text + head, length - head) == 0)
            return;
    }
    fail_at(r->lexer.file, r->lexer.token.line, "%s stores into another layer than its name says",
            token_text(name).text);
}

static struct function *function_find(struct reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (token_equal(&r->functions[i].name, name))
            return &r->functions[i];
    return NULL;
}

static void text_take(struct reader *r, const char *text)
{
    known_expect(&r->lexer, r->names,
                 arena_printf(r->arena, "function %s_inputs", r->names->prefix), text);
}

/* Reads `prefix_inputs(x, z, &status);` and the body of that function. The body holds assignments
   only, in the tiled form tables and a loop. Its parameters have the names that the variables have
   in the entry point. */
static void inputs_run(struct reader *r, struct function *f)
{
    text_take(r, "epi_inputs(x, z, &status);");
    struct lexer back = r->lexer;
    if (f->calls++ > 0)
        fail_at(back.file, back.token.line, "the inputs are read twice");
    r->lexer = f->body;
    r->visible = f->n_kernels;
    r->in_inputs = true;
    text_take(r, "(const float x[EPI_N_IN], float z[EPI_N_IN], uint32_t *status) {");
    if (r->tiled)
        tiled_inputs_take(r);
    while (!token_is(&r->lexer.token, "}"))
        assignment_take(r);
    r->in_inputs = false;
    r->visible = r->n_kernels;
    r->lexer = back;
}

/* Takes arguments up to `)`, `r` or `status`. */
static size_t arguments_take(struct reader *r, struct argument arguments[MAX_ARGUMENTS])
{
    size_t count = 0;
    do {
        if (count == MAX_ARGUMENTS)
            fail_at(r->lexer.file, r->lexer.token.line, "more than %d arguments", MAX_ARGUMENTS);
        if (count > 0)
            lexer_expect(&r->lexer, ",");
        if (token_is(&r->lexer.token, "r") || token_is(&r->lexer.token, "status"))
            return count;
        arguments[count++] = argument_take(r);
    } while (token_is(&r->lexer.token, ","));
    return count;
}

/* Counts a call of a function that may be called once. */
static void call_once(const struct reader *r, struct function *f)
{
    if (f->calls++ > 0)
        fail_at(r->lexer.file, r->lexer.token.line, "%s is called twice",
                token_text(&f->name).text);
}

/* Reads `prefix_h1_layer(z, h1_v);` in the entry point, and the body of that function. */
static void layer_run(struct reader *r, struct function *f)
{
    static const char suffix[] = "_layer";
    struct argument arguments[MAX_ARGUMENTS];
    struct token name = lexer_name(&r->lexer, "a function");
    lexer_expect(&r->lexer, "(");
    size_t count = arguments_take(r, arguments), length = strlen(suffix);
    lexer_expect(&r->lexer, ")");
    if (name.length < length || memcmp(name.text + name.length - length, suffix, length) != 0)
        fail_at(r->lexer.file, name.line, "%s, expected the stage of a layer or of a result",
                token_text(&name).text);
    layer_name_check(r, &name, name.length - length, arguments, count);
    call_once(r, f);
    r->tables.count = 0;
    function_run(r, f, &r->stage, arguments, count);
    tables_finish(r);
    sums_finish(r);
    lexer_expect(&r->lexer, ";");
}

/* Reads `prefix_mean_output(mean_v, r);` and the body of that function. eta's stage has the status
   word too. */
static void output_run(struct reader *r, struct function *f, const char *output)
{
    bool eta = strcmp(output, "eta") == 0;
    const char *what = arena_printf(r->arena, "the stage of %s", output);
    struct argument arguments[MAX_ARGUMENTS];
    lexer_next(&r->lexer);
    lexer_expect(&r->lexer, "(");
    size_t count = arguments_take(r, arguments);
    known_expect(&r->lexer, r->names, what, eta ? "status, r);" : "r);");
    call_once(r, f);
    struct position back = function_enter(r, f, &r->stage);
    for (size_t i = 0; i < count; i++) {
        parameter_bind(r, &arguments[i]);
        lexer_expect(&r->lexer, ",");
    }
    known_expect(&r->lexer, r->names, what,
                 eta ? "uint32_t status, epi_result_t *r)" : "epi_result_t *r)");
    r->output = output;
    body_run(r);
    r->output = NULL;
    function_leave(r, back);
}

/* Reads `prefix_h1_group0(z, &h1_v[0]);` or `prefix_tanh8(&h1_v[0]);` in the stage of a layer, in
   the tiled form `prefix_tile_2x5(z, weights_0_0, &h1_v[0]);` or `prefix_tanh_x5(h1_v);`, and the
   body of that function. */
static void block_run(struct reader *r, struct function *f)
{
    struct argument arguments[MAX_ARGUMENTS];
    struct token name = lexer_name(&r->lexer, "a function");
    bool tabled = false;
    lexer_expect(&r->lexer, "(");
    size_t count = arguments_take(r, arguments);
    lexer_expect(&r->lexer, ")");
    if (count == 0)
        fail_at(r->lexer.file, r->lexer.token.line, "%s is called without an argument",
                token_text(&name).text);
    for (size_t i = 0; i < count; i++)
        tabled = tabled || (arguments[i].variable != NULL && arguments[i].variable->pairs);
    bool shared = is_shared(r, &name, arguments, count);
    if (!shared)
        layer_name_check(r, &name, group_head(&name), arguments, count);
    if (!shared && !tabled)
        call_once(r, f);
    else
        f->calls++;
    function_run(r, f, &r->block, arguments, count);
    lexer_expect(&r->lexer, ";");
}

/* The result whose stage a function's name says that it is, or NULL. */
static const char *output_named(const struct reader *r, const struct token *name)
{
    static const char *const outputs[] = {"mean", "sigma", "eta"};
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        if (known_is_name(name, r->names, arena_printf(r->arena, "%s_output", outputs[i])))
            return outputs[i];
    return NULL;
}

/* The entry point declares its arrays and the status word, calls stages, stores the status word. */
static void entry_statement(struct reader *r)
{
    const struct token *t = &r->lexer.token;
    struct function *f = function_find(r, t);
    if (token_is(t, "float"))
        declaration_take(r);
    else if (token_is(t, "uint32_t"))
        status_declare(r);
    else if (token_is(t, "r"))
        status_store(r);
    else if (f == NULL)
        fail_at(r->lexer.file, t->line, "%s is not declared", token_text(t).text);
    else if (known_is_name(t, r->names, "inputs"))
        inputs_run(r, f);
    else if (output_named(r, t) != NULL)
        output_run(r, f, output_named(r, t));
    else
        layer_run(r, f);
}

static void statement_take(struct reader *r)
{
    const struct token *t = &r->lexer.token;
    struct lexer ahead = r->lexer;
    if (t->directive || t->kind != TOKEN_NAME)
        lexer_refuse(&r->lexer, "a statement");
    struct function *f = r->scope == &r->stage && r->output == NULL ? function_find(r, t) : NULL;
    if (r->scope == &r->entry) {
        entry_statement(r);
    } else if (sums_are_next(r)) {
        sums_declare(r);
    } else if (token_is(t, "float")) {
        declaration_take(r);
    } else if (r->tiled && token_is(t, "for")) {
        loop_run(r);
    } else if (token_is(t, "static")) {
        r->tiled ? matrix_take(r) : table_take(r);
    } else if (pair_is_next(r)) {
        pair_declare(r);
    } else if (f != NULL) {
        block_run(r, f);
    } else {
        lexer_next(&ahead);
        lexer_next(&ahead);
        if (known_is_name(&ahead.token, r->names, "pair_load"))
            pair_copy(r);
        else
            assignment_take(r);
    }
}

/* Takes the whole text of a kernel, which stands behind the kernel that it calls. */
static void kernel_take(struct reader *r, const struct known_kernel *kernel)
{
    bool ready = kernel->needs == NULL;
    int line = r->lexer.token.line;
    for (size_t i = 0; i < r->n_kernels; i++) {
        if (r->kernels[i] == kernel)
            fail_at(r->lexer.file, line, "kernel \"%s\" is there twice", kernel->name);
        if (kernel->needs != NULL && strcmp(r->kernels[i]->name, kernel->needs) == 0)
            ready = r->kernel_used[i] = true;
    }
    if (!ready)
        fail_at(r->lexer.file, line, "kernel \"%s\" needs \"%s\" in front of it", kernel->name,
                kernel->needs);
    known_expect(&r->lexer, r->names, arena_printf(r->arena, "kernel \"%s\"", kernel->name),
                 kernel->text);
    r->kernels[r->n_kernels++] = kernel;
}

/* Skips the parameters and the body of a function; the braces in a body are those of tables. */
static void body_skip(struct lexer *l)
{
    bool open = false;
    for (size_t depth = 0; !open || depth > 0; lexer_next(l)) {
        bool opens = token_is(&l->token, "{"), closes = token_is(&l->token, "}");
        if (l->token.directive || l->token.kind == TOKEN_END || (closes && depth == 0))
            lexer_refuse(l, "a statement or the end of the function");
        open = open || opens;
        depth = depth + (opens ? 1 : 0) - (closes ? 1 : 0);
    }
}

/* Notes `static void name(...) { ... }`, whose body is read when it is called. NAME_inputs alone
   may stand behind an attribute. */
static void function_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    bool attribute = token_is(&l->token, "#");
    if (attribute)
        text_take(r, "#if defined(__GNUC__)\n__attribute__((noinline))\n#endif\n");
    lexer_expect(l, "static");
    lexer_expect(l, "void");
    struct function f = {.name = lexer_name(l, "the name of a function")};
    if (attribute && !known_is_name(&f.name, r->names, "inputs"))
        fail_at(l->file, f.name.line, "%s is not inlined, expected that of the inputs only",
                token_text(&f.name).text);
    f.body = *l;
    f.n_kernels = r->n_kernels;
    size_t head = strlen(r->names->prefix);
    if (f.name.length <= head + 1 || memcmp(f.name.text, r->names->prefix, head) != 0 ||
        f.name.text[head] != '_' || known_is_name(&f.name, r->names, "infer") ||
        function_find(r, &f.name) != NULL)
        fail_at(l->file, f.name.line, "%s, expected a name of its own that starts with %s_",
                token_text(&f.name).text, r->names->prefix);
    body_skip(l);
    if (r->n_functions == r->capacity) {
        r->capacity = r->capacity == 0 ? 64 : 2 * r->capacity;
        r->functions = arena_grow(r->arena, r->functions, r->n_functions, r->capacity, sizeof(f));
    }
    r->functions[r->n_functions++] = f;
}

/* The kernel that comes next, or NULL. A kernel is recognised by the name that it defines:
   static [inline] type name(. */
static const struct known_kernel *kernel_ahead(const struct reader *r)
{
    struct lexer ahead = r->lexer;
    if (token_is(&ahead.token, "typedef"))
        return known_kernel("bits");
    if (token_is(&ahead.token, "#")) {
        for (int i = 0; i < 4; i++) /* # if defined ( */
            lexer_next(&ahead);
        return token_is(&ahead.token, "__GNUC__") ? NULL : known_kernel("pair");
    }
    for (int i = 0; i < 4 && !token_is(&ahead.token, "("); i++) {
        for (size_t k = 0; k < KERNEL_COUNT; k++)
            if (known_is_name(&ahead.token, r->names, known_kernels[k].name))
                return &known_kernels[k];
        lexer_next(&ahead);
    }
    return NULL;
}

static struct token field_name(const char *text)
{
    return (struct token){.kind = TOKEN_NAME, .text = text, .length = strlen(text)};
}

/* Declares what the caller passes (x) and where the results go (mean, sigma, eta). */
static void entry_prepare(struct reader *r)
{
    struct token x = field_name("x"), mean = field_name("mean"), sigma = field_name("sigma"),
                 eta = field_name("eta");
    struct variable *inputs =
        scope_add(r->arena, &r->entry, &r->lexer, &x, r->spec->n_inputs, NULL);
    inputs->writable = false;
    for (size_t i = 0; i < inputs->count; i++) {
        struct value *v = arena_alloc(r->arena, 1, sizeof(*v));
        *v = (struct value){.kind = VALUE_INPUT, .line = r->lexer.token.line, .place = i};
        inputs->cells[i].value = v;
    }
    r->inputs = inputs->cells;
    (void)scope_add(r->arena, &r->result, &r->lexer, &mean, r->spec->mean.count, NULL);
    if (spec_has(&r->spec->sigma))
        (void)scope_add(r->arena, &r->result, &r->lexer, &sigma, r->spec->sigma.count, NULL);
    if (spec_has(&r->spec->eta))
        scope_add(r->arena, &r->result, &r->lexer, &eta, 1, NULL)->array = false;
}

static void entry_take(struct reader *r)
{
    struct lexer *l = &r->lexer;
    known_expect(l, r->names, "entry point",
                 "void epi_infer(const float x[EPI_N_IN], epi_result_t *r) {");
    entry_prepare(r);
    r->visible = r->n_kernels;
    r->scope = &r->entry;
    while (!token_is(&l->token, "}"))
        statement_take(r);
    if (!r->status_stored || r->n_clamped != r->spec->n_inputs)
        lexer_refuse(l, "'r->status = status;' after the clamps of all inputs");
    lexer_expect(l, "}");
    if (l->token.kind != TOKEN_END)
        lexer_refuse(l, "nothing behind the entry point");
}

void reader_run(struct reader *r)
{
    while (!token_is(&r->lexer.token, "void")) {
        const struct known_kernel *kernel = kernel_ahead(r);
        if (kernel != NULL)
            kernel_take(r, kernel);
        else
            function_take(r);
    }
    entry_take(r);
}

void reader_finish(const struct reader *r)
{
    for (size_t i = 0; i < r->n_functions; i++)
        if (r->functions[i].calls == 0)
            fail_at(r->lexer.file, r->functions[i].name.line, "%s is never called",
                    token_text(&r->functions[i].name).text);
    for (size_t i = 0; i < r->n_kernels; i++)
        if (!r->kernel_used[i])
            fail_at(r->lexer.file, r->lexer.token.line, "kernel \"%s\" is there but never called",
                    r->kernels[i]->name);
}
