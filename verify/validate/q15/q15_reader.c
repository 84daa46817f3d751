/* Reads a file in fixed point: its kernels, the function that reads the inputs, functions that each
   compute some neurons of a layer, and the entry point, which calls all of them once. Best read
   from its end. Arrays have one name in the whole file: z for the inputs, h_v for the values of a
   layer h. */
#include "base/fail.h"
#include "validate/q15/q15.h"

#include <string.h>

static const char head[] = "#if ((-5) >> 1) != (-3)\n"
                           "#error \"this file needs a compiler whose right shift of negative "
                           "numbers repeats the sign\"\n"
                           "#endif\n";

enum { MAX_ARRAYS = SPEC_MAX_SOURCES + 1 };

/* An array that a function reads or writes. */
struct array {
    int source; /* as in spec.h */
    size_t count;
};

/* A sum that a function declares. */
struct sum {
    struct token name;
    struct q15_neuron neuron;
    bool stored;
};

/* A function that computes neurons of a layer. */
struct block {
    struct token name;
    struct array arrays[MAX_ARRAYS]; /* in the order of its parameters; the last one is written */
    size_t n_arrays;
    size_t *stored; /* the neurons that it stores */
    size_t n_stored, room;
    bool called;
};

struct q15_reader {
    struct arena *arena;
    struct lexer lexer;
    const struct names *names;
    const struct spec *spec;
    struct q15_file *file;
    const struct q15_kernel *kernels[Q15_KERNEL_COUNT]; /* those in the file, in its order */
    bool used[Q15_KERNEL_COUNT];
    int kernel_lines[Q15_KERNEL_COUNT];
    size_t n_kernels;
    struct block *blocks;
    size_t n_blocks, blocks_room;
    struct sum *sums; /* of the function being read */
    size_t n_sums, sums_room;
    bool inputs_read;
};

