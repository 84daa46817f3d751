/* Tables of constants, and the functions of layers, which hold them and call shared functions: see
   q15_shared.h. */
#include "base/fail.h"
#include "validate/q15/q15_shared.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- tables ----------------------------------------------------------------------------------- */

/* 0x, sixteen digits 0-9A-F and U */
static uint64_t double_word_take(struct lexer *l)
{
    static const char expected[] = "0x, sixteen digits 0-9A-F and U";
    const struct token t = l->token;
    char digits[17] = "";
    if (t.directive || t.kind != TOKEN_NUMBER || t.length != 19 || memcmp(t.text, "0x", 2) != 0 ||
        t.text[18] != 'U')
        lexer_refuse(l, expected);
    memcpy(digits, t.text + 2, 16);
    if (strspn(digits, "0123456789ABCDEF") != 16)
        lexer_refuse(l, expected);
    lexer_next(l);
    return strtoull(digits, NULL, 16);
}

static struct table *table_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_tables; i++)
        if (token_equal(&r->tables[i].name, name))
            return &r->tables[i];
    return NULL;
}

/* The next constants of a table: two of a double word, or one number of 32 or 16 bits. */
static void element_take(struct q15_reader *r, struct table *t, bool of_16_bits)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    if (r->form.packed) {
        const uint64_t word = double_word_take(l);
        for (size_t half = 0; half < 2; half++) {
            t->lines[t->n_constants] = line;
            t->constants[t->n_constants++] = (uint32_t)(word >> (32 * half));
        }
        return;
    }
    const int32_t number = q15_int_take(r);
    if (of_16_bits && (number < INT16_MIN || number > INT16_MAX))
        fail_at(l->file, line, "%d has more than 16 bits", number);
    t->lines[t->n_constants] = line;
    t->constants[t->n_constants++] = (uint32_t)number;
}

/* 1, 2, 3} or, of a matrix, {1, 2}, {3, 4}} */
static void elements_take(struct q15_reader *r, struct table *t, bool of_16_bits)
{
    struct lexer *l = &r->lexer;
    for (size_t row = 0; row < t->sizes.rows; row++) {
        if (t->sizes.matrix)
            lexer_expect(l, "{");
        for (size_t k = 0; k < t->sizes.columns; k++) {
            element_take(r, t, of_16_bits);
            if (t->sizes.matrix)
                lexer_expect(l, k + 1 < t->sizes.columns ? "," : "}");
        }
        lexer_expect(l, row + 1 < t->sizes.rows ? "," : "}");
    }
}

/* static const uint64_t w_0[12] = { ... }; or int32_t b_0[5], or int16_t w_0[21][5] */
static void table_read(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    q15_text_take(r, "table", "static const");
    const bool biases = !r->form.packed && token_is(&l->token, "int32_t");
    q15_text_take(r, "table", r->form.packed ? "uint64_t" : biases ? "int32_t" : "int16_t");
    const struct token name = lexer_name(l, "the name of a table");
    if (!q15_is_numbered(&name, biases ? "b_" : "w_") || table_find(r, &name) != NULL)
        q15_refuse(r, name.line, "%s is no new name of a table: b_ or w_ and a number", &name);
    if (r->n_tables == r->tables_room) {
        const size_t room = 2 * r->tables_room + 8;
        r->tables = arena_grow(r->arena, r->tables, r->n_tables, room, sizeof(*r->tables));
        r->tables_room = room;
    }
    struct table *t = &r->tables[r->n_tables++];
    *t = (struct table){.name = name, .sizes = q15_sizes_take(r, r->form.tiled && !biases)};
    const size_t count = t->sizes.rows * t->sizes.columns;
    t->constants = arena_alloc(r->arena, 2 * count, sizeof(*t->constants));
    t->lines = arena_alloc(r->arena, 2 * count, sizeof(*t->lines));
    q15_text_take(r, "table", "= {");
    elements_take(r, t, !biases);
    lexer_expect(l, ";");
}

/* --- calls ------------------------------------------------------------------------------------ */

/* A call: the function with its tables, and where its numbers go. */
struct call {
    const struct shared *shared;
    const struct table *biases, *weights; /* biases: NULL where weights has them */
    size_t first;                         /* neuron */
};

/* A constant of the call's tables; *line gets that of its number. */
static uint32_t constant_of(const struct call *call, size_t k, int *line)
{
    const size_t n = call->shared->n_biases;
    const struct table *t = k < n ? call->biases : call->weights;
    *line = t->lines[k < n ? k : k - n];
    return t->constants[k < n ? k : k - n];
}

static int32_t signed_of(uint32_t bits, uint32_t sign) /* the top bit of the number */
{
    return (int32_t)((int64_t)(bits & (sign - 1)) - (int64_t)(bits & sign));
}

static int32_t signed_32(uint32_t bits) { return signed_of(bits, UINT32_C(0x80000000)); }

/* A term with its weights, which are those of a pair in packed files. The upper half of the last
   word of an odd number of values is 0. A weight of 0 is no term. */
