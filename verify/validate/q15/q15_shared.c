/* Functions with their numbers in tables: see q15_shared.h. A loop is executed once for each turn,
   with the turn's number for i. */
#include "validate/q15/q15_shared.h"

#include "base/fail.h"

#include <string.h>

/* What a shared function has loaded so far, and the turn of a loop. */
struct registers {
    bool has_word, has_constants;
    struct q15_term word;  /* the source and the element that it holds */
    struct token variable; /* v, in a loop v0, v1 ...: what was loaded last */
    size_t loads;          /* in this turn */
    size_t constants;      /* the double word of w that p holds */
    bool in_loop;
    size_t turn;
};

bool q15_is_numbered(const struct token *name, const char *head)
{
    const size_t length = strlen(head);
    return name->length > length && memcmp(name->text, head, length) == 0 &&
           strspn(name->text + length, "0123456789") >= name->length - length;
}

struct shared *q15_shared_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_shared; i++)
        if (token_equal(&r->shared[i].name, name))
            return &r->shared[i];
    return NULL;
}

/* --- parameters ------------------------------------------------------------------------------- */

struct sizes q15_sizes_take(struct q15_reader *r, bool matrix)
{
    struct lexer *l = &r->lexer;
    struct sizes sizes = {matrix, 0, 1};
    const int line = l->token.line;
    const size_t most = (size_t)(l->end - l->next);
    lexer_expect(l, "[");
    sizes.rows = lexer_index(l);
    lexer_expect(l, "]");
    if (matrix) {
        lexer_expect(l, "[");
        sizes.columns = lexer_index(l);
        lexer_expect(l, "]");
    }
    if (sizes.rows > most || sizes.columns > most || sizes.rows * sizes.columns > most)
        fail_at(l->file, line, "more elements than the rest of the file has characters");
    return sizes;
}

/* const uint64_t w[12], or const int32_t b[5], const int16_t w[21][5] */
static void constants_take(struct q15_reader *r, struct shared *s)
{
    const bool tiled = r->form.tiled;
    if (r->form.packed) {
        q15_text_take(r, "parameters", "const uint64_t w");
        s->w = q15_sizes_take(r, tiled);
        s->n_constants = 2 * s->w.rows * s->w.columns;
    } else {
        q15_text_take(r, "parameters", "const int32_t b");
        s->n_biases = q15_sizes_take(r, false).rows;
        q15_text_take(r, "parameters", ", const int16_t w");
        s->w = q15_sizes_take(r, true);
        s->n_constants = s->n_biases + s->w.rows * s->w.columns;
    }
    s->used = arena_alloc(r->arena, s->n_constants, sizeof(*s->used));
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
        lexer_next(&ahead);
        if (token_is(&ahead.token, "w") || token_is(&ahead.token, "b"))
            break;
        q15_block_parameter(r, &s->reads);
        lexer_expect(l, ",");
    }
    constants_take(r, s);
    lexer_expect(l, ",");
    s->out_packed = token_is(&l->token, "uint32_t");
    q15_text_take(r, "parameters", s->out_packed ? "uint32_t out" : "int32_t out");
    s->n_out = q15_sizes_take(r, false).rows;
    q15_text_take(r, "parameters", ") {");
}

/* --- statements ------------------------------------------------------------------------------- */

/* [number], or in a loop [i] or [i + 2U]: below count */
static size_t place_of(struct q15_reader *r, const struct registers *now, size_t count)
{
    struct lexer *l = &r->lexer;
    if (!now->in_loop)
        return q15_element_take(r, (struct array){SOURCE_INPUTS, count, false});
    const int line = l->token.line;
    size_t place = now->turn;
    lexer_expect(l, "[");
    lexer_expect(l, "i");
    if (token_is(&l->token, "+")) {
        lexer_next(l);
        const size_t more = lexer_unsigned(l);
        if (more == 0 || more > count)
            fail_at(l->file, line, "'i + %zuU' in an array of %zu numbers", more, count);
        place += more;
    }
    if (place >= count)
        fail_at(l->file, line, "index %zu of an array of %zu numbers", place, count);
    lexer_expect(l, "]");
    return place;
}

/* [4], or of a matrix [i + 1U][0]: the element of w */
static size_t element_of_w(struct q15_reader *r, const struct shared *s,
                           const struct registers *now)
{
    const size_t row = place_of(r, now, s->w.rows);
    const struct registers outside = {.in_loop = false};
    return s->w.matrix ? row * s->w.columns + place_of(r, &outside, s->w.columns) : row;
}

/* Marks a constant as used: each is read once. */
static int32_t constant_use(const struct q15_reader *r, struct shared *s, size_t k, int line)
{
    if (s->used[k])
        fail_at(r->lexer.file, line, "constant %zu of w is used twice", k);
    s->used[k] = true;
    return (int32_t)k;
}

/* p = w[4]; */
static void constants_load(struct q15_reader *r, const struct shared *s, struct registers *now)
{
    q15_text_take(r, "a load", "p = w");
    now->constants = element_of_w(r, s, now);
    now->has_constants = true;
    lexer_expect(&r->lexer, ";");
}

