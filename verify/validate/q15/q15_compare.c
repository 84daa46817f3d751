/* The numbers of a file in fixed point against the spec: see q15.h. Best read from its end. A
   layer's exponents follow from what the file says: those of curves from the arguments of their
   kernels, those of outputs from the scales in the header, all others are the ones with which the
   constants are the spec's. Then every constant is computed anew and compared, and no sum may
   overflow. */
#include "base/fail.h"
#include "validate/q15/q15.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_EXPONENT = -40, MOST_EXPONENT = 80, NO_EXPONENT = 1000 };

/* The fixed exponents of an activation's argument and of its values when the argument n of its
   kernel is 0; how the sum is rounded; the largest magnitude of z that the kernel takes. */
struct rule {
    bool curve, half_argument;
    int argument, result;
    int64_t reach;
};

static struct rule rule_of(enum activation activation, bool tables)
{
    const int64_t bits_30 = INT64_C(1) << 30, all = INT32_MAX;
    switch (activation) {
    case ACT_TANH:
        return tables ? (struct rule){true, true, 12, 22, all}
                      : (struct rule){true, true, 13, 30, all};
    case ACT_SIGMOID:
        return tables ? (struct rule){true, true, 11, 23, all}
                      : (struct rule){true, true, 12, 31, all};
    case ACT_SOFTPLUS:
    case ACT_ELU:
    case ACT_SILU: return (struct rule){true, false, 15, 15, bits_30};
    case ACT_EXP: return (struct rule){true, false, 12, 15, 45056};
    case ACT_LEAKY_RELU:
    case ACT_SQUARE: return (struct rule){false, false, 0, 0, INT16_MAX};
    case ACT_CLIP: return (struct rule){false, false, 0, 0, bits_30};
    default: return (struct rule){false, false, 0, 0, all};
    }
}

struct comparer {
    struct arena *arena;
    const struct q15_file *file;
    const struct source *header;
    const struct names *names;
    const struct spec *spec;
    bool tables;
    struct q15_values values;
};

/* One neuron and the exponents that are tried with it. */
struct row {
    const struct comparer *c;
    const struct spec_layer *layer;
    const struct q15_neuron *neuron;
    size_t number;
    int sum; /* K, the exponent of its sum */
};

static _Noreturn void refuse(const struct row *row, int line, const char *what, const char *found,
                             const char *expected)
{
    fail_at(row->c->file->file, line, "layer \"%s\", neuron %zu: %s is %s, the spec says %s",
            row->layer->name, row->number, what, found, expected);
}

static const char *number_text(const struct row *row, double number)
{
    return arena_printf(row->c->arena, "%.0f", number);
}

/* --- what is read ----------------------------------------------------------------------------- */

/* The places that a layer reads, in the order of its columns. */
struct column {
    int source;
    size_t place;
};

static size_t source_width(const struct spec *spec, int source)
{
    return source == SOURCE_INPUTS ? spec->n_inputs : spec->layers[source].n_out;
}

static struct column column_of(const struct spec *spec, const struct spec_layer *layer,
                               size_t number)
{
    struct column column = {SOURCE_INPUTS, number};
    for (size_t s = 0; s < layer->from.count; s++) {
        column.source = layer->from.sources[s];
        const size_t width = source_width(spec, column.source);
        if (column.place < width)
            break;
        column.place -= width;
    }
    return column;
}

static const struct q15_value *value_of(const struct comparer *c, struct column column)
{
    return column.source == SOURCE_INPUTS ? &c->values.inputs[column.place]
                                          : &c->values.layers[column.source][column.place];
}

static const char *place_text(const struct comparer *c, struct column column)
{
    const char *array = column.source == SOURCE_INPUTS ? "z" : c->spec->layers[column.source].name;
    return arena_printf(c->arena, "%s[%zu]", array, column.place);
}

/* --- the constants of a neuron ---------------------------------------------------------------- */

/* w * 2^n, to nearest, ties to even; a number so large that no int32 is it stays a large number. */
static double scaled(float w, int n) { return rint(ldexp((double)w, n)); }

static double half_of(const struct row *row)
{
    const uint32_t n = row->neuron->shift;
    return rule_of(row->layer->activation, row->c->tables).half_argument || n == 0
               ? 0
               : ldexp(1, (int)n - 1);
}

/* Compares weights and bias. Returns how many are as the spec has them, or refuses the first one
   that is not. */
