/* The second half of reading a spec: does it mean something? The passes are the names (can they
   stand in C, are they distinct), the graph (graph.c), the widths and the numbers; each relies on
   those before it. spec_check at the end is their list. A message gives the line of the input,
   layer, output or `from` that it is about. */
#include "spec/spec.h"

#include "base/fail.h"
#include "spec/graph.h"
#include "spec/unit.h"
#include "spec/yaml_tree.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

struct checker {
    struct arena *arena;
    struct spec *spec;
    const char *file;
};

/* Names */

/* Refuses a name with this fault, which is NULL if there is none. */
static void fault_refuse(const struct checker *c, int line, const char *what, const char *name,
                         size_t limit, const char *fault)
{
    if (fault == NULL)
        return;
    if (strlen(name) > limit)
        fail_at(c->file, line, "%s \"%s\" has %zu characters, the limit is %zu", what,
                yaml_excerpt(name).text, strlen(name), limit);
    fail_at(c->file, line, "%s \"%s\" cannot stand in C, expected %s", what,
            yaml_excerpt(name).text, fault);
}

static void name_check(const struct checker *c, int line, const char *what, const char *name,
                       size_t limit)
{
    fault_refuse(c, line, what, name, limit, identifier_fault(name, limit));
}

static int ascii_upper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

/* Names of inputs and outputs become macros in capitals, so they must differ in capitals too. */
static bool same_in_capitals(const char *a, const char *b)
{
    while (*a != '\0' && ascii_upper(*a) == ascii_upper(*b)) {
        a++;
        b++;
    }
    return ascii_upper(*a) == ascii_upper(*b);
}

static void clash_refuse(const struct checker *c, int line, const char *what, const char *name,
                         const char *earlier)
{
    if (strcmp(name, earlier) == 0)
        fail_at(c->file, line, "%s \"%s\" is there twice, expected distinct names", what, name);
    if (same_in_capitals(name, earlier))
        fail_at(c->file, line,
                "%s \"%s\" and \"%s\" are the same in capitals, expected distinct names", what,
                earlier, name);
}

/* Refuses what must not stand in an emitted comment, to which units pass through m4. */
static void unit_check_marks(const struct checker *c, int line, const char *what, const char *unit)
{
    static const char *const refused[] = {"/*", "*/", "//", "<|",  "|>",   "\\",
                                          "\"", "'",  "??", "m4_", "epi_", "EPI_"};
    struct arena *arena = arena_new();
    char ascii[16 * SPEC_MAX_LABEL] = "";
    snprintf(ascii, sizeof(ascii), "%s", unit_ascii(arena, unit));
    arena_free(arena);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        if (strstr(ascii, refused[i]) != NULL)
            fail_at(c->file, line,
                    "%s: unit \"%s\" cannot stand in a C comment, expected a unit without %s", what,
                    yaml_excerpt(unit).text, refused[i]);
}

static void unit_check(const struct checker *c, int line, const char *what, const char *unit)
{
    if (unit == NULL)
        return;
    if (text_length(unit) > SPEC_MAX_LABEL)
        fail_at(c->file, line, "%s: unit \"%s\" has %zu characters, the limit is %d", what,
                yaml_excerpt(unit).text, text_length(unit), SPEC_MAX_LABEL);
    if (!text_is_printable(unit))
        fail_at(c->file, line, "%s: unit \"%s\" has a control character, expected none", what,
                yaml_excerpt(unit).text);
    unit_check_marks(c, line, what, unit);
}

static void input_names_check(const struct checker *c)
{
    const struct spec_input *inputs = c->spec->inputs;
    for (size_t i = 0; i < c->spec->n_inputs; i++) {
        name_check(c, inputs[i].line, "input name", inputs[i].name, SPEC_MAX_LABEL);
        char what[SPEC_MAX_LABEL + 16];
        snprintf(what, sizeof(what), "input \"%s\"", inputs[i].name);
        unit_check(c, inputs[i].line, what, inputs[i].unit);
        for (size_t k = 0; k < i; k++)
            clash_refuse(c, inputs[i].line, "input name", inputs[i].name, inputs[k].name);
    }
}