/* v = z[1]; or in a loop const int32_t v0 = z[i]; */
static void word_load(struct q15_reader *r, const struct shared *s, struct registers *now)
{
    struct lexer *l = &r->lexer;
    const char *name = "v";
    if (now->in_loop) {
        q15_text_take(r, "a load", r->form.packed ? "const uint32_t" : "const int32_t");
        name = arena_printf(r->arena, "v%zu", now->loads++);
    }
    now->variable = l->token;
    q15_text_take(r, "a load", arena_printf(r->arena, "%s =", name));
    const struct token array_name = l->token;
    const struct array array = q15_array_take(r);
    bool is_read = false;
    for (size_t i = 0; i < s->reads.n_arrays; i++)
        is_read = is_read || s->reads.arrays[i].source == array.source;
    if (!is_read || array.packed != r->form.packed)
        q15_refuse(r, array_name.line, "%s is no array that this function reads", &array_name);
    now->word.source = array.source;
    now->word.place = place_of(r, now, array.count);
    now->has_word = true;
    lexer_expect(l, ";");
}

/* The variable that was loaded last. */
static void variable_take(struct q15_reader *r, const struct registers *now)
{
    const struct token name = lexer_name(&r->lexer, "what was loaded last");
    if (!now->has_word || !token_equal(&name, &now->variable))
        q15_refuse(r, name.line, "%s is not what was loaded last", &name);
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

/* The sum itself, which must be what a term is added to. */
static void again_take(struct q15_reader *r, const struct token *name)
{
    const struct token again = lexer_name(&r->lexer, "the sum itself");
    if (!token_equal(name, &again))
        q15_refuse(r, again.line, "%s is added to another sum", &again);
}

/* (int32_t)(uint32_t)p; behind a0 = */
static void bias_take(struct q15_reader *r, struct shared *s, const struct registers *now,
                      struct sum *sum)
{
    const int line = r->lexer.token.line;
    if (now->in_loop)
        fail_at(r->lexer.file, line, "a sum begins in a loop");
    lexer_expect(&r->lexer, "(");
    q15_text_take(r, "bias", "int32_t)");
    sum->neuron.bias = constant_use(r, s, half_take(r, now), line);
    lexer_expect(&r->lexer, ";");
}

/* epi_smlad(v, (uint32_t)(p >> 32U), a0); or a0 + (w[i][0] * v); behind a0 = */
static void term_take(struct q15_reader *r, struct shared *s, const struct registers *now,
                      struct sum *sum)
{
    const struct token name = sum->name;
    const int line = r->lexer.token.line;
    struct q15_term term = now->word;
    if (r->form.packed) {
        q15_kernel_use(r, "packed", line);
        q15_text_take(r, "a term", "epi_smlad(");
        variable_take(r, now);
        lexer_expect(&r->lexer, ",");
        term.weight = constant_use(r, s, half_take(r, now), line);
        lexer_expect(&r->lexer, ",");
        again_take(r, &name);
        q15_text_take(r, "a term", ");");
    } else {
        again_take(r, &name);
        q15_text_take(r, "a term", "+ (w");
        term.weight = constant_use(r, s, s->n_biases + element_of_w(r, s, now), line);
        lexer_expect(&r->lexer, "*");
        variable_take(r, now);
        q15_text_take(r, "a term", ");");
    }
    q15_term_add(r, &sum->neuron, &term);
}

static void sum_take(struct q15_reader *r, struct shared *s, const struct registers *now)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a sum");
    struct sum *sum = q15_sum_find(r, &name);
    if (sum->stored)
        q15_refuse(r, name.line, "%s changes after it was stored", &name);
    lexer_expect(l, "=");
    const bool begins = token_is(&l->token, "(");
    if (begins == sum->begun)
        q15_refuse(r, name.line, begins ? "%s begins twice" : "%s does not begin with a bias",
                   &name);
    sum->begun = true;
    if (begins)
        bias_take(r, s, now, sum);
    else
        term_take(r, s, now, sum);
}

/* out[0] = kernel(...); or, for a pair of values, out[0] = epi_pack(kernel(...), kernel(...)); the
   second one of the last pair can be 0. */
static void store_take(struct q15_reader *r, const struct shared *s)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    const struct array out = {SOURCE_INPUTS, s->n_out, false};
    lexer_expect(l, "out");
    const size_t place = q15_element_take(r, out) * (s->out_packed ? 2 : 1);
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

/* i++ or i += 4U */
static size_t step_take(struct lexer *l)
{
    const int line = l->token.line;
    lexer_expect(l, "i");
    if (token_is(&l->token, "++")) {
        lexer_next(l);
        return 1;
    }
    lexer_expect(l, "+=");
    const size_t step = lexer_unsigned(l);
    if (step < 2)
        fail_at(l->file, line, "a step of %zu, expected 'i++' or a larger step", step);
    return step;
}