static size_t constants_compare(const struct row *row, bool refuses)
{
    const struct q15_neuron *neuron = row->neuron;
    const float *weights = row->layer->weights + row->number * row->layer->n_in;
    size_t term = 0, same = 0;
    int64_t halves = 0;
    for (size_t i = 0; i < row->layer->n_in; i++) {
        const struct column column = column_of(row->c->spec, row->layer, i);
        const struct q15_value *value = value_of(row->c, column);
        const double expected = scaled(weights[i], row->sum - value->exponent);
        const struct q15_term *t = term < neuron->n_terms ? &neuron->terms[term] : NULL;
        const bool there = t != NULL && t->source == column.source && t->place == column.place;
        const int32_t found = there ? t->weight : 0;
        term += there;
        same += expected == (double)found;
        halves += value->half ? found : 0;
        if (refuses && expected != (double)found)
            refuse(row, there ? t->line : neuron->line,
                   arena_printf(row->c->arena, "weight of %s", place_text(row->c, column)),
                   there ? number_text(row, found) : "not there", number_text(row, expected));
    }
    if (refuses && term < neuron->n_terms)
        fail_at(
            row->c->file->file, neuron->terms[term].line,
            "layer \"%s\", neuron %zu: a term that the spec does not have, or not in this place",
            row->layer->name, row->number);
    const double b = row->layer->bias == NULL ? 0 : scaled(row->layer->bias[row->number], row->sum);
    const double bias = b + floor((double)halves / 2) + half_of(row);
    if (refuses && bias != (double)neuron->bias)
        refuse(row, neuron->bias_line, "bias", number_text(row, neuron->bias),
               number_text(row, bias));
    return same + (bias == (double)neuron->bias) + (term == neuron->n_terms);
}

/* --- what is fixed by an activation ------------------------------------------------------------
 */

static void kernel_compare(const struct row *row)
{
    const char *expected = q15_kernel_name(row->layer->activation, row->c->tables);
    const char *found = row->neuron->kernel == NULL ? NULL : row->neuron->kernel->name;
    const size_t parameters = row->layer->activation == ACT_CLIP   ? 2
                              : row->layer->activation == ACT_ELU  ? 2
                              : row->layer->activation == ACT_RELU ? 0
                                                                   : 1;
    if ((expected == NULL) != (found == NULL) || (found != NULL && strcmp(expected, found) != 0))
        refuse(row, row->neuron->line, "activation", found == NULL ? "identity" : found,
               activation_name[row->layer->activation]);
    if (found != NULL && row->neuron->n_arguments != parameters)
        fail_at(row->c->file->file, row->neuron->line,
                "layer \"%s\", neuron %zu: %zu arguments behind the sum, %s takes %zu",
                row->layer->name, row->number, row->neuron->n_arguments, found, parameters);
    if (row->neuron->shift > 31)
        fail_at(row->c->file->file, row->neuron->line,
                "layer \"%s\", neuron %zu: a shift by %u, the most is 31", row->layer->name,
                row->number, row->neuron->shift);
}

static void argument_compare(const struct row *row, const char *what, int32_t found,
                             double expected)
{
    if ((double)found != expected)
        refuse(row, row->neuron->line, what, number_text(row, found), number_text(row, expected));
}

/* The parameters of an activation that are numbers of the spec. */
static void parameters_compare(const struct row *row, int exponent)
{
    const int32_t *arguments = row->neuron->arguments;
    const float *parameters = row->layer->parameters;
    switch (row->layer->activation) {
    case ACT_LEAKY_RELU:
        argument_compare(row, "slope", arguments[0], scaled(parameters[0], 15));
        break;
    case ACT_ELU:
        argument_compare(row, "alpha", arguments[1], scaled(parameters[0], exponent));
        break;
    case ACT_CLIP:
        argument_compare(row, "min", arguments[0], scaled(parameters[0], exponent));
        argument_compare(row, "max", arguments[1], scaled(parameters[1], exponent));
        break;
    default: break;
    }
}

/* --- exponents -------------------------------------------------------------------------------- */

/* The power of two by which two scales differ, from the larger one; refuses other ratios. */
static int exponent_between(const struct comparer *c, const char *macro, float of_spec)
{
    const float found = q15_header_number(c->header, macro);
    int exponent = 0;
    const double ratio = found != 0 ? (double)of_spec / (double)found : 0;
    if (!(ratio > 0) || !isfinite(ratio) || frexp(ratio, &exponent) != 0.5)
        fail_at(c->header->file, 1, "%s is %.9g, expected %.9g times a power of two", macro,
                (double)found, (double)of_spec);
    return exponent - 1;
}

