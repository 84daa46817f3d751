/* Functions with their numbers in tables, which several calls with different tables can share, and
   the functions of layers, which hold the tables and call them:

       static void epi_h_8_from_0(const uint32_t z[2], const uint64_t w[12], uint32_t out[4])
       static void epi_h_layer(const uint32_t z[2], uint32_t h_v[5])

   A shared function is executed once with places of constants instead of numbers; a call puts the
   numbers of its table in. Two weights stand in a word, beside two values: the lower half of each
   belongs to the value with the even number. See q15_reader.h. */
#include "base/fail.h"
#include "validate/q15/q15_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A table of double words: constant k is its half k % 2 of double word k / 2. */
struct table {
    struct token name;
    size_t count; /* double words */
    uint64_t *numbers;
    int *lines;
    bool used;
};

/* A function that is called with a table. */
struct shared {
    struct token name;
    struct block reads; /* its arrays; nothing is written to them */
    size_t n_constants, n_out;
    bool out_packed;
    bool *used; /* constants */
    struct sum *sums;
    size_t n_sums;
    bool called;
};

/* What a shared function has loaded so far. */
struct registers {
    bool has_word, has_constants;
    struct q15_term word; /* the source and the word that v holds */
    size_t constants;     /* the double word of the table that p holds */
};

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

/* Whether a name is a letter and a number: a0, or with an underline between them w_8. */
static bool is_numbered(const struct token *name, const char *head)
{
    const size_t length = strlen(head);
    return name->length > length && memcmp(name->text, head, length) == 0 &&
           strspn(name->text + length, "0123456789") >= name->length - length;
}

static struct table *table_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_tables; i++)
        if (token_equal(&r->tables[i].name, name))
            return &r->tables[i];
    return NULL;
}

/* static const uint64_t w_0[12] = { ... }; */
static void numbers_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    q15_text_take(r, "table", "static const uint64_t");
    const struct token name = lexer_name(l, "the name of a table");
    if (!is_numbered(&name, "w_") || table_find(r, &name) != NULL)
        q15_refuse(r, name.line, "%s is no new name of a table: w_ and a number", &name);
    if (r->n_tables == r->tables_room) {
        const size_t room = 2 * r->tables_room + 8;
        r->tables = arena_grow(r->arena, r->tables, r->n_tables, room, sizeof(*r->tables));
        r->tables_room = room;
    }
    struct table *t = &r->tables[r->n_tables++];
    *t = (struct table){.name = name};
    lexer_expect(l, "[");
    t->count = lexer_index(l);
    if (t->count > (size_t)(l->end - l->next))
        fail_at(l->file, name.line, "%s has more elements than the rest of the file has characters",
                token_text(&name).text);
    t->numbers = arena_alloc(r->arena, t->count, sizeof(*t->numbers));
    t->lines = arena_alloc(r->arena, t->count, sizeof(*t->lines));
    q15_text_take(r, "table", "] = {");
    for (size_t i = 0; i < t->count; i++) {
        t->lines[i] = l->token.line;
        t->numbers[i] = double_word_take(l);
        lexer_expect(l, i + 1 < t->count ? "," : "}");
    }
    lexer_expect(l, ";");
}

static uint32_t constant_of(const struct table *table, int32_t k)
{
    return (uint32_t)(table->numbers[k / 2] >> (32 * (k % 2)));
}

static int32_t signed_of(uint32_t bits, uint32_t sign) /* the top bit of the number */
{
    return (int32_t)((int64_t)(bits & (sign - 1)) - (int64_t)(bits & sign));
}

/* --- shared functions ------------------------------------------------------------------------- */

static struct shared *shared_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_shared; i++)
        if (token_equal(&r->shared[i].name, name))
            return &r->shared[i];
    return NULL;
}