/* Emitted names keep the case of layers, so layers may differ by case alone. */
/* An input v gives the header the macros V_MIN and V_MAX, an input or output w the constant IN_W or
   OUT_W: these must not be the same name. */
static void bound_names_check(const struct checker *c, const char *kind, const char *name)
{
    static const char *const bounds[] = {"_min", "_max"};
    const char *place = arena_printf(c->arena, "%s_%s", kind, name);
    for (size_t i = 0; i < c->spec->n_inputs; i++)
        for (size_t k = 0; k < 2; k++) {
            const struct spec_input *input = &c->spec->inputs[i];
            if (same_in_capitals(arena_printf(c->arena, "%s%s", input->name, bounds[k]), place))
                fail_at(
                    c->file, input->line,
                    "input \"%s\": its bound %s%s would have the name of the place of \"%s\" in "
                    "the header, expected distinct names",
                    input->name, input->name, bounds[k], name);
        }
}

static void header_names_check(const struct checker *c)
{
    const struct spec_output *mean = &c->spec->mean;
    for (size_t i = 0; i < c->spec->n_inputs; i++)
        bound_names_check(c, "in", c->spec->inputs[i].name);
    for (size_t i = 0; i < mean->n_names; i++)
        bound_names_check(c, "out", mean->names[i]);
}

static void layer_names_check(const struct checker *c)
{
    const struct spec_layer *layers = c->spec->layers;
    for (size_t i = 0; i < c->spec->n_layers; i++) {
        name_check(c, layers[i].line, "layer name", layers[i].name, SPEC_MAX_LABEL);
        if (strcmp(layers[i].name, "inputs") == 0)
            fail_at(c->file, layers[i].line,
                    "layer name \"inputs\" means the model's inputs, expected another name");
        for (size_t k = 0; k < i; k++)
            if (strcmp(layers[i].name, layers[k].name) == 0)
                fail_at(c->file, layers[i].line,
                        "layer name \"%s\" is there twice, expected distinct names: see line %d",
                        layers[i].name, layers[k].line);
    }
}

static void output_names_check(const struct checker *c)
{
    const struct spec_output *mean = &c->spec->mean;
    unit_check(c, mean->line, "output mean", mean->unit);
    for (size_t i = 0; i < mean->n_names; i++) {
        name_check(c, mean->line, "output name", mean->names[i], SPEC_MAX_LABEL);
        for (size_t k = 0; k < i; k++)
            clash_refuse(c, mean->line, "output name", mean->names[i], mean->names[k]);
    }
}

/* Widths */

static size_t source_width(const struct checker *c, int source)
{
    return source == SOURCE_INPUTS ? c->spec->n_inputs : c->spec->layers[source].n_out;
}

static void from_measure(const struct checker *c, struct spec_from *from, const char *what)
{
    from->width = 0;
    for (size_t i = 0; i < from->count; i++)
        from->width += source_width(c, from->sources[i]);
    if (from->width > SPEC_MAX_WIDTH)
        fail_at(c->file, from->line, "%s reads %zu numbers, the limit is %d", what, from->width,
                SPEC_MAX_WIDTH);
}

/* An average is as wide as each of its sources. It is computed like a dense layer: the weight is
   1 / sources, rounded to float32, for the same number of each source, and 0 elsewhere. */