static _Noreturn void refuse(const struct q15_reader *r, int line, const char *format,
                             const struct token *name)
{
    fail_at(r->lexer.file, line, format, token_text(name).text);
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* A whole number of 32 bits as C writes it: 17, -17, (-2147483647 - 1). */
static int32_t int_take(struct q15_reader *r)
{
    static const char expected[] = "a whole number of 32 bits";
    struct lexer *l = &r->lexer;
    int64_t value = 0;
    if (token_is(&l->token, "(")) {
        known_expect(l, r->names, "number", "(-2147483647 - 1)");
        return INT32_MIN;
    }
    bool negative = !l->token.directive && token_is(&l->token, "-");
    if (negative)
        lexer_next(l);
    const struct token t = l->token;
    if (t.directive || t.kind != TOKEN_NUMBER || t.length > 10 ||
        (t.text[0] == '0' && (t.length > 1 || negative)))
        lexer_refuse(l, expected);
    for (size_t i = 0; i < t.length; i++) {
        if (t.text[i] < '0' || t.text[i] > '9')
            lexer_refuse(l, expected);
        value = 10 * value + (t.text[i] - '0');
    }
    if (value > INT32_MAX)
        lexer_refuse(l, expected);
    lexer_next(l);
    return (int32_t)(negative ? -value : value);
}

static void text_take(struct q15_reader *r, const char *what, const char *text)
{
    known_expect(&r->lexer, r->names, what, text);
}

/* Whether the name is that of an array: z, or a layer's name and _v. */
static bool array_find(const struct q15_reader *r, const struct token *name, struct array *array)
{
    if (token_is(name, "z")) {
        *array = (struct array){SOURCE_INPUTS, r->spec->n_inputs};
        return true;
    }
    for (size_t i = 0; i < r->spec->n_layers; i++) {
        const struct spec_layer *layer = &r->spec->layers[i];
        size_t length = strlen(layer->name);
        if (name->length == length + 2 && memcmp(name->text, layer->name, length) == 0 &&
            memcmp(name->text + length, "_v", 2) == 0) {
            *array = (struct array){(int)i, layer->n_out};
            return true;
        }
    }
    return false;
}

static struct array array_take(struct q15_reader *r)
{
    struct array array = {0, 0};
    const struct token name = lexer_name(&r->lexer, "an array");
    if (!array_find(r, &name, &array))
        refuse(r, name.line, "%s is no array of values: neither z nor a layer and _v", &name);
    return array;
}

/* [number] of an array. */
static size_t element_take(struct q15_reader *r, struct array array)
{
    lexer_expect(&r->lexer, "[");
    const int line = r->lexer.token.line;
    const size_t index = lexer_index(&r->lexer);
    if (index >= array.count)
        fail_at(r->lexer.file, line, "index %zu of an array of %zu numbers", index, array.count);
    lexer_expect(&r->lexer, "]");
    return index;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static size_t kernel_find(const struct q15_reader *r, const char *name)
{
    size_t i = 0;
    while (i < r->n_kernels && strcmp(r->kernels[i]->name, name) != 0)
        i++;
    return i;
}

/* Marks a kernel as used. Refuses one that the file has not defined in front of here. */
static void kernel_use(struct q15_reader *r, const char *name, int line)
{
    const size_t i = kernel_find(r, name);
    if (i == r->n_kernels)
        fail_at(r->lexer.file, line, "kernel \"%s\" is not defined in front of here", name);
    r->used[i] = true;
}

/* The kernel whose definition comes next, or NULL. */
static const struct q15_kernel *kernel_next(const struct q15_reader *r)
{
    struct lexer ahead = r->lexer;
    static const char *const words[] = {"static", "inline", "int32_t"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++, lexer_next(&ahead))
        if (ahead.token.directive || !token_is(&ahead.token, words[i]))
            return NULL;
    for (size_t i = 0; i < Q15_KERNEL_COUNT; i++)
        if (known_is_name(&ahead.token, r->names, q15_kernels[i].name))
            return &q15_kernels[i];
    return NULL;
}

static void kernels_take(struct q15_reader *r)
{
    const struct q15_kernel *kernel;
    while ((kernel = kernel_next(r)) != NULL) {
        const int line = r->lexer.token.line;
        if (kernel_find(r, kernel->name) < r->n_kernels)
            fail_at(r->lexer.file, line, "kernel \"%s\" is defined twice", kernel->name);
        for (size_t i = 0; i < 3 && kernel->needs[i] != NULL; i++)
            kernel_use(r, kernel->needs[i], line);
        text_take(r, arena_printf(r->arena, "kernel \"%s\"", kernel->name), kernel->text);
        r->kernel_lines[r->n_kernels] = line;
        r->kernels[r->n_kernels++] = kernel;
    }
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* z[i] = epi_clamp(x[EPI_IN_NAME], low, high, bit, status); */
static void clamp_take(struct q15_reader *r, size_t i)
{
    struct q15_input *input = &r->file->inputs[i];
    input->line = r->lexer.token.line;
    char *name = arena_strdup(r->arena, r->spec->inputs[i].name);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    text_take(r, arena_printf(r->arena, "input \"%s\"", r->spec->inputs[i].name),
              arena_printf(r->arena, "z[%zu] = epi_clamp(x[EPI_IN_%s],", i, name));
    kernel_use(r, "clamp", input->line);
    input->low = int_take(r);
    lexer_expect(&r->lexer, ",");
    input->high = int_take(r);
    lexer_expect(&r->lexer, ",");
    input->bit = lexer_unsigned(&r->lexer);
    text_take(r, "input", ", status);");
}

static void inputs_take(struct q15_reader *r)
{
    text_take(r, "inputs",
              arena_printf(r->arena,
                           "static void epi_inputs(const int16_t x[EPI_N_IN], int32_t z[%zu], "
                           "uint32_t *status) {",
                           r->spec->n_inputs));
    for (size_t i = 0; i < r->spec->n_inputs; i++)
        clamp_take(r, i);
    text_take(r, "inputs", "}");
}

/* --- functions that compute neurons ----------------------------------------------------------- */

static struct sum *sum_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_sums; i++)
        if (token_equal(&r->sums[i].name, name))
            return &r->sums[i];
    refuse(r, name->line, "%s is no sum of this function", name);
}

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
    for (size_t i = 0; i < r->n_sums; i++)
        if (token_equal(&r->sums[i].name, &name))
            refuse(r, name.line, "%s is declared twice", &name);
    if (!is_sum_name(r, block, &name))
        refuse(r, name.line, "%s is no name of a sum: the layer's, _ and a number", &name);
    lexer_expect(&r->lexer, "=");
    if (r->n_sums == r->sums_room) {
        const size_t room = 2 * r->sums_room + 16;
        r->sums = arena_grow(r->arena, r->sums, r->n_sums, room, sizeof(*r->sums));
        r->sums_room = room;
    }
    struct sum *sum = &r->sums[r->n_sums++];
    *sum = (struct sum){.name = name};
    sum->neuron.bias_line = name.line;
    sum->neuron.bias = int_take(r);
    lexer_expect(&r->lexer, ";");
}

