/* Functions of unrolled files for cores without SMLAD: sums with their weights as literals, and
   what the activation makes of each. See q15_reader.h. */
#include "base/fail.h"
#include "validate/q15/q15_reader.h"

#include <string.h>

/* --- sums: also of functions with tables ------------------------------------------------------ */

struct sum *q15_sum_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_sums; i++)
        if (token_equal(&r->sums[i].name, name))
            return &r->sums[i];
    q15_refuse(r, name->line, "%s is no sum of this function", name);
}

struct sum *q15_sum_add(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_sums; i++)
        if (token_equal(&r->sums[i].name, name))
            q15_refuse(r, name->line, "%s is declared twice", name);
    if (r->n_sums == r->sums_room) {
        const size_t room = 2 * r->sums_room + 16;
        r->sums = arena_grow(r->arena, r->sums, r->n_sums, room, sizeof(*r->sums));
        r->sums_room = room;
    }
    struct sum *sum = &r->sums[r->n_sums++];
    *sum = (struct sum){.name = *name, .neuron.bias_line = name->line};
    return sum;
}

void q15_term_add(struct q15_reader *r, struct q15_neuron *neuron, const struct q15_term *term)
{
    if (neuron->n_terms == neuron->room) {
        const size_t room = 2 * neuron->room + 8;
        neuron->terms =
            arena_grow(r->arena, neuron->terms, neuron->n_terms, room, sizeof(*neuron->terms));
        neuron->room = room;
    }
    neuron->terms[neuron->n_terms++] = *term;
}

/* h_0 or epi_shift(h_0, 9U); returns its sum. */
static struct sum *shifted_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    bool shifts = known_is_name(&l->token, r->names, "shift");
    if (shifts) {
        q15_kernel_use(r, "shift", line);
        lexer_next(l);
        lexer_expect(l, "(");
    }
    const struct token name = lexer_name(l, "a sum");
    struct sum *sum = q15_sum_find(r, &name);
    if (sum->stored)
        q15_refuse(r, name.line, "%s is stored twice", &name);
    sum->stored = true;
    if (shifts) {
        lexer_expect(l, ",");
        sum->neuron.shift = (uint32_t)lexer_unsigned(l);
        lexer_expect(l, ")");
    }
    return sum;
}

/* A further argument of a kernel: 15U, or -8192. */
static int32_t argument_take(struct q15_reader *r)
{
    const struct token t = r->lexer.token;
    if (t.kind == TOKEN_NUMBER && t.length > 1 && t.text[t.length - 1] == 'U')
        return (int32_t)lexer_unsigned(&r->lexer);
    return q15_int_take(r);
}

/* The function of an activation: neither shift, clamp nor a part of others. */
static const struct q15_kernel *activation_next(const struct q15_reader *r)
{
    for (enum activation a = 0; a < ACT_COUNT; a++) {
        const char *name = q15_kernel_name(a, r->form.tables);
        if (name != NULL && known_is_name(&r->lexer.token, r->names, name)) {
            const size_t i = q15_kernel_find(r, name);
            return i < r->n_kernels ? r->kernels[i] : NULL;
        }
    }
    return NULL;
}

/* kernel(shift(h_0, 9U), 15U): what is stored of a sum, which it returns. */
struct sum *q15_value_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    const struct q15_kernel *kernel = activation_next(r);
    if (kernel != NULL) {
        q15_kernel_use(r, kernel->name, line);
        lexer_next(l);
        lexer_expect(l, "(");
    }
    struct sum *sum = shifted_take(r);
    sum->neuron.kernel = kernel;
    sum->neuron.line = line;
    while (kernel != NULL && token_is(&l->token, ",")) {
        lexer_next(l);
        if (sum->neuron.n_arguments == Q15_ARGUMENTS)
            fail_at(l->file, line, "more than %d arguments", Q15_ARGUMENTS);
        sum->neuron.arguments[sum->neuron.n_arguments++] = argument_take(r);
    }
    if (kernel != NULL)
        lexer_expect(l, ")");
    return sum;
}