static void average_complete(const struct checker *c, struct spec_layer *layer)
{
    size_t count = layer->from.count, width = source_width(c, layer->from.sources[0]);
    if (count < 2)
        fail_at(c->file, layer->from.line, "layer \"%s\" averages 1 source, expected at least 2",
                layer->name);
    for (size_t i = 1; i < count; i++)
        if (source_width(c, layer->from.sources[i]) != width)
            fail_at(c->file, layer->from.line,
                    "layer \"%s\": %s gives %zu, expected %zu as %s because they are averaged",
                    layer->name, layer->from.names[i], source_width(c, layer->from.sources[i]),
                    width, layer->from.names[0]);
    layer->n_in = count * width;
    layer->n_out = width;
    layer->weights = arena_alloc(c->arena, layer->n_in * width, sizeof(*layer->weights));
    for (size_t k = 0; k < width; k++)
        for (size_t i = 0; i < count; i++)
            layer->weights[k * layer->n_in + i * width + k] = 1.0F / (float)count;
}

/* Goes through the layers in the order of execution, so that the widths of all sources are known.
 */
static void widths_find(const struct checker *c)
{
    struct spec *spec = c->spec;
    for (size_t n = 0; n < spec->n_layers; n++) {
        struct spec_layer *layer = &spec->layers[spec->order[n]];
        char what[SPEC_MAX_LABEL + 16];
        snprintf(what, sizeof(what), "layer \"%s\"", layer->name);
        from_measure(c, &layer->from, what);
        if (layer->kind == LAYER_AVERAGE)
            average_complete(c, layer);
    }
    from_measure(c, &spec->mean.from, "output mean");
    from_measure(c, &spec->sigma.from, "output sigma");
    from_measure(c, &spec->eta.from, "output eta");
}

static _Noreturn void layer_width_refuse(const struct checker *c, const struct spec_layer *layer)
{
    char text[400] = "";
    size_t used = 0;
    for (size_t i = 0; i < layer->from.count && i < 8; i++)
        used +=
            (size_t)snprintf(text + used, sizeof(text) - used, "%s%s gives %zu", i > 0 ? ", " : "",
                             layer->from.names[i], source_width(c, layer->from.sources[i]));
    fail_at(c->file, layer->line, "layer \"%s\" has %zu %s%s in a row, expected %zu: %s%s",
            layer->name, layer->n_in, layer->kind == LAYER_RADIAL ? "number" : "weight",
            layer->n_in == 1 ? "" : "s", layer->from.width, text,
            layer->from.count > 8 ? ", ..." : "");
}

/* Each row of a dense or radial layer has one number for each number that the layer reads. */
static void layer_widths_check(const struct checker *c)
{
    for (size_t i = 0; i < c->spec->n_layers; i++)
        if (c->spec->layers[i].n_in != c->spec->layers[i].from.width)
            layer_width_refuse(c, &c->spec->layers[i]);
}

static void output_widths_check(const struct checker *c)
{
    struct spec *spec = c->spec;
    spec->mean.count = spec->mean.from.width;
    spec->sigma.count = spec->sigma.from.width;
    spec->eta.count = spec->eta.from.width;
    if (spec_has(&spec->sigma) && spec->sigma.count != spec->mean.count)
        fail_at(c->file, spec->sigma.line, "output sigma is %zu wide, expected %zu as the mean",
                spec->sigma.count, spec->mean.count);
    if (spec_has(&spec->eta) && spec->eta.count != 1)
        fail_at(c->file, spec->eta.line, "output eta is %zu wide, expected 1", spec->eta.count);
    if (spec->mean.n_names != 0 && spec->mean.n_names != spec->mean.count)
        fail_at(c->file, spec->mean.line, "output mean has %zu name%s, expected %zu",
                spec->mean.n_names, spec->mean.n_names == 1 ? "" : "s", spec->mean.count);
}

/* Makes a list with one number for each output, of a list with none (the default), one or all. */
static float *list_expand(const struct checker *c, const struct spec_output *output,
                          const char *what, const float *given, size_t n_given, float otherwise)
{
    if (n_given > 1 && n_given != output->count)
        fail_at(c->file, output->line, "output %s has %zu numbers, expected %s%zu", what, n_given,
                output->count == 1 ? "" : "1 or ", output->count);
    float *all = arena_alloc(c->arena, output->count, sizeof(*all));
    for (size_t i = 0; i < output->count; i++)
        all[i] = n_given == 0 ? otherwise : given[n_given == 1 ? 0 : i];
    return all;
}