/* The exponent of an output's value, from its scale in the header; NO_EXPONENT for a value that is
   no output. */
static int exponent_of_output(const struct comparer *c, size_t layer, size_t place)
{
    const struct q15_output *lists[] = {c->file->mean, c->file->sigma};
    const struct spec_output *outputs[] = {&c->spec->mean, &c->spec->sigma};
    static const char *const words[] = {"MEAN", "SIGMA"};
    if (c->file->eta.line != 0 && c->file->eta.layer == (int)layer && c->file->eta.place == place)
        return 14;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < outputs[k]->count; i++)
            if (lists[k][i].layer == (int)layer && lists[k][i].place == place)
                return exponent_between(
                    c, arena_printf(c->arena, "%s_%s_SCALE_%zu", c->names->upper, words[k], i),
                    outputs[k]->scale[i]);
    return NO_EXPONENT;
}

/* The exponent K of a neuron's sum, if its values have this exponent. */
static int sum_exponent(const struct row *row, int exponent)
{
    const struct rule rule = rule_of(row->layer->activation, row->c->tables);
    const int n = (int)row->neuron->shift;
    if (rule.curve)
        return n + rule.argument;
    if (row->layer->activation != ACT_SQUARE)
        return n + exponent;
    /* The value has twice the exponent of z, less what the square is shifted. */
    return n + (exponent + row->neuron->arguments[0]) / 2;
}

static struct row row_make(const struct comparer *c, size_t layer, size_t number, int exponent)
{
    struct row row = {c, &c->spec->layers[layer], &c->file->layers[layer][number], number, 0};
    row.sum = sum_exponent(&row, exponent);
    return row;
}

/* How many constants of a row are as the spec has them with this exponent of its values. */
static size_t row_score(const struct comparer *c, size_t layer, size_t number, int exponent)
{
    const struct row row = row_make(c, layer, number, exponent);
    bool even =
        row.layer->activation != ACT_SQUARE || (exponent + row.neuron->arguments[0]) % 2 == 0;
    return even ? constants_compare(&row, false) : 0;
}

/* The exponent with which most constants of the rows [first, end) are as the spec has them. */
static int exponent_search(const struct comparer *c, size_t layer, size_t first, size_t end)
{
    int best = 0;
    size_t most = 0;
    for (int exponent = LEAST_EXPONENT; exponent <= MOST_EXPONENT; exponent++) {
        size_t score = 0;
        for (size_t i = first; i < end; i++)
            score += row_score(c, layer, i, exponent);
        if (score > most) {
            most = score;
            best = exponent;
        }
    }
    return best;
}

/* --- layers ----------------------------------------------------------------------------------- */

/* The range of a neuron's sum, whose every part must have 32 bits, and of what its kernel gets. */
static struct q15_value argument_range(const struct row *row)
{
    const struct q15_neuron *neuron = row->neuron;
    const struct rule rule = rule_of(row->layer->activation, row->c->tables);
    int64_t low = neuron->bias, high = neuron->bias, most = llabs((int64_t)neuron->bias);
    for (size_t i = 0; i < neuron->n_terms; i++) {
        const struct q15_term *t = &neuron->terms[i];
        const struct q15_value *v = value_of(row->c, (struct column){t->source, t->place});
        const int64_t a = t->weight * v->low, b = t->weight * v->high;
        const int64_t largest = v->high > -v->low ? v->high : -v->low;
        if (t->weight > INT16_MAX || t->weight < -INT16_MAX)
            fail_at(row->c->file->file, t->line,
                    "layer \"%s\", neuron %zu: weight %d has more than 16 bits", row->layer->name,
                    row->number, t->weight);
        low += a < b ? a : b;
        high += a < b ? b : a;
        most += llabs((int64_t)t->weight) * largest;
    }
    if (most > INT32_MAX)
        fail_at(row->c->file->file, neuron->line,
                "layer \"%s\", neuron %zu: parts of its sum can reach %" PRId64
                ", more than 31 bits hold",
                row->layer->name, row->number, most);
    const int64_t power = INT64_C(1) << neuron->shift;
    struct q15_value z = {.exponent = row->sum - (int)neuron->shift, .half = rule.half_argument};
    z.low = (low - (((low % power) + power) % power)) / power;
    z.high = (high - (((high % power) + power) % power)) / power;
    if ((z.low < -rule.reach && row->layer->activation != ACT_EXP) || z.high > rule.reach)
        fail_at(row->c->file->file, neuron->line,
                "layer \"%s\", neuron %zu: its sum can reach %" PRId64 " to %" PRId64
                ", its activation takes up to %" PRId64,
                row->layer->name, row->number, z.low, z.high, rule.reach);
    return z;
}