/* const uint32_t z[2], const uint64_t w[12], uint32_t out[4]) { */
static void parameters_take(struct q15_reader *r, struct shared *s)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "(");
    for (;;) {
        struct lexer ahead = *l;
        lexer_next(&ahead);
        if (!token_is(&l->token, "const"))
            lexer_refuse(l, "an array that is read");
        if (token_is(&ahead.token, "uint64_t"))
            break;
        q15_block_parameter(r, &s->reads);
        lexer_expect(l, ",");
    }
    q15_text_take(r, "parameters", "const uint64_t w[");
    const int line = l->token.line;
    s->n_constants = 2 * lexer_index(l);
    if (s->n_constants > (size_t)(l->end - l->next))
        fail_at(l->file, line, "w has more elements than the rest of the file has characters");
    s->used = arena_alloc(r->arena, s->n_constants, sizeof(*s->used));
    q15_text_take(r, "parameters", "],");
    s->out_packed = token_is(&l->token, "uint32_t");
    q15_text_take(r, "parameters", s->out_packed ? "uint32_t out[" : "int32_t out[");
    s->n_out = lexer_index(l);
    q15_text_take(r, "parameters", "]) {");
}

/* [number], below count */
static size_t element_number(struct q15_reader *r, size_t count)
{
    return q15_element_take(r, (struct array){SOURCE_INPUTS, count, false});
}

/* Marks a constant as used: each is read once. */
static int32_t constant_use(const struct q15_reader *r, struct shared *s, size_t k, int line)
{
    if (s->used[k])
        fail_at(r->lexer.file, line, "constant %zu of w is used twice", k);
    s->used[k] = true;
    return (int32_t)k;
}

/* p = w[4]; v = z[1]; */
static void load_take(struct q15_reader *r, const struct shared *s, struct registers *now)
{
    struct lexer *l = &r->lexer;
    const bool constants = token_is(&l->token, "p");
    q15_text_take(r, "a load", constants ? "p = w" : "v =");
    if (constants) {
        now->constants = element_number(r, s->n_constants / 2);
        now->has_constants = true;
    } else {
        const struct token name = l->token;
        const struct array array = q15_array_take(r);
        bool is_read = false;
        for (size_t i = 0; i < s->reads.n_arrays; i++)
            is_read = is_read || s->reads.arrays[i].source == array.source;
        if (!is_read || !array.packed)
            q15_refuse(r, name.line, "%s is no array of words that this function reads", &name);
        now->word.source = array.source;
        now->word.place = q15_element_take(r, array);
        now->has_word = true;
    }
    lexer_expect(l, ";");
}

/* (uint32_t)p or (uint32_t)(p >> 32U): the constant that it is. */
static size_t half_take(struct q15_reader *r, const struct registers *now)
{
    struct lexer *l = &r->lexer;
    q15_text_take(r, "half of p", "(uint32_t)");
    const bool upper = token_is(&l->token, "(");
    const int line = l->token.line;
    q15_text_take(r, "half of p", upper ? "(p >> 32U)" : "p");
    if (!now->has_constants)
        fail_at(l->file, line, "p is read before anything is stored there");
    return 2 * now->constants + upper;
}

/* a0 = (int32_t)(uint32_t)p; or a0 = epi_smlad(v, (uint32_t)(p >> 32U), a0); */
static void sum_take(struct q15_reader *r, struct shared *s, const struct registers *now)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a sum");
    struct sum *sum = q15_sum_find(r, &name);
    struct q15_term term = now->word;
    if (sum->stored)
        q15_refuse(r, name.line, "%s changes after it was stored", &name);
    lexer_expect(l, "=");
    const bool begins = token_is(&l->token, "(");
    if (begins == sum->begun)
        q15_refuse(r, name.line, begins ? "%s begins twice" : "%s does not begin with a bias",
                   &name);
    sum->begun = true;
    if (begins) {
        lexer_expect(l, "(");
        q15_text_take(r, "bias", "int32_t)");
        sum->neuron.bias = constant_use(r, s, half_take(r, now), name.line);
        lexer_expect(l, ";");
        return;
    }
    q15_kernel_use(r, "packed", name.line);
    q15_text_take(r, "a term", "epi_smlad(v,");
    if (!now->has_word)
        fail_at(l->file, name.line, "v is read before anything is stored there");
    term.weight = constant_use(r, s, half_take(r, now), name.line);
    q15_term_add(r, &sum->neuron, &term);
    lexer_expect(l, ",");
    const struct token again = lexer_name(l, "the sum itself");
    if (!token_equal(&name, &again))
        q15_refuse(r, again.line, "%s is added to another sum", &again);
    q15_text_take(r, "a term", ");");
}

/* out[0] = kernel(...); or, for a pair of values, out[0] = epi_pack(kernel(...), kernel(...)); the
   second one of the last pair can be 0. */