static void lists_expand(const struct checker *c)
{
    struct spec_output *mean = &c->spec->mean, *sigma = &c->spec->sigma;
    mean->offset = list_expand(c, mean, "mean: offset", mean->offset, mean->n_offset, 0.0F);
    mean->scale = list_expand(c, mean, "mean: scale", mean->scale, mean->n_scale, 1.0F);
    sigma->scale = list_expand(c, sigma, "sigma: scale", sigma->scale, sigma->n_scale, 1.0F);
    sigma->floor = list_expand(c, sigma, "sigma: floor", sigma->floor, sigma->n_floor, 0.0F);
}

/* Numbers */

/* Emitted code multiplies by 1 / scale, which must be a normal float32 too. */
static void input_numbers_check(const struct checker *c, const struct spec_input *in)
{
    if (!(in->min < in->max))
        fail_at(c->file, in->line, "input \"%s\": min %.7g and max %.7g, expected min < max",
                in->name, (double)in->min, (double)in->max);
    if (isinf(in->max - in->min))
        fail_at(c->file, in->line,
                "input \"%s\": max - min is beyond float32, expected a narrower domain", in->name);
    if (!(in->scale > 0.0F))
        fail_at(c->file, in->line, "input \"%s\": scale is %.7g, expected a positive number",
                in->name, (double)in->scale);
    if (!isnormal(1.0F / in->scale))
        fail_at(c->file, in->line,
                "input \"%s\": scale is %.7g, expected at most 8.50705917e+37 "
                "so that 1 / scale is a normal float32",
                in->name, (double)in->scale);
}

static void parameters_check(const struct checker *c, const struct spec_layer *layer)
{
    const struct activation_parameter *p = activation_forms[layer->activation].parameters;
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++)
        if (!(layer->parameters[i] > p[i].above && layer->parameters[i] < p[i].below))
            fail_at(c->file, layer->line, "layer \"%s\": %s is %.7g, expected %.7g < %s%s",
                    layer->name, p[i].key, (double)layer->parameters[i], (double)p[i].above,
                    p[i].key,
                    isinf(p[i].below) ? "" : arena_printf(c->arena, " < %.7g", (double)p[i].below));
    if (activation_forms[layer->activation].range == RANGE_PARAMETERS &&
        !(layer->parameters[0] < layer->parameters[1]))
        fail_at(c->file, layer->line, "layer \"%s\": %s is %.7g and %s %.7g, expected %s < %s",
                layer->name, p[0].key, (double)layer->parameters[0], p[1].key,
                (double)layer->parameters[1], p[0].key, p[1].key);
}

static void positive_check(const struct checker *c, const struct spec_output *output,
                           const char *what, const float *numbers)
{
    for (size_t i = 0; i < output->count; i++)
        if (!(numbers[i] > 0.0F))
            fail_at(c->file, output->line, "output sigma: %s is %.7g, expected a positive number",
                    what, (double)numbers[i]);
}

static void output_numbers_check(const struct checker *c)
{
    const struct spec_output *mean = &c->spec->mean, *sigma = &c->spec->sigma;
    for (size_t i = 0; i < mean->count; i++)
        if (mean->scale[i] == 0.0F)
            fail_at(c->file, mean->line, "output mean: scale is 0, expected any other number");
    positive_check(c, sigma, "scale", sigma->scale);
    positive_check(c, sigma, "floor", sigma->floor);
}

/* What the values of a layer that is no average keep to. */
static enum activation_range layer_range(const struct spec_layer *layer)
{
    const enum activation_range range = activation_forms[layer->activation].range;
    if (range != RANGE_PARAMETERS)
        return range;
    if (!(layer->parameters[0] >= 0.0F))
        return RANGE_ANY;
    return layer->parameters[1] <= 1.0F ? RANGE_UNIT : RANGE_NOT_NEGATIVE;
}