static void neuron_compare(const struct comparer *c, size_t layer, size_t number, int exponent)
{
    const struct row row = row_make(c, layer, number, exponent);
    constants_compare(&row, true);
    parameters_compare(&row, exponent);
    const struct q15_value z = argument_range(&row);
    struct q15_value *value = &c->values.layers[layer][number];
    *value = q15_value_range(row.layer, row.neuron, z, exponent);
    if (value->low < INT16_MIN || value->high > INT16_MAX)
        fail_at(c->file->file, row.neuron->line,
                "layer \"%s\", neuron %zu: its values go from %" PRId64 " to %" PRId64
                ", more than 16 bits hold",
                row.layer->name, number, value->low, value->high);
}

/* The exponent of a neuron's values; `common` is that of its layer where neither a kernel nor the
   header says it. */
static int exponent_of(const struct comparer *c, size_t layer, size_t number, int common)
{
    const struct row row = {c, &c->spec->layers[layer], &c->file->layers[layer][number], number, 0};
    const struct rule rule = rule_of(row.layer->activation, c->tables);
    const int output = exponent_of_output(c, layer, number);
    if (!rule.curve)
        return output != NO_EXPONENT ? output : common;
    const int exponent = rule.result - row.neuron->arguments[0];
    if (output != NO_EXPONENT && output != exponent)
        fail_at(c->file->file, row.neuron->line,
                "layer \"%s\", neuron %zu: its values have the exponent %d, the header says %d",
                row.layer->name, number, exponent, output);
    return exponent;
}

static void layer_compare(const struct comparer *c, size_t layer)
{
    const struct spec_layer *l = &c->spec->layers[layer];
    bool hidden = !rule_of(l->activation, c->tables).curve;
    if (l->kind == LAYER_RADIAL)
        fail("%s: layer \"%s\" is radial, which fixed point does not have", c->spec->file, l->name);
    for (size_t i = 0; i < l->n_out; i++) {
        const struct q15_neuron *neuron = &c->file->layers[layer][i];
        if (neuron->line == 0)
            fail_at(c->file->file, c->file->entry_line, "layer \"%s\": neuron %zu is not computed",
                    l->name, i);
        const struct row row = {c, l, neuron, i, 0};
        kernel_compare(&row);
        hidden = hidden && exponent_of_output(c, layer, i) == NO_EXPONENT;
    }
    const int common = hidden ? exponent_search(c, layer, 0, l->n_out) : 0;
    for (size_t i = 0; i < l->n_out; i++)
        neuron_compare(c, layer, i, exponent_of(c, layer, i, common));
}

/* --- inputs and outputs ------------------------------------------------------------------------
 */

static const char *macro_text(const struct comparer *c, const char *name, const char *tail)
{
    char *text = arena_printf(c->arena, "%s_%s%s", c->names->upper, name, tail);
    for (char *t = text; *t != '\0'; t++)
        *t = (char)(*t >= 'a' && *t <= 'z' ? *t - 'a' + 'A' : *t);
    return text;
}

/* The raw number nearest to a bound of the domain. */
static double raw_of(const struct spec_input *input, float bound, int exponent)
{
    return round(ldexp(((double)bound - (double)input->mean) / (double)input->scale, exponent));
}

static void input_compare(const struct comparer *c, size_t i)
{
    const struct spec_input *input = &c->spec->inputs[i];
    const struct q15_input *found = &c->file->inputs[i];
    const int exponent = exponent_between(c, macro_text(c, input->name, "_SCALE"), input->scale);
    const double low = raw_of(input, input->min, exponent),
                 high = raw_of(input, input->max, exponent);
    if ((double)found->low != low || (double)found->high != high)
        fail_at(
            c->file->file, found->line,
            "input \"%s\": its domain goes from %d to %d, the spec and its scale say %.0f to %.0f",
            input->name, found->low, found->high, low, high);
    if (found->low < -INT16_MAX || found->high > INT16_MAX - 1 || found->low >= found->high)
        fail_at(c->file->file, found->line,
                "input \"%s\": a domain from %d to %d, expected one between -32767 and 32766",
                input->name, found->low, found->high);
    if (found->bit != (i < 31 ? i : 31))
        fail_at(c->file->file, found->line, "input \"%s\": sets bit %zu", input->name, found->bit);
    c->values.inputs[i] = (struct q15_value){exponent, false, found->low, found->high};
}