static void store_take(struct q15_reader *r, const struct shared *s)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    lexer_expect(l, "out");
    const size_t place = element_number(r, s->n_out) * (s->out_packed ? 2 : 1);
    lexer_expect(l, "=");
    if (s->out_packed) {
        q15_kernel_use(r, "packed", line);
        q15_text_take(r, "a pair", "epi_pack(");
    }
    q15_value_take(r)->place = place;
    if (s->out_packed) {
        lexer_expect(l, ",");
        if (token_is(&l->token, "0"))
            lexer_next(l);
        else
            q15_value_take(r)->place = place + 1;
        lexer_expect(l, ")");
    }
    lexer_expect(l, ";");
}

static void statement_take(struct q15_reader *r, struct shared *s, struct registers *now)
{
    const struct token *t = &r->lexer.token;
    if (token_is(t, "p") || token_is(t, "v"))
        load_take(r, s, now);
    else if (token_is(t, "out"))
        store_take(r, s);
    else
        sum_take(r, s, now);
}

/* int32_t a0; */
static void sum_declare(struct q15_reader *r)
{
    lexer_expect(&r->lexer, "int32_t");
    const struct token name = lexer_name(&r->lexer, "a sum");
    if (!is_numbered(&name, "a"))
        q15_refuse(r, name.line, "%s is no name of a sum: a and a number", &name);
    (void)q15_sum_add(r, &name);
    lexer_expect(&r->lexer, ";");
}

/* Whether a sum reads arrays from their first to their last word, one after the other. */
static bool words_are_in_order(const struct shared *s, const struct q15_neuron *neuron)
{
    size_t next = 0;
    int source = SOURCE_INPUTS;
    for (size_t k = 0; k < neuron->n_terms; k++) {
        const struct q15_term *t = &neuron->terms[k];
        size_t i = 0;
        while (s->reads.arrays[i].source != t->source)
            i++;
        if (t->place != next || (next > 0 && t->source != source))
            return false;
        source = t->source;
        next = (next + 1) % s->reads.arrays[i].count;
    }
    return next == 0;
}

/* Each sum has a bias and as many terms as all others; of an odd number of sums the last double
   words have an upper half that nothing uses. */
static void lanes_finish(struct q15_reader *r, struct shared *s)
{
    const size_t places = 2 * ((r->n_sums + 1) / 2);
    for (size_t i = 0; i < r->n_sums; i++) {
        const struct sum *sum = &r->sums[i];
        if (!sum->stored)
            q15_refuse(r, sum->name.line, "%s is computed but not stored", &sum->name);
        if (!sum->begun || s->n_constants != places * (sum->neuron.n_terms + 1))
            q15_refuse(r, sum->name.line, "%s does not have one constant of each row of w",
                       &sum->name);
        if (!words_are_in_order(s, &sum->neuron))
            q15_refuse(r, sum->name.line, "%s does not read whole arrays in their order",
                       &sum->name);
    }
    s->n_sums = r->n_sums;
    s->sums = arena_alloc(r->arena, r->n_sums, sizeof(*s->sums));
    memcpy(s->sums, r->sums, r->n_sums * sizeof(*s->sums));
}