/* --- functions that the entry point calls ----------------------------------------------------- */

struct block *q15_block_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_blocks; i++)
        if (token_equal(&r->blocks[i].name, name))
            return &r->blocks[i];
    return NULL;
}

/* const int32_t z[2] or int32_t h_v[3] */
void q15_block_parameter(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    const bool reads = token_is(&l->token, "const");
    if (reads)
        lexer_next(l);
    const struct token type = lexer_name(l, "a type of values");
    const struct token name = l->token;
    const struct array array = q15_array_take(r);
    if (!token_is(&type, q15_element_type(array)))
        fail_at(l->file, type.line, "%s: expected '%s'", token_text(&type).text,
                q15_element_type(array));
    for (size_t i = 0; i < block->n_arrays; i++)
        if (block->arrays[i].source == array.source)
            q15_refuse(r, name.line, "%s is a parameter twice", &name);
    if (!reads && array.source == SOURCE_INPUTS)
        q15_refuse(r, name.line, "%s is written to", &name);
    lexer_expect(l, "[");
    if (lexer_index(l) != array.count)
        fail_at(l->file, name.line, "%s has %zu numbers", token_text(&name).text, array.count);
    lexer_expect(l, "]");
    if (block->n_arrays == MAX_ARRAYS)
        fail_at(l->file, name.line, "more than %d parameters", MAX_ARRAYS);
    block->arrays[block->n_arrays++] = array;
}

/* (const int32_t z[2], int32_t h_v[3]) { */
static void parameters_take(struct q15_reader *r, struct block *block)
{
    bool reads;
    lexer_expect(&r->lexer, "(");
    do {
        reads = token_is(&r->lexer.token, "const");
        q15_block_parameter(r, block);
        lexer_expect(&r->lexer, reads ? "," : ")");
    } while (reads);
    lexer_expect(&r->lexer, "{");
}

struct block *q15_block_begin(struct q15_reader *r, const struct token *name)
{
    struct array array;
    if (r->n_blocks == r->blocks_room) {
        const size_t room = 2 * r->blocks_room + 16;
        r->blocks = arena_grow(r->arena, r->blocks, r->n_blocks, room, sizeof(*r->blocks));
        r->blocks_room = room;
    }
    if (q15_block_find(r, name) != NULL)
        q15_refuse(r, name->line, "%s is defined twice", name);
    if (q15_array_find(r, name, &array) || name->length <= strlen(r->names->prefix) ||
        memcmp(name->text, r->names->prefix, strlen(r->names->prefix)) != 0)
        q15_refuse(r, name->line, "%s is no function of the model", name);
    struct block *block = &r->blocks[r->n_blocks++];
    *block = (struct block){.name = *name};
    parameters_take(r, block);
    return block;
}

void q15_neuron_store(struct q15_reader *r, struct block *block, size_t place,
                      const struct q15_neuron *neuron)
{
    const int layer = block->arrays[block->n_arrays - 1].source;
    struct q15_neuron *stored = &r->file->layers[layer][place];
    if (stored->line != 0)
        fail_at(r->lexer.file, neuron->line,
                "neuron %zu of layer \"%s\" is stored twice, first in line %d", place,
                r->spec->layers[layer].name, stored->line);
    *stored = *neuron;
    if (block->n_stored == block->room) {
        const size_t room = 2 * block->room + 8;
        block->stored = arena_grow(r->arena, block->stored, block->n_stored, room, sizeof(size_t));
        block->room = room;
    }
    block->stored[block->n_stored++] = place;
}

/* --- functions with literals ------------------------------------------------------------------ */

/* Whether a name is that of the layer that the function computes, _ and a number: no macro is. */
static bool is_sum_name(const struct q15_reader *r, const struct block *block,
                        const struct token *name)
{
    const char *layer = r->spec->layers[block->arrays[block->n_arrays - 1].source].name;
    size_t length = strlen(layer), digits = 0;
    while (length + 1 + digits < name->length && name->text[length + 1 + digits] >= '0' &&
           name->text[length + 1 + digits] <= '9')
        digits++;
    return digits > 0 && name->length == length + 1 + digits &&
           memcmp(name->text, layer, length) == 0 && name->text[length] == '_';
}