/* The array that a function reads, which must be one of its parameters. */
static struct array parameter_read(struct q15_reader *r, const struct block *block)
{
    const struct token name = r->lexer.token;
    const struct array array = array_take(r);
    for (size_t i = 0; i + 1 < block->n_arrays; i++)
        if (block->arrays[i].source == array.source)
            return array;
    refuse(r, name.line, "%s is no array that this function reads", &name);
}

/* h_0 = h_0 + (weight * z[1]); or, with weight 1, h_0 = h_0 + z[1]; */
static void term_take(struct q15_reader *r, const struct block *block)
{
    struct token name = lexer_name(&r->lexer, "a sum");
    struct sum *sum = sum_find(r, &name);
    struct q15_neuron *neuron = &sum->neuron;
    if (sum->stored)
        refuse(r, name.line, "%s changes after it was stored", &name);
    lexer_expect(&r->lexer, "=");
    const struct token again = lexer_name(&r->lexer, "the sum itself");
    if (!token_equal(&name, &again))
        refuse(r, again.line, "%s is added to another sum", &again);
    lexer_expect(&r->lexer, "+");
    struct q15_term term = {.line = name.line, .weight = 1};
    const bool product = token_is(&r->lexer.token, "(");
    if (product) {
        lexer_next(&r->lexer);
        term.weight = int_take(r);
        lexer_expect(&r->lexer, "*");
    }
    const struct array array = parameter_read(r, block);
    term.source = array.source;
    term.place = element_take(r, array);
    if (product)
        lexer_expect(&r->lexer, ")");
    lexer_expect(&r->lexer, ";");
    if (neuron->n_terms == neuron->room) {
        const size_t room = 2 * neuron->room + 8;
        neuron->terms =
            arena_grow(r->arena, neuron->terms, neuron->n_terms, room, sizeof(*neuron->terms));
        neuron->room = room;
    }
    neuron->terms[neuron->n_terms++] = term;
}

/* h_0 or epi_shift(h_0, 9U); returns its sum. */
static struct sum *shifted_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    bool shifts = known_is_name(&l->token, r->names, "shift");
    if (shifts) {
        kernel_use(r, "shift", line);
        lexer_next(l);
        lexer_expect(l, "(");
    }
    const struct token name = lexer_name(l, "a sum");
    struct sum *sum = sum_find(r, &name);
    if (sum->stored)
        refuse(r, name.line, "%s is stored twice", &name);
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
    return int_take(r);
}

/* The function of an activation: neither shift, clamp nor a part of others. */
static const struct q15_kernel *activation_next(const struct q15_reader *r)
{
    for (enum activation a = 0; a < ACT_COUNT; a++) {
        const char *name = q15_kernel_name(a);
        if (name != NULL && known_is_name(&r->lexer.token, r->names, name)) {
            const size_t i = kernel_find(r, name);
            return i < r->n_kernels ? r->kernels[i] : NULL;
        }
    }
    return NULL;
}