/* Behind the name of the function. */
void q15_shared_take(struct q15_reader *r, const struct token *name)
{
    struct array array;
    struct registers now = {false, false, {0}, 0};
    if (r->n_shared == r->shared_room) {
        const size_t room = 2 * r->shared_room + 16;
        r->shared = arena_grow(r->arena, r->shared, r->n_shared, room, sizeof(*r->shared));
        r->shared_room = room;
    }
    if (shared_find(r, name) != NULL || q15_block_find(r, name) != NULL)
        q15_refuse(r, name->line, "%s is defined twice", name);
    if (q15_array_find(r, name, &array) || name->length <= strlen(r->names->prefix) ||
        memcmp(name->text, r->names->prefix, strlen(r->names->prefix)) != 0)
        q15_refuse(r, name->line, "%s is no function of the model", name);
    struct shared *s = &r->shared[r->n_shared++];
    *s = (struct shared){.name = *name};
    parameters_take(r, s);
    q15_text_take(r, "function", "uint64_t p; uint32_t v;");
    r->n_sums = 0;
    while (token_is(&r->lexer.token, "int32_t"))
        sum_declare(r);
    while (!token_is(&r->lexer.token, "}"))
        statement_take(r, s, &now);
    lexer_next(&r->lexer);
    lanes_finish(r, s);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* A call: the function with a table, and where its numbers go. */
struct call {
    const struct shared *shared;
    const struct table *table;
    size_t first; /* neuron */
};

/* A pair of weights as terms. The upper half of the last word of an odd number of values is 0. */
static void pair_add(struct q15_reader *r, const struct table *table, const struct q15_term *pair,
                     struct q15_neuron *neuron)
{
    const uint32_t word = constant_of(table, pair->weight);
    for (size_t half = 0; half < 2; half++) {
        const struct q15_term term = {
            .source = pair->source,
            .place = 2 * pair->place + half,
            .weight = signed_of(word >> (16 * half) & UINT32_C(0xFFFF), UINT32_C(0x8000)),
            .line = table->lines[pair->weight / 2],
        };
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
    const struct table *table = call->table;
    const int layer = block->arrays[block->n_arrays - 1].source;
    for (size_t k = 0; k < call->shared->n_constants; k++)
        if (!call->shared->used[k] && constant_of(table, (int32_t)k) != 0)
            fail_at(r->lexer.file, table->lines[k / 2], "constant %zu of %s is not used", k,
                    token_text(&table->name).text);
    for (size_t i = 0; i < call->shared->n_sums; i++) {
        const struct sum *sum = &call->shared->sums[i];
        struct q15_neuron neuron = sum->neuron;
        const size_t place = call->first + sum->place;
        neuron.bias = signed_of(constant_of(table, sum->neuron.bias), UINT32_C(0x80000000));
        neuron.bias_line = table->lines[sum->neuron.bias / 2];
        neuron.terms = NULL;
        neuron.n_terms = neuron.room = 0;
        if (place >= q15_source_width(r, layer))
            fail_at(r->lexer.file, neuron.line, "neuron %zu of layer \"%s\", which has %zu", place,
                    r->spec->layers[layer].name, q15_source_width(r, layer));
        for (size_t k = 0; k < sum->neuron.n_terms; k++)
            pair_add(r, table, &sum->neuron.terms[k], &neuron);
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

/* epi_h_8_from_0(z, w_0, &h_v[0]); */
static void call_take(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a function of the model");
    const struct array out = block->arrays[block->n_arrays - 1];
    struct shared *s = shared_find(r, &name);
    if (s == NULL)
        q15_refuse(r, name.line, "%s is no function that computes neurons", &name);
    s->called = true;
    lexer_expect(l, "(");
    arrays_take(r, block, s);
    const struct token table_name = lexer_name(l, "a table");
    struct table *table = table_find(r, &table_name);
    if (table == NULL || 2 * table->count != s->n_constants)
        q15_refuse(r, table_name.line, "%s is no table of the size that this function reads",
                   &table_name);
    if (table->used)
        q15_refuse(r, table_name.line, "%s is used twice", &table_name);
    table->used = true;
    q15_text_take(r, "call", ", &");
    const struct token target = l->token;
    if (q15_array_take(r).source != out.source || s->out_packed != out.packed)
        q15_refuse(r, target.line, "%s is not what this function stores into", &target);
    const size_t first = q15_element_take(r, out);
    if (s->n_out > out.count - first)
        fail_at(l->file, target.line, "%zu elements behind place %zu of %zu", s->n_out, first,
                out.count);
    q15_text_take(r, "call", ");");
    call_run(r, block, &(struct call){s, table, first * (out.packed ? 2 : 1)});
}

/* --- layers ----------------------------------------------------------------------------------- */

bool q15_is_layer(const struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->spec->n_layers; i++)
        if (known_is_name(name, r->names,
                          arena_printf(r->arena, "%s_layer", r->spec->layers[i].name)))
            return true;
    return false;
}

/* Behind the name of the function. */
void q15_layer_take(struct q15_reader *r, const struct token *name)
{
    struct lexer *l = &r->lexer;
    bool reads;
    if (shared_find(r, name) != NULL)
        q15_refuse(r, name->line, "%s is defined twice", name);
    struct block *block = q15_block_begin(r, name);
    lexer_expect(l, "(");
    do {
        reads = token_is(&l->token, "const");
        q15_block_parameter(r, block);
        lexer_expect(l, reads ? "," : ")");
    } while (reads);
    lexer_expect(l, "{");
    r->n_tables = 0;
    while (token_is(&l->token, "static"))
        numbers_take(r);
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