static void weights_add(struct q15_reader *r, const struct call *call, const struct q15_term *from,
                        struct q15_neuron *neuron)
{
    const size_t values = r->form.packed ? 2 : 1;
    for (size_t half = 0; half < values; half++) {
        struct q15_term term = {.source = from->source, .place = values * from->place + half};
        const uint32_t bits = constant_of(call, (size_t)from->weight, &term.line);
        term.weight = r->form.packed
                          ? signed_of(bits >> (16 * half) & UINT32_C(0xFFFF), UINT32_C(0x8000))
                          : signed_32(bits);
        if (term.weight != 0 && term.place >= q15_source_width(r, term.source))
            fail_at(r->lexer.file, term.line, "a weight of %d for a value that is not there",
                    term.weight);
        if (term.weight != 0)
            q15_term_add(r, neuron, &term);
    }
}

/* The neurons of a call. */
static void call_run(struct q15_reader *r, struct block *block, const struct call *call)
{
    const int layer = block->arrays[block->n_arrays - 1].source;
    int line;
    for (size_t k = 0; k < call->shared->n_constants; k++)
        if (!call->shared->used[k] && constant_of(call, k, &line) != 0)
            fail_at(r->lexer.file, line, "constant %zu of %s is not used", k,
                    token_text(&call->weights->name).text);
    for (size_t i = 0; i < call->shared->n_sums; i++) {
        const struct sum *sum = &call->shared->sums[i];
        struct q15_neuron neuron = sum->neuron;
        const size_t place = call->first + sum->place;
        neuron.bias = signed_32(constant_of(call, (size_t)sum->neuron.bias, &neuron.bias_line));
        neuron.terms = NULL;
        neuron.n_terms = neuron.room = 0;
        if (place >= q15_source_width(r, layer))
            fail_at(r->lexer.file, neuron.line, "neuron %zu of layer \"%s\", which has %zu", place,
                    r->spec->layers[layer].name, q15_source_width(r, layer));
        for (size_t k = 0; k < sum->neuron.n_terms; k++)
            weights_add(r, call, &sum->neuron.terms[k], &neuron);
        q15_neuron_store(r, block, place, &neuron);
    }
}

/* z, h_v: the arrays that the called function reads, which the layer reads. */
static void arrays_take(struct q15_reader *r, const struct block *block, const struct shared *s)
{
    for (size_t i = 0; i < s->reads.n_arrays; i++) {
        const struct token argument = r->lexer.token;
        const struct array array = q15_array_take(r);
        bool is_read = false;
        for (size_t k = 0; k + 1 < block->n_arrays; k++)
            is_read = is_read || block->arrays[k].source == array.source;
        if (!is_read || array.source != s->reads.arrays[i].source)
            q15_refuse(r, argument.line, "%s is not the array that this parameter is", &argument);
        lexer_expect(&r->lexer, ",");
    }
}

/* b_0, or w_0: a table of the size of the parameter. */
static const struct table *argument_take(struct q15_reader *r, struct sizes sizes)
{
    const struct token name = lexer_name(&r->lexer, "a table");
    struct table *table = table_find(r, &name);
    if (table == NULL || table->sizes.matrix != sizes.matrix || table->sizes.rows != sizes.rows ||
        table->sizes.columns != sizes.columns)
        q15_refuse(r, name.line, "%s is no table of the size that this function reads", &name);
    if (table->used)
        q15_refuse(r, name.line, "%s is used twice", &name);
    table->used = true;
    lexer_expect(&r->lexer, ",");
    return table;
}

/* epi_h_8_from_0(z, w_0, &h_v[0]); */
static void call_take(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a function of the model");
    const struct array out = block->arrays[block->n_arrays - 1];
    struct shared *s = q15_shared_find(r, &name);
    if (s == NULL)
        q15_refuse(r, name.line, "%s is no function that computes neurons", &name);
    s->called = true;
    struct call call = {.shared = s};
    lexer_expect(l, "(");
    arrays_take(r, block, s);
    if (!r->form.packed)
        call.biases = argument_take(r, (struct sizes){false, s->n_biases, 1});
    call.weights = argument_take(r, s->w);
    lexer_expect(l, "&");
    const struct token target = l->token;
    if (q15_array_take(r).source != out.source || s->out_packed != out.packed)
        q15_refuse(r, target.line, "%s is not what this function stores into", &target);
    const size_t first = q15_element_take(r, out);
    if (s->n_out > out.count - first)
        fail_at(l->file, target.line, "%zu elements behind place %zu of %zu", s->n_out, first,
                out.count);
    q15_text_take(r, "call", ");");
    call.first = first * (out.packed ? 2 : 1);
    call_run(r, block, &call);
}

/* --- layers ----------------------------------------------------------------------------------- */

/* Behind the name of the function. */
void q15_layer_take(struct q15_reader *r, const struct token *name)
{
    struct lexer *l = &r->lexer;
    if (q15_shared_find(r, name) != NULL)
        q15_refuse(r, name->line, "%s is defined twice", name);
    struct block *block = q15_block_begin(r, name);
    r->n_tables = 0;
    while (token_is(&l->token, "static"))
        table_read(r);
    while (!token_is(&l->token, "}"))
        call_take(r, block);
    for (size_t i = 0; i < r->n_tables; i++)
        if (!r->tables[i].used)
            q15_refuse(r, r->tables[i].name.line, "%s is not used", &r->tables[i].name);
    if (block->n_stored == 0)
        q15_refuse(r, name->line, "%s stores nothing", name);
    lexer_next(l);
}

void q15_shared_finish(const struct q15_reader *r)
{
    for (size_t i = 0; i < r->n_shared; i++)
        if (!r->shared[i].called)
            q15_refuse(r, r->shared[i].name.line, "%s is not called", &r->shared[i].name);
}