/* h_v[0] = kernel(shift(h_0, 9U), 15U); */
static void store_take(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    const struct array array = array_take(r), out = block->arrays[block->n_arrays - 1];
    const size_t place = element_take(r, array);
    if (array.source != out.source)
        fail_at(l->file, line, "this function stores into another array than its last parameter");
    lexer_expect(l, "=");
    const struct q15_kernel *kernel = activation_next(r);
    if (kernel != NULL) {
        kernel_use(r, kernel->name, line);
        lexer_next(l);
        lexer_expect(l, "(");
    }
    struct q15_neuron neuron = shifted_take(r)->neuron;
    neuron.kernel = kernel;
    neuron.line = line;
    while (kernel != NULL && token_is(&l->token, ",")) {
        lexer_next(l);
        if (neuron.n_arguments == Q15_ARGUMENTS)
            fail_at(l->file, line, "more than %d arguments", Q15_ARGUMENTS);
        neuron.arguments[neuron.n_arguments++] = argument_take(r);
    }
    if (kernel != NULL)
        lexer_expect(l, ")");
    lexer_expect(l, ";");
    struct q15_neuron *stored = &r->file->layers[out.source][place];
    if (stored->line != 0)
        fail_at(l->file, line, "neuron %zu of layer \"%s\" is stored twice, first in line %d",
                place, r->spec->layers[out.source].name, stored->line);
    *stored = neuron;
    if (block->n_stored == block->room) {
        const size_t room = 2 * block->room + 8;
        block->stored = arena_grow(r->arena, block->stored, block->n_stored, room, sizeof(size_t));
        block->room = room;
    }
    block->stored[block->n_stored++] = place;
}

/* const int32_t z[2], int32_t h_v[3]) */
static void parameters_take(struct q15_reader *r, struct block *block)
{
    struct lexer *l = &r->lexer;
    bool reads;
    do {
        reads = token_is(&l->token, "const");
        if (reads)
            lexer_next(l);
        lexer_expect(l, "int32_t");
        const struct token name = l->token;
        const struct array array = array_take(r);
        for (size_t i = 0; i < block->n_arrays; i++)
            if (block->arrays[i].source == array.source)
                refuse(r, name.line, "%s is a parameter twice", &name);
        if (!reads && array.source == SOURCE_INPUTS)
            refuse(r, name.line, "%s is written to", &name);
        lexer_expect(l, "[");
        if (lexer_index(l) != array.count)
            fail_at(l->file, name.line, "%s has %zu numbers", token_text(&name).text, array.count);
        lexer_expect(l, "]");
        if (block->n_arrays == MAX_ARRAYS)
            fail_at(l->file, name.line, "more than %d parameters", MAX_ARRAYS);
        block->arrays[block->n_arrays++] = array;
        lexer_expect(l, reads ? "," : ")");
    } while (reads);
}

static struct block *block_find(struct q15_reader *r, const struct token *name)
{
    for (size_t i = 0; i < r->n_blocks; i++)
        if (token_equal(&r->blocks[i].name, name))
            return &r->blocks[i];
    return NULL;
}

static void block_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    struct array array;
    lexer_expect(l, "static");
    lexer_expect(l, "void");
    if (r->n_blocks == r->blocks_room) {
        const size_t room = 2 * r->blocks_room + 16;
        r->blocks = arena_grow(r->arena, r->blocks, r->n_blocks, room, sizeof(*r->blocks));
        r->blocks_room = room;
    }
    const struct token name = lexer_name(l, "a function of the model");
    if (block_find(r, &name) != NULL)
        refuse(r, name.line, "%s is defined twice", &name);
    if (array_find(r, &name, &array) || name.length <= strlen(r->names->prefix) ||
        memcmp(name.text, r->names->prefix, strlen(r->names->prefix)) != 0)
        refuse(r, name.line, "%s is no function of the model", &name);
    struct block *block = &r->blocks[r->n_blocks++];
    *block = (struct block){.name = name};
    lexer_expect(l, "(");
    parameters_take(r, block);
    lexer_expect(l, "{");
    r->n_sums = 0;
    while (token_is(&l->token, "int32_t"))
        sum_declare(r, block);
    while (!token_is(&l->token, "}")) {
        const bool stores = l->token.kind == TOKEN_NAME && array_find(r, &l->token, &array);
        if (stores)
            store_take(r, block);
        else
            term_take(r, block);
    }
    for (size_t i = 0; i < r->n_sums; i++)
        if (!r->sums[i].stored)
            refuse(r, r->sums[i].name.line, "%s is computed but not stored", &r->sums[i].name);
    if (block->n_stored == 0)
        refuse(r, name.line, "%s stores nothing", &name);
    lexer_next(l);
}