/* Whether the values of a layer stay in a range: by its activation, or as an average of such
 * layers. */
static bool layer_holds(const struct checker *c, const struct spec_layer *layer,
                        enum activation_range range)
{
    if (layer->kind != LAYER_AVERAGE)
        return layer_range(layer) >= range;
    if (range == RANGE_UNIT) /* rounding may lift the sum above 1 */
        return false;
    for (size_t i = 0; i < layer->from.count; i++) {
        int source = layer->from.sources[i];
        if (source == SOURCE_INPUTS || !layer_holds(c, &c->spec->layers[source], range))
            return false;
    }
    return true;
}

/* "clip with min >= 0": an activation that keeps to a range, with the parameters that it takes. */
static const char *activation_text(const struct checker *c, size_t activation,
                                   enum activation_range range)
{
    const struct activation_form *form = &activation_forms[activation];
    if (form->range != RANGE_PARAMETERS)
        return form->name;
    return arena_printf(
        c->arena, "%s with %s >= 0%s", form->name, form->parameters[0].key,
        range == RANGE_UNIT ? arena_printf(c->arena, " and %s <= 1", form->parameters[1].key) : "");
}

/* "relu, sigmoid or exp": the activations that keep to a range. */
static const char *range_text(const struct checker *c, enum activation_range range)
{
    const char *text = "", *last = NULL;
    for (size_t a = 0; a < ACT_COUNT; a++) {
        if (activation_forms[a].range < range)
            continue;
        if (last != NULL)
            text = arena_printf(c->arena, "%s%s%s", text, *text == '\0' ? "" : ", ", last);
        last = activation_text(c, a, range);
    }
    return *text == '\0' ? last : arena_printf(c->arena, "%s or %s", text, last);
}

/* Refuses layers by which sigma > 0 or 0 <= eta <= 1 would not hold for every input. */
static void range_check(const struct checker *c, const struct spec_output *output, const char *what,
                        enum activation_range range)
{
    const char *expected = range_text(c, range);
    for (size_t i = 0; i < output->from.count; i++) {
        int source = output->from.sources[i];
        if (source == SOURCE_INPUTS)
            fail_at(c->file, output->from.line, "output %s reads inputs, expected a layer with %s",
                    what, expected);
        const struct spec_layer *layer = &c->spec->layers[source];
        if (layer_holds(c, layer, range))
            continue;
        fail_at(c->file, layer->line, "layer \"%s\" %s%s, expected %s because output %s reads it",
                layer->name, layer->kind == LAYER_AVERAGE ? "is an average" : "has the activation ",
                layer->kind == LAYER_AVERAGE ? "" : activation_name[layer->activation], expected,
                what);
    }
}

static void numbers_check(const struct checker *c)
{
    for (size_t i = 0; i < c->spec->n_inputs; i++)
        input_numbers_check(c, &c->spec->inputs[i]);
    for (size_t i = 0; i < c->spec->n_layers; i++)
        if (c->spec->layers[i].kind == LAYER_DENSE)
            parameters_check(c, &c->spec->layers[i]);
    output_numbers_check(c);
}

void spec_check(struct arena *arena, struct spec *spec)
{
    const struct checker c = {arena, spec, spec->file};
    fault_refuse(&c, spec->name_line, "model name", spec->name, SPEC_MAX_NAME,
                 model_name_fault(spec->name));
    input_names_check(&c);
    layer_names_check(&c);
    output_names_check(&c);
    header_names_check(&c);
    graph_check(arena, spec);
    widths_find(&c);
    layer_widths_check(&c);
    output_widths_check(&c);
    range_check(&c, &spec->sigma, "sigma", RANGE_NOT_NEGATIVE);
    range_check(&c, &spec->eta, "eta", RANGE_UNIT);
    lists_expand(&c);
    numbers_check(&c);
}