/* int32_t h_0 = bias; */
static void sum_declare(struct q15_reader *r, const struct block *block)
{
    lexer_expect(&r->lexer, "int32_t");
    const struct token name = lexer_name(&r->lexer, "a sum");
    struct sum *sum = q15_sum_add(r, &name);
    if (!is_sum_name(r, block, &name))
        q15_refuse(r, name.line, "%s is no name of a sum: the layer's, _ and a number", &name);
    lexer_expect(&r->lexer, "=");
    sum->neuron.bias = q15_int_take(r);
    lexer_expect(&r->lexer, ";");
}

/* The array that a function reads, which must be one of its parameters. */
static struct array parameter_read(struct q15_reader *r, const struct block *block)
{
    const struct token name = r->lexer.token;
    const struct array array = q15_array_take(r);
    for (size_t i = 0; i + 1 < block->n_arrays; i++)
        if (block->arrays[i].source == array.source)
            return array;
    q15_refuse(r, name.line, "%s is no array that this function reads", &name);
}

/* h_0 = h_0 + (weight * z[1]); or, with weight 1, h_0 = h_0 + z[1]; */
static void term_take(struct q15_reader *r, const struct block *block)
{
    struct token name = lexer_name(&r->lexer, "a sum");
    struct sum *sum = q15_sum_find(r, &name);
    if (sum->stored)
        q15_refuse(r, name.line, "%s changes after it was stored", &name);
    lexer_expect(&r->lexer, "=");
    const struct token again = lexer_name(&r->lexer, "the sum itself");
    if (!token_equal(&name, &again))
        q15_refuse(r, again.line, "%s is added to another sum", &again);
    lexer_expect(&r->lexer, "+");
    struct q15_term term = {.line = name.line, .weight = 1};
    const bool product = token_is(&r->lexer.token, "(");
    if (product) {
        lexer_next(&r->lexer);
        term.weight = q15_int_take(r);
        lexer_expect(&r->lexer, "*");
    }
    const struct array array = parameter_read(r, block);
    term.source = array.source;
    term.place = q15_element_take(r, array);
    if (product)
        lexer_expect(&r->lexer, ")");
    lexer_expect(&r->lexer, ";");
    q15_term_add(r, &sum->neuron, &term);
}

/* h_v[0] = kernel(shift(h_0, 9U), 15U); */
static void store_take(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    const struct array array = q15_array_take(r), out = block->arrays[block->n_arrays - 1];
    const size_t place = q15_element_take(r, array);
    if (array.source != out.source)
        fail_at(l->file, line, "this function stores into another array than its last parameter");
    lexer_expect(l, "=");
    struct q15_neuron neuron = q15_value_take(r)->neuron;
    lexer_expect(l, ";");
    neuron.line = line;
    q15_neuron_store(r, block, place, &neuron);
}

/* Behind the name of the function. */
void q15_block_take(struct q15_reader *r, const struct token *name)
{
    struct lexer *l = &r->lexer;
    struct array array;
    struct block *block = q15_block_begin(r, name);
    r->n_sums = 0;
    while (token_is(&l->token, "int32_t"))
        sum_declare(r, block);
    while (!token_is(&l->token, "}")) {
        const bool stores = l->token.kind == TOKEN_NAME && q15_array_find(r, &l->token, &array);
        if (stores)
            store_take(r, block);
        else
            term_take(r, block);
    }
    for (size_t i = 0; i < r->n_sums; i++)
        if (!r->sums[i].stored)
            q15_refuse(r, r->sums[i].name.line, "%s is computed but not stored", &r->sums[i].name);
    if (block->n_stored == 0)
        q15_refuse(r, name->line, "%s stores nothing", name);
    lexer_next(l);
}