/* --- the entry point -------------------------------------------------------------------------- */

/* Whether all numbers of an array have been computed by the calls so far. */
static bool is_complete(const struct q15_reader *r, const bool *const *done, struct array array)
{
    for (size_t i = 0; i < array.count && array.source != SOURCE_INPUTS; i++)
        if (!done[array.source][i])
            return false;
    return array.source != SOURCE_INPUTS || r->inputs_read;
}

/* epi_h_from_0(z, h_v); */
static void call_take(struct q15_reader *r, bool **done, const bool *declared)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a function of the model");
    struct block *block = block_find(r, &name);
    if (block == NULL)
        refuse(r, name.line, "%s is no function that computes neurons", &name);
    if (block->called)
        refuse(r, name.line, "%s is called twice", &name);
    block->called = true;
    lexer_expect(l, "(");
    for (size_t i = 0; i < block->n_arrays; i++) {
        const bool last = i + 1 == block->n_arrays;
        const struct token argument = l->token;
        const struct array array = array_take(r);
        if (array.source != block->arrays[i].source)
            refuse(r, argument.line, "%s is not the array that this parameter is", &argument);
        if (array.source != SOURCE_INPUTS && !declared[array.source])
            refuse(r, argument.line, "%s is not declared", &argument);
        if (!last && !is_complete(r, (const bool *const *)done, array))
            refuse(r, argument.line, "%s is read before all its numbers are computed", &argument);
        lexer_expect(l, last ? ")" : ",");
    }
    lexer_expect(l, ";");
    const int layer = block->arrays[block->n_arrays - 1].source;
    for (size_t i = 0; i < block->n_stored; i++)
        done[layer][block->stored[i]] = true;
}

/* The number of the result that is stored next; returns false if there is none. */
static bool result_take(struct q15_reader *r, bool **done)
{
    struct lexer *l = &r->lexer, ahead = *l;
    const struct spec *spec = r->spec;
    const int line = l->token.line;
    lexer_next(&ahead);
    lexer_next(&ahead);
    if (!token_is(&l->token, "r") || token_is(&ahead.token, "status"))
        return false;
    text_take(r, "result", "r->");
    const struct token member = lexer_name(l, "mean, sigma or eta");
    bool eta = token_is(&member, "eta") && spec_has(&spec->eta);
    bool sigma = token_is(&member, "sigma") && spec_has(&spec->sigma);
    if (!eta && !sigma && !token_is(&member, "mean"))
        refuse(r, line, "%s is no number of the result", &member);
    const size_t count = eta ? 1 : sigma ? spec->sigma.count : spec->mean.count;
    struct q15_output *output = eta ? &r->file->eta
                                    : (sigma ? r->file->sigma : r->file->mean) +
                                          element_take(r, (struct array){SOURCE_INPUTS, count});
    if (output->line != 0)
        fail_at(l->file, line, "a number of the result is stored twice, first in line %d",
                output->line);
    text_take(r, "result", eta ? "= (int16_t)epi_eta_or_one(" : "= (int16_t)");
    if (eta)
        kernel_use(r, "eta_or_one", line);
    const struct token name = l->token;
    const struct array array = array_take(r);
    *output = (struct q15_output){array.source, element_take(r, array), line};
    if (array.source == SOURCE_INPUTS ? eta : !done[array.source][output->place])
        refuse(r, line, "%s is no computed value here", &name);
    text_take(r, "result", eta ? ", status);" : ";");
    return true;
}