/* for (uint32_t i = 0U; i < 21U; i += 3U) { ... } */
static void loop_take(struct q15_reader *r, struct shared *s, struct registers *now)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    q15_text_take(r, "loop", "for (uint32_t i = 0U; i <");
    const size_t bound = lexer_unsigned(l);
    lexer_expect(l, ";");
    const size_t step = step_take(l);
    if (bound == 0 || bound % step != 0)
        fail_at(l->file, line, "a loop to %zu in steps of %zu", bound, step);
    q15_text_take(r, "loop", ") {");
    const struct lexer body = *l;
    if (!token_is(&l->token, "const"))
        lexer_refuse(l, "a load");
    for (size_t turn = 0; turn < bound; turn += step) {
        *l = body;
        *now = (struct registers){.in_loop = true, .turn = turn};
        while (!token_is(&l->token, "}"))
            if (token_is(&l->token, "const"))
                word_load(r, s, now);
            else if (token_is(&l->token, "p"))
                constants_load(r, s, now);
            else
                sum_take(r, s, now);
    }
    *now = (struct registers){.in_loop = false};
    lexer_next(l);
}

static void statement_take(struct q15_reader *r, struct shared *s, struct registers *now)
{
    const struct token *t = &r->lexer.token;
    if (token_is(t, "p") && r->form.packed)
        constants_load(r, s, now);
    else if (token_is(t, "v"))
        word_load(r, s, now);
    else if (token_is(t, "out"))
        store_take(r, s);
    else if (token_is(t, "for") && r->form.tiled)
        loop_take(r, s, now);
    else
        sum_take(r, s, now);
}

/* --- functions -------------------------------------------------------------------------------- */

/* uint32_t v; or int32_t v; or nothing where only loops read. */
static void variable_declare(struct q15_reader *r)
{
    struct lexer ahead = r->lexer;
    lexer_next(&ahead);
    if (token_is(&ahead.token, "v"))
        q15_text_take(r, "function", r->form.packed ? "uint32_t v;" : "int32_t v;");
}

/* int32_t a0; or int32_t a0 = b[0]; */
static void sum_declare(struct q15_reader *r, struct shared *s)
{
    lexer_expect(&r->lexer, "int32_t");
    const struct token name = lexer_name(&r->lexer, "a sum");
    if (!q15_is_numbered(&name, "a"))
        q15_refuse(r, name.line, "%s is no name of a sum: a and a number", &name);
    struct sum *sum = q15_sum_add(r, &name);
    if (!r->form.packed) {
        const struct array biases = {SOURCE_INPUTS, s->n_biases, false};
        q15_text_take(r, "bias", "= b");
        sum->neuron.bias = constant_use(r, s, q15_element_take(r, biases), name.line);
        sum->begun = true;
    }
    lexer_expect(&r->lexer, ";");
}

/* Whether a sum reads arrays from their first to their last element, one after the other. */
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

/* Each sum has a bias and as many terms as all others; of an odd number of sums in pairs
   the last double words have an upper half that nothing uses. */
static void lanes_finish(struct q15_reader *r, struct shared *s)
{
    const size_t places = r->form.packed ? 2 * ((r->n_sums + 1) / 2) : r->n_sums;
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
    if (s->n_out != (s->out_packed ? (r->n_sums + 1) / 2 : r->n_sums))
        fail_at(r->lexer.file, s->name.line, "%s stores %zu numbers, and out has %zu elements",
                token_text(&s->name).text, r->n_sums, s->n_out);
    s->n_sums = r->n_sums;
    s->sums = arena_alloc(r->arena, r->n_sums, sizeof(*s->sums));
    memcpy(s->sums, r->sums, r->n_sums * sizeof(*s->sums));
}

/* Behind the name of the function. */
void q15_shared_take(struct q15_reader *r, const struct token *name)
{
    struct array array;
    struct registers now = {.in_loop = false};
    if (r->n_shared == r->shared_room) {
        const size_t room = 2 * r->shared_room + 16;
        r->shared = arena_grow(r->arena, r->shared, r->n_shared, room, sizeof(*r->shared));
        r->shared_room = room;
    }
    if (q15_shared_find(r, name) != NULL || q15_block_find(r, name) != NULL)
        q15_refuse(r, name->line, "%s is defined twice", name);
    if (q15_array_find(r, name, &array) || name->length <= strlen(r->names->prefix) ||
        memcmp(name->text, r->names->prefix, strlen(r->names->prefix)) != 0)
        q15_refuse(r, name->line, "%s is no function of the model", name);
    struct shared *s = &r->shared[r->n_shared++];
    *s = (struct shared){.name = *name};
    parameters_take(r, s);
    r->n_sums = 0;
    if (r->form.packed)
        q15_text_take(r, "function", "uint64_t p;");
    variable_declare(r);
    while (token_is(&r->lexer.token, "int32_t"))
        sum_declare(r, s);
    while (!token_is(&r->lexer.token, "}"))
        statement_take(r, s, &now);
    lexer_next(&r->lexer);
    lanes_finish(r, s);
}