static void output_compare(const struct comparer *c, const char *name,
                           const struct spec_output *output, const struct q15_output *found)
{
    size_t number = 0;
    for (size_t s = 0; s < output->from.count; s++) {
        const int source = output->from.sources[s];
        const size_t width = source_width(c->spec, source);
        for (size_t i = 0; i < width; i++, number++)
            if (found[number].line == 0)
                fail_at(c->file->file, c->file->entry_line, "%s[%zu] is not stored", name, number);
            else if (found[number].layer != source || found[number].place != i)
                fail_at(c->file->file, found[number].line, "%s[%zu] is %s, the spec says %s", name,
                        number,
                        place_text(c, (struct column){found[number].layer, found[number].place}),
                        place_text(c, (struct column){source, i}));
    }
}

struct q15_values q15_compare(struct arena *arena, const struct q15_file *file,
                              const struct source *header, const struct names *names,
                              const struct spec *spec, bool tables)
{
    struct comparer c = {arena, file, header, names, spec, tables, {NULL, NULL}};
    c.values.inputs = arena_alloc(arena, spec->n_inputs, sizeof(*c.values.inputs));
    c.values.layers = arena_alloc(arena, spec->n_layers, sizeof(struct q15_value *));
    for (size_t i = 0; i < spec->n_layers; i++)
        c.values.layers[i] = arena_alloc(arena, spec->layers[i].n_out, sizeof(struct q15_value));
    for (size_t i = 0; i < spec->n_inputs; i++)
        input_compare(&c, i);
    output_compare(&c, "mean", &spec->mean, file->mean);
    if (spec_has(&spec->sigma))
        output_compare(&c, "sigma", &spec->sigma, file->sigma);
    if (spec_has(&spec->eta))
        output_compare(&c, "eta", &spec->eta, &file->eta);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_compare(&c, spec->order[i]);
    return c.values;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* What the options of the header say: the core, portable or the one that the code is for, and
   whether there are tables of functions. */
static struct q15_form form_of(struct arena *arena, const struct source *header,
                               const struct header_words *words)
{
    static const char label[] = " --core=";
    const char *text = arena_strndup(arena, words->options.text, words->options.length);
    const char *core = strstr(text, label);
    if (core == NULL)
        fail_at(header->file, words->options.line, "the options do not say --core=");
    core += strlen(label);
    struct q15_form form = {.core = arena_strndup(arena, core, strcspn(core, " \""))};
    form.packed = strcmp(form.core, "cortex-m4") == 0;
    form.saturates = form.packed || strcmp(form.core, "cortex-m3") == 0;
    form.tables = strstr(core, " --tables\"") != NULL;
    return form;
}

static void counts_fill(const struct spec *spec, const struct q15_file *file,
                        struct validation *result)
{
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct spec_layer *layer = &spec->layers[i];
        result->found.neurons += layer->n_out;
        result->found.weights += layer->n_in * layer->n_out;
        for (size_t k = 0; k < layer->n_out; k++)
            result->found.connections += file->layers[i][k].n_terms;
    }
    for (size_t i = 0; i < file->n_kernels; i++)
        result->kernels[i] = file->kernels[i]->name;
    result->n_kernels = file->n_kernels;
}

struct validation q15_validate(struct arena *arena, const struct spec *spec, const char *sha256,
                               const struct source *code, const struct source *header)
{
    struct validation found = {.prefix = frame_prefix(arena, code), .type = "q15"};
    const struct names names = {found.prefix, names_upper(arena, found.prefix)};
    found.form = frame_form(code);
    found.accuracy = "full";
    struct lexer lexer = lexer_begin(header->file, header->bytes, header->size);
    const struct header_words early = frame_words(arena, &lexer, &names);
    struct q15_form form = form_of(arena, header, &early);
    form.tiled = strcmp(found.form, "tiled") == 0;
    const struct q15_file *file = q15_read(arena, code, &names, spec, &form);
    const struct q15_values values = q15_compare(arena, file, header, &names, spec, form.tables);
    const struct header_words words = q15_header_compare(arena, header, &names, spec, &values);
    counts_fill(spec, file, &found);
    frame_origin(code, sha256);
    frame_origin(header, sha256);
    frame_checksum(header, &words.checksum, sha256);
    frame_options(code, header, &words,
                  arena_printf(arena, "\"--type=q15 --form=%s --core=%s%s\"", found.form, form.core,
                               form.tables ? " --tables" : ""));
    return found;
}