/* int32_t h_v[3]; */
static void local_take(struct q15_reader *r, bool *declared)
{
    struct lexer *l = &r->lexer;
    lexer_expect(l, "int32_t");
    const struct token name = l->token;
    const struct array array = array_take(r);
    lexer_expect(l, "[");
    if (lexer_index(l) != array.count)
        fail_at(l->file, name.line, "%s has %zu numbers", token_text(&name).text, array.count);
    lexer_expect(l, "]");
    lexer_expect(l, ";");
    if (array.source == SOURCE_INPUTS || declared[array.source])
        refuse(r, name.line, "%s is declared twice", &name);
    declared[array.source] = true;
}

static void entry_take(struct q15_reader *r)
{
    const struct spec *spec = r->spec;
    bool **done = arena_alloc(r->arena, spec->n_layers, sizeof(*done));
    bool *declared = arena_alloc(r->arena, spec->n_layers, sizeof(*declared));
    for (size_t i = 0; i < spec->n_layers; i++)
        done[i] = arena_alloc(r->arena, spec->layers[i].n_out, sizeof(bool));
    r->file->entry_line = r->lexer.token.line;
    text_take(r, "entry point",
              arena_printf(r->arena,
                           "void epi_infer(const int16_t x[EPI_N_IN], epi_result_t *r) {"
                           "uint32_t status = 0U; int32_t z[%zu];",
                           spec->n_inputs));
    while (token_is(&r->lexer.token, "int32_t"))
        local_take(r, declared);
    text_take(r, "entry point", "epi_inputs(x, z, &status);");
    r->inputs_read = true;
    while (!token_is(&r->lexer.token, "r"))
        call_take(r, done, declared);
    while (result_take(r, done)) {
    }
    text_take(r, "entry point", "r->status = status; }");
    if (r->lexer.token.kind != TOKEN_END)
        lexer_refuse(&r->lexer, "nothing behind the entry point");
}

/* Refuses what nothing uses. */
static void all_used(const struct q15_reader *r)
{
    for (size_t i = 0; i < r->n_kernels; i++)
        if (!r->used[i])
            fail_at(r->lexer.file, r->kernel_lines[i], "kernel \"%s\" is not used",
                    r->kernels[i]->name);
    for (size_t i = 0; i < r->n_blocks; i++)
        if (!r->blocks[i].called)
            refuse(r, r->blocks[i].name.line, "%s is not called", &r->blocks[i].name);
}

struct q15_file *q15_read(struct arena *arena, const struct source *code, const struct names *names,
                          const struct spec *spec, struct validation *result)
{
    struct q15_file *file = arena_alloc(arena, 1, sizeof(*file));
    struct q15_reader r = {.arena = arena, .names = names, .spec = spec, .file = file};
    file->file = code->file;
    file->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*file->inputs));
    file->layers = arena_alloc(arena, spec->n_layers, sizeof(struct q15_neuron *));
    for (size_t i = 0; i < spec->n_layers; i++)
        file->layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(struct q15_neuron));
    file->mean = arena_alloc(arena, spec->mean.count, sizeof(*file->mean));
    file->sigma = arena_alloc(arena, spec->sigma.count + 1, sizeof(*file->sigma));
    r.lexer = lexer_begin(code->file, code->bytes, code->size);
    text_take(&r, "head", arena_printf(arena, "#include \"%s.h\"\n", names->prefix));
    text_take(&r, "head", head);
    kernels_take(&r);
    inputs_take(&r);
    while (token_is(&r.lexer.token, "static"))
        block_take(&r);
    entry_take(&r);
    all_used(&r);
    for (size_t i = 0; i < r.n_kernels; i++)
        result->kernels[i] = r.kernels[i]->name;
    result->n_kernels = r.n_kernels;
    return file;
}
