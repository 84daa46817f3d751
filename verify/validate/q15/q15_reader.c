/* Reads a file in fixed point: its kernels, the function that reads the inputs, functions that each
   compute some neurons of a layer, and the entry point, which calls all of them once. Best read
   from its end. Arrays have one name in the whole file: z for the inputs, h_v for the values of a
   layer h. */
#include "validate/q15/q15_reader.h"
#include "base/fail.h"

#include <string.h>

static const char head[] = "#if ((-5) >> 1) != (-3)\n"
                           "#error \"this file needs a compiler whose right shift of negative "
                           "numbers repeats the sign\"\n"
                           "#endif\n";

/* In front of functions that calls share, and of the inputs of packed files: gcc would spill the
   numbers that it schedules. */
static const char noinline_text[] = "#if defined(__GNUC__)\n"
                                    "__attribute__((noinline))\n"
                                    "#endif\n";
static const char attribute[] = "#if defined(__GNUC__) && !defined(__clang__)\n"
                                "__attribute__((noinline, optimize(\"no-schedule-insns\")))\n"
                                "#endif\n";
static const char intrinsics[] = "#if defined(__ARM_FEATURE_SAT)\n"
                                 "#include <arm_acle.h>\n"
                                 "#endif\n";

_Noreturn void q15_refuse(const struct q15_reader *r, int line, const char *format,
                          const struct token *name)
{
    fail_at(r->lexer.file, line, format, token_text(name).text);
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* A whole number of 32 bits as C writes it: 17, -17, (-2147483647 - 1). */
int32_t q15_int_take(struct q15_reader *r)
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

void q15_text_take(struct q15_reader *r, const char *what, const char *text)
{
    known_expect(&r->lexer, r->names, what, text);
}

static void attribute_take(struct q15_reader *r, const char *what)
{
    q15_text_take(r, what, r->form.packed ? attribute : noinline_text);
}

size_t q15_source_width(const struct q15_reader *r, int source)
{
    return source == SOURCE_INPUTS ? r->spec->n_inputs : r->spec->layers[source].n_out;
}

/* Whether a layer reads the values of a source. */
static bool is_read(const struct q15_reader *r, int source)
{
    for (size_t i = 0; i < r->spec->n_layers; i++)
        for (size_t s = 0; s < r->spec->layers[i].from.count; s++)
            if (r->spec->layers[i].from.sources[s] == source)
                return true;
    return source == SOURCE_INPUTS;
}

/* Packed files have the values that a layer reads in pairs. */
static struct array array_of(const struct q15_reader *r, int source)
{
    const size_t width = q15_source_width(r, source);
    bool packed = r->form.packed && is_read(r, source);
    return (struct array){source, packed ? (width + 1) / 2 : width, packed};
}

const char *q15_element_type(struct array array) { return array.packed ? "uint32_t" : "int32_t"; }

/* Whether the name is that of an array: z, or a layer's name and _v. */
bool q15_array_find(const struct q15_reader *r, const struct token *name, struct array *array)
{
    if (token_is(name, "z")) {
        *array = array_of(r, SOURCE_INPUTS);
        return true;
    }
    for (size_t i = 0; i < r->spec->n_layers; i++) {
        const struct spec_layer *layer = &r->spec->layers[i];
        size_t length = strlen(layer->name);
        if (name->length == length + 2 && memcmp(name->text, layer->name, length) == 0 &&
            memcmp(name->text + length, "_v", 2) == 0) {
            *array = array_of(r, (int)i);
            return true;
        }
    }
    return false;
}

struct array q15_array_take(struct q15_reader *r)
{
    struct array array = {0};
    const struct token name = lexer_name(&r->lexer, "an array");
    if (!q15_array_find(r, &name, &array))
        q15_refuse(r, name.line, "%s is no array of values: neither z nor a layer and _v", &name);
    return array;
}

/* [number] of an array. */
size_t q15_element_take(struct q15_reader *r, struct array array)
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

size_t q15_kernel_find(const struct q15_reader *r, const char *name)
{
    size_t i = 0;
    while (i < r->n_kernels && strcmp(r->kernels[i]->name, name) != 0)
        i++;
    return i;
}

/* Marks a kernel as used. Refuses one that the file has not defined in front of here. */
void q15_kernel_use(struct q15_reader *r, const char *name, int line)
{
    const size_t i = q15_kernel_find(r, name);
    if (i == r->n_kernels)
        fail_at(r->lexer.file, line, "kernel \"%s\" is not defined in front of here", name);
    r->used[i] = true;
}

/* The kernel whose definition comes next, or NULL. */
static const struct q15_kernel *kernel_next(const struct q15_reader *r)
{
    struct lexer ahead = r->lexer;
    static const char *const words[] = {"static", "inline"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++, lexer_next(&ahead))
        if (ahead.token.directive || !token_is(&ahead.token, words[i]))
            return NULL;
    lexer_next(&ahead); /* its type, which its text has as well */
    for (size_t i = 0; i < Q15_KERNEL_COUNT; i++) {
        const struct q15_kernel *kernel = &q15_kernels[i];
        if (q15_kernel_is_for(kernel, &r->form) &&
            known_is_name(&ahead.token, r->names,
                          kernel->first == NULL ? kernel->name : kernel->first))
            return kernel;
    }
    return NULL;
}

static void kernels_take(struct q15_reader *r)
{
    const struct q15_kernel *kernel;
    while ((kernel = kernel_next(r)) != NULL) {
        const int line = r->lexer.token.line;
        if (q15_kernel_find(r, kernel->name) < r->n_kernels)
            fail_at(r->lexer.file, line, "kernel \"%s\" is defined twice", kernel->name);
        for (size_t i = 0; i < 3 && kernel->needs[i] != NULL; i++)
            q15_kernel_use(r, kernel->needs[i], line);
        if (kernel->word != NULL)
            q15_table_take(r, kernel);
        else
            q15_text_take(r, arena_printf(r->arena, "kernel \"%s\"", kernel->name), kernel->text);
        r->kernel_lines[r->n_kernels] = line;
        r->kernels[r->n_kernels++] = kernel;
    }
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* epi_clamp(x[EPI_IN_NAME], low, high, bit, status) */
static void clamp_take(struct q15_reader *r, size_t i)
{
    struct q15_input *input = &r->file->inputs[i];
    input->line = r->lexer.token.line;
    char *name = arena_strdup(r->arena, r->spec->inputs[i].name);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    q15_text_take(r, arena_printf(r->arena, "input \"%s\"", r->spec->inputs[i].name),
                  arena_printf(r->arena, "epi_clamp(x[EPI_IN_%s],", name));
    q15_kernel_use(r, "clamp", input->line);
    input->low = q15_int_take(r);
    lexer_expect(&r->lexer, ",");
    input->high = q15_int_take(r);
    lexer_expect(&r->lexer, ",");
    input->bit = lexer_unsigned(&r->lexer);
    q15_text_take(r, "input", ", status)");
}

/* z[i] = clamp; or, for a pair, z[i] = epi_pack(clamp, clamp); the second one of the last pair can
   be 0. Returns how many inputs it takes. */
static size_t element_store_take(struct q15_reader *r, size_t i)
{
    const char *what = arena_printf(r->arena, "input \"%s\"", r->spec->inputs[i].name);
    const bool pair = r->form.packed, alone = i + 1 == r->spec->n_inputs;
    q15_text_take(r, what, arena_printf(r->arena, "z[%zu] =", pair ? i / 2 : i));
    if (pair) {
        q15_kernel_use(r, "packed", r->lexer.token.line);
        q15_text_take(r, what, "epi_pack(");
    }
    clamp_take(r, i);
    if (pair) {
        q15_text_take(r, what, alone ? ", 0" : ",");
        if (!alone)
            clamp_take(r, i + 1);
        q15_text_take(r, what, ")");
    }
    lexer_expect(&r->lexer, ";");
    return pair ? 2 : 1;
}

static void inputs_take(struct q15_reader *r)
{
    const struct array z = array_of(r, SOURCE_INPUTS);
    if (r->form.packed)
        attribute_take(r, "inputs");
    q15_text_take(r, "inputs",
                  arena_printf(r->arena,
                               "static void epi_inputs(const int16_t x[EPI_N_IN], %s z[%zu], "
                               "uint32_t *status) {",
                               q15_element_type(z), z.count));
    for (size_t i = 0; i < r->spec->n_inputs;)
        i += element_store_take(r, i);
    q15_text_take(r, "inputs", "}");
}

/* --- the entry point -------------------------------------------------------------------------- */

/* Whether all numbers of an array have been computed by the calls so far. */
static bool is_complete(const struct q15_reader *r, const bool *const *done, struct array array)
{
    const size_t width = q15_source_width(r, array.source);
    for (size_t i = 0; i < width && array.source != SOURCE_INPUTS; i++)
        if (!done[array.source][i])
            return false;
    return array.source != SOURCE_INPUTS || r->inputs_read;
}

/* epi_h_from_0(z, h_v); */
static void call_take(struct q15_reader *r, bool **done, const bool *declared)
{
    struct lexer *l = &r->lexer;
    const struct token name = lexer_name(l, "a function of the model");
    struct block *block = q15_block_find(r, &name);
    if (block == NULL)
        q15_refuse(r, name.line, "%s is no function that computes neurons", &name);
    if (block->called)
        q15_refuse(r, name.line, "%s is called twice", &name);
    block->called = true;
    lexer_expect(l, "(");
    for (size_t i = 0; i < block->n_arrays; i++) {
        const bool last = i + 1 == block->n_arrays;
        const struct token argument = l->token;
        const struct array array = q15_array_take(r);
        if (array.source != block->arrays[i].source)
            q15_refuse(r, argument.line, "%s is not the array that this parameter is", &argument);
        if (array.source != SOURCE_INPUTS && !declared[array.source])
            q15_refuse(r, argument.line, "%s is not declared", &argument);
        if (!last && !is_complete(r, (const bool *const *)done, array))
            q15_refuse(r, argument.line, "%s is read before all its numbers are computed",
                       &argument);
        lexer_expect(l, last ? ")" : ",");
    }
    lexer_expect(l, ";");
    const int layer = block->arrays[block->n_arrays - 1].source;
    for (size_t i = 0; i < block->n_stored; i++)
        done[layer][block->stored[i]] = true;
}

/* f_v[0], or of a pair epi_lower(f_v[0]): the value is stored as a number of the result. */
static struct q15_output output_take(struct q15_reader *r)
{
    struct lexer *l = &r->lexer;
    const int line = l->token.line;
    const bool lower = known_is_name(&l->token, r->names, "lower");
    const bool half = lower || known_is_name(&l->token, r->names, "upper");
    if (half) {
        q15_kernel_use(r, "half", line);
        lexer_next(l);
        lexer_expect(l, "(");
    }
    const struct token name = l->token;
    const struct array array = q15_array_take(r);
    struct q15_output output = {array.source, q15_element_take(r, array), line};
    if (half)
        lexer_expect(l, ")");
    if (half != array.packed)
        q15_refuse(r, line, half ? "%s has no pairs" : "%s has pairs, not values", &name);
    if (half)
        output.place = 2 * output.place + !lower;
    if (output.place >= q15_source_width(r, output.layer))
        q15_refuse(r, line, "the upper half of the last pair of %s is no value", &name);
    return output;
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
    q15_text_take(r, "result", "r->");
    const struct token member = lexer_name(l, "mean, sigma or eta");
    bool eta = token_is(&member, "eta") && spec_has(&spec->eta);
    bool sigma = token_is(&member, "sigma") && spec_has(&spec->sigma);
    if (!eta && !sigma && !token_is(&member, "mean"))
        q15_refuse(r, line, "%s is no number of the result", &member);
    const size_t count = eta ? 1 : sigma ? spec->sigma.count : spec->mean.count;
    struct q15_output *output =
        eta ? &r->file->eta
            : (sigma ? r->file->sigma : r->file->mean) +
                  q15_element_take(r, (struct array){SOURCE_INPUTS, count, false});
    if (output->line != 0)
        fail_at(l->file, line, "a number of the result is stored twice, first in line %d",
                output->line);
    q15_text_take(r, "result", eta ? "= (int16_t)epi_eta_or_one(" : "= (int16_t)");
    if (eta)
        q15_kernel_use(r, "eta_or_one", line);
    const struct token name = l->token;
    *output = output_take(r);
    if (output->layer == SOURCE_INPUTS ? eta : !done[output->layer][output->place])
        q15_refuse(r, line, "%s is no computed value here", &name);
    q15_text_take(r, "result", eta ? ", status);" : ";");
    return true;
}

/* int32_t h_v[3]; */
static void local_take(struct q15_reader *r, bool *declared)
{
    struct lexer *l = &r->lexer;
    const struct token type = lexer_name(l, "a type of values");
    const struct token name = l->token;
    const struct array array = q15_array_take(r);
    if (!token_is(&type, q15_element_type(array)))
        fail_at(l->file, type.line, "%s: expected '%s'", token_text(&type).text,
                q15_element_type(array));
    lexer_expect(l, "[");
    if (lexer_index(l) != array.count)
        fail_at(l->file, name.line, "%s has %zu numbers", token_text(&name).text, array.count);
    lexer_expect(l, "]");
    lexer_expect(l, ";");
    if (array.source == SOURCE_INPUTS || declared[array.source])
        q15_refuse(r, name.line, "%s is declared twice", &name);
    declared[array.source] = true;
}

static void entry_take(struct q15_reader *r)
{
    const struct spec *spec = r->spec;
    const struct array z = array_of(r, SOURCE_INPUTS);
    bool **done = arena_alloc(r->arena, spec->n_layers, sizeof(*done));
    bool *declared = arena_alloc(r->arena, spec->n_layers, sizeof(*declared));
    for (size_t i = 0; i < spec->n_layers; i++)
        done[i] = arena_alloc(r->arena, spec->layers[i].n_out, sizeof(bool));
    r->file->entry_line = r->lexer.token.line;
    q15_text_take(r, "entry point",
                  arena_printf(r->arena,
                               "void epi_infer(const int16_t x[EPI_N_IN], epi_result_t *r) {"
                               "uint32_t status = 0U; %s z[%zu];",
                               q15_element_type(z), z.count));
    while (token_is(&r->lexer.token, "int32_t") || token_is(&r->lexer.token, "uint32_t"))
        local_take(r, declared);
    q15_text_take(r, "entry point", "epi_inputs(x, z, &status);");
    r->inputs_read = true;
    while (!token_is(&r->lexer.token, "r"))
        call_take(r, done, declared);
    while (result_take(r, done)) {
    }
    q15_text_take(r, "entry point", "r->status = status; }");
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
            q15_refuse(r, r->blocks[i].name.line, "%s is not called", &r->blocks[i].name);
    q15_shared_finish(r);
}

/* static void NAME( ... } : what computes neurons. */
static void function_take(struct q15_reader *r)
{
    const bool tables = r->form.packed || r->form.tiled;
    const bool shared = tables && token_is(&r->lexer.token, "#");
    if (shared)
        attribute_take(r, "function");
    lexer_expect(&r->lexer, "static");
    lexer_expect(&r->lexer, "void");
    const struct token name = lexer_name(&r->lexer, "a function of the model");
    if (!tables)
        q15_block_take(r, &name);
    else if (shared)
        q15_shared_take(r, &name);
    else
        q15_layer_take(r, &name);
}

struct q15_file *q15_read(struct arena *arena, const struct source *code, const struct names *names,
                          const struct spec *spec, const struct q15_form *form)
{
    struct q15_file *file = arena_alloc(arena, 1, sizeof(*file));
    struct q15_reader r = {
        .arena = arena, .names = names, .spec = spec, .file = file, .form = *form};
    file->file = code->file;
    file->inputs = arena_alloc(arena, spec->n_inputs, sizeof(*file->inputs));
    file->layers = arena_alloc(arena, spec->n_layers, sizeof(struct q15_neuron *));
    for (size_t i = 0; i < spec->n_layers; i++)
        file->layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(struct q15_neuron));
    file->mean = arena_alloc(arena, spec->mean.count, sizeof(*file->mean));
    file->sigma = arena_alloc(arena, spec->sigma.count + 1, sizeof(*file->sigma));
    r.lexer = lexer_begin(code->file, code->bytes, code->size);
    q15_text_take(&r, "head", arena_printf(arena, "#include \"%s.h\"\n", names->prefix));
    if (form->saturates)
        q15_text_take(&r, "head", intrinsics);
    q15_text_take(&r, "head", head);
    kernels_take(&r);
    inputs_take(&r);
    while (token_is(&r.lexer.token, "static") || token_is(&r.lexer.token, "#"))
        function_take(&r);
    entry_take(&r);
    all_used(&r);
    for (size_t i = 0; i < r.n_kernels; i++)
        file->kernels[i] = r.kernels[i];
    file->n_kernels = r.n_kernels;
    return file;
}
