/* See compare.h. The inputs come first, then the layers, each behind those that it reads, then the
   outputs. A value that was found right is marked with its place in the network. So a connection is
   right if the mark of its source is right. A new kind of layer is a case in neuron_compare. */
#include "validate/compare.h"

#include "base/fail.h"
#include "validate/demand.h"
#include "validate/reach.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

struct comparer {
    struct reader *reader;
    const char *file; /* the emitted file's name, for messages */
    struct demand demand;
    struct layer_reach *reach; /* (n_layers) ranges of the neurons' sums */
    const char *what;          /* what is being compared, for messages: layer "h2", neuron 17 */
    struct comparison found;
};

/* Reports a difference at the line that computes v, or at the end of the file if v is NULL. */
static _Noreturn void differ(const struct comparer *c, const struct value *v, const char *message)
{
    fail_at(c->file, v == NULL ? c->reader->lexer.token.line : v->line, "%s: %s", c->what, message);
}

static bool is_same_float(float a, float b) { return demand_bits(a) == demand_bits(b); }

/* The shortest decimal text that reads back as the value: "0.35". */
static const char *number(const struct comparer *c, float value)
{
    for (int digits = 1; digits < 9; digits++) {
        const char *text = arena_printf(c->reader->arena, "%.*g", digits, (double)value);
        if (is_same_float(strtof(text, NULL), value))
            return text;
    }
    return arena_printf(c->reader->arena, "%.9g", (double)value);
}

/* "h1[3]" */
static const char *place_name(const struct comparer *c, int source, size_t place)
{
    const struct spec *spec = c->reader->spec;
    if (source == SOURCE_INPUTS)
        return arena_printf(c->reader->arena, "input %s", spec->inputs[place].name);
    return arena_printf(c->reader->arena, "%s[%zu]", spec->layers[source].name, place);
}

static const char *value_name(const struct comparer *c, const struct value *v)
{
    return v->known ? place_name(c, v->source, v->place) : "a number that the spec does not have";
}

/* Whether the value is a constant of the code that is not the value of a neuron. */
static bool is_literal(const struct value *v) { return v->kind == VALUE_CONSTANT && !v->known; }

/* The constant of v = value op constant, or NULL if v has another form. */
static struct value *constant_beside(const struct value *v, enum value_kind kind,
                                     struct value **value)
{
    if (v->kind != kind)
        return NULL;
    if (is_literal(v->right)) {
        *value = v->left;
        return v->right;
    }
    *value = v->right; /* float sums and products commute to the bit */
    return kind != VALUE_DIFFERENCE && is_literal(v->left) ? v->left : NULL;
}

/* Returns the value of v = value op constant; refuses any other v. `name` is the constant's name in
   messages: "offset". */
static struct value *step_back(const struct comparer *c, struct value *v, enum value_kind kind,
                               float constant, const char *name)
{
    struct value *value;
    const struct value *found = constant_beside(v, kind, &value);
    struct arena *arena = c->reader->arena;
    if (found == NULL)
        differ(c, v,
               arena_printf(arena, "expected its last step to be the %s, %s", name,
                            number(c, constant)));
    if (!is_same_float(found->constant, constant))
        differ(c, v,
               arena_printf(arena, "%s is %s, the spec says %s", name, number(c, found->constant),
                            number(c, constant)));
    return value;
}

static bool is_call(const struct value *v, const char *kernel)
{
    return v->kind == VALUE_CALL && strcmp(v->kernel->name, kernel) == 0;
}

static void mark(const struct comparer *c, struct value *v, int source, size_t place)
{
    if (v->known)
        differ(c, v, arena_printf(c->reader->arena, "the same number as %s", value_name(c, v)));
    v->known = true;
    v->source = source;
    v->place = place;
}

/* The variable of the entry point with that name and size. */
static struct variable *buffer_find(struct comparer *c, const char *name, size_t count)
{
    struct token token = {.kind = TOKEN_NAME, .text = name, .length = strlen(name)};
    struct variable *v = scope_find(&c->reader->entry, &token);
    if (v == NULL)
        fail_at(c->file, c->reader->lexer.token.line, "array %s is missing", name);
    if (v->count != count)
        fail_at(c->file, v->line, "array %s has %zu elements, the spec says %zu", name, v->count,
                count);
    return v;
}

static struct value *value_of(const struct comparer *c, const struct variable *v, size_t i)
{
    if (v->cells[i].value == NULL)
        differ(c, NULL, "never computed");
    return v->cells[i].value;
}

static void bits_compare(const struct comparer *c, const struct value *v, uint32_t found,
                         uint32_t expected, const char *name)
{
    if (found != expected)
        differ(c, v,
               arena_printf(c->reader->arena, "%s is 0x%08XU, the spec says 0x%08XU", name,
                            (unsigned)found, (unsigned)expected));
}

/* Whether a limit is right. The tiled form does the same with all inputs. So it flushes an input
   that the flush never changes too, below the smallest normal number. */
static bool is_limit(const struct comparer *c, const struct input_demand *demand, uint32_t limit)
{
    return limit == demand->limit ||
           (c->reader->tiled && !demand->must_flush && limit == demand_bits(FLT_MIN));
}

/* Checks z = flush((clamp(x) - mean), limit) * factor from its last step to its first. The code
   leaves out steps that change nothing; the tiled form may subtract 0 and multiply by 1. */
static void input_compare(struct comparer *c, struct value *z, size_t i)
{
    struct input_demand demand = demand_input(&c->demand, i);
    struct value *v = z;
    if (demand.multiplies || (c->reader->tiled && v->kind == VALUE_PRODUCT))
        v = step_back(c, v, VALUE_PRODUCT, demand.multiplies ? demand.factor : 1.0F,
                      "factor 1/scale");
    if (demand.must_flush && !is_call(v, "flush"))
        differ(c, v, "small numbers are not flushed to zero");
    if (is_call(v, "flush")) {
        if (!is_limit(c, &demand, v->bits[0]))
            bits_compare(c, v, v->bits[0], demand.limit, "limit of the flush");
        v = v->left;
    }
    if (demand.subtracts || (c->reader->tiled && v->kind == VALUE_DIFFERENCE))
        v = step_back(c, v, VALUE_DIFFERENCE, demand.subtracts ? demand.mean : 0.0F, "mean");
    const struct spec_input *input = &c->reader->spec->inputs[i];
    bool zero = input->min <= 0.0F && input->max >= 0.0F;
    if ((!is_call(v, "clamp") && !(zero && is_call(v, "clamp_zero"))) ||
        v->left->kind != VALUE_INPUT)
        differ(c, v, "expected an input that goes through its clamp here");
    if (v->left->place != i)
        differ(c, v,
               arena_printf(c->reader->arena, "reads input %s",
                            c->reader->spec->inputs[v->left->place].name));
    bits_compare(c, v, v->bits[0], demand.low, "min");
    bits_compare(c, v, v->bits[1], demand.high, "max");
    bits_compare(c, v, v->bits[2], demand.nan, "the stand-in for a NaN");
    bits_compare(c, v, v->bits[3], demand.status, "status bit");
    c->found.folded += c->demand.input_factor[i] != 1.0F;
    mark(c, z, SOURCE_INPUTS, i);
}

static void inputs_compare(struct comparer *c)
{
    const struct spec *spec = c->reader->spec;
    const struct variable *z = buffer_find(c, "z", spec->n_inputs);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        c->what = arena_printf(c->reader->arena, "input \"%s\"", spec->inputs[i].name);
        input_compare(c, value_of(c, z, i), i);
    }
}

/* The parameters of a layer's activation, which v calls with them. */
static void parameters_compare(const struct comparer *c, const struct spec_layer *layer,
                               const struct value *v)
{
    static const struct {
        enum activation activation;
        size_t place; /* in the spec's list */
        const char *name;
    } rows[] = {{ACT_LEAKY_RELU, 0, "slope"},
                {ACT_ELU, 0, "alpha"},
                {ACT_CLIP, 0, "min"},
                {ACT_CLIP, 1, "max"}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].activation != layer->activation || layer->kind != LAYER_DENSE)
            continue;
        float expected = layer->parameters[rows[i].place];
        const struct value *found = rows[i].place == 0 ? v->right : v->third;
        bool literal = found->kind == VALUE_CONSTANT;
        if (!literal || !is_same_float(found->constant, expected))
            differ(c, v,
                   arena_printf(c->reader->arena, "%s is %s, the spec says %s", rows[i].name,
                                literal ? number(c, found->constant) : "computed",
                                number(c, expected)));
    }
}

/* The argument of the activation; refuses a v that is no call of it. */
static struct value *activation_compare(const struct comparer *c, const char *name, size_t index,
                                        size_t row, struct value *v)
{
    const struct spec_layer *layer = &c->reader->spec->layers[index];
    struct arena *arena = c->reader->arena;
    if (strcmp(name, activation_name[ACT_IDENTITY]) == 0)
        return v;
    const char *cheaper = arena_printf(arena, "%s%s", name, c->reader->accuracy);
    if (known_kernel(cheaper) != NULL)
        name = cheaper; /* most activations have one kernel for all accuracies */
    const char *unclamped = arena_printf(arena, "%s_core", name);
    if (is_call(v, unclamped)) {
        if (c->reader->all_clamps)
            differ(c, v, "a kernel without its clamp, the options say --clamps=all");
        if (!reach_fits_unclamped(&c->reach[index].neurons[row], unclamped))
            differ(c, v, "its sum can leave the range of the kernel without a clamp");
        return v->left;
    }
    if (!is_call(v, name))
        differ(c, v,
               arena_printf(arena, "%s, the spec says %s",
                            v->kind == VALUE_CALL ? v->kernel->name : "no activation", name));
    parameters_compare(c, layer, v);
    return v->left;
}

/* A term of the code or of the spec. A sum adds weight * number; in a radial layer it subtracts
   square(number - point). */
struct term {
    bool radial;
    float constant; /* weight or point */
    int source;
    size_t place;
    /* Of terms of the code: the number, the sum that ends with this term, the constant's literal.
     */
    const struct value *operand, *at, *literal;
};

struct terms {
    struct term *term;
    size_t count;
};

static const struct value *weight_beside(const struct value *v, struct value **operand)
{
    return constant_beside(v, VALUE_PRODUCT, operand);
}

/* square(number - point) */
static const struct value *point_beside(const struct value *v, struct value **operand)
{
    return is_call(v, "square") ? constant_beside(v->left, VALUE_DIFFERENCE, operand) : NULL;
}

/* The terms of ((bias op t1) op t2) ..., in the order of summation; *bias gets the first operand.
 */
static struct terms code_terms(const struct comparer *c, struct value *v, bool radial,
                               struct value **bias)
{
    enum value_kind kind = radial ? VALUE_DIFFERENCE : VALUE_SUM;
    struct terms t = {NULL, 0};
    for (const struct value *s = v; s->kind == kind; s = s->left)
        t.count++;
    t.term = arena_alloc(c->reader->arena, t.count, sizeof(*t.term));
    for (size_t i = t.count; i-- > 0; v = v->left) {
        struct value *operand = NULL;
        const struct value *constant =
            radial ? point_beside(v->right, &operand) : weight_beside(v->right, &operand);
        if (constant == NULL)
            differ(c, v,
                   radial ? "expected the sum so far minus square(number - point)"
                          : "expected the sum so far plus weight * number");
        t.term[i] = (struct term){.radial = radial,
                                  .constant = constant->constant,
                                  .operand = operand,
                                  .at = v,
                                  .literal = constant};
    }
    *bias = v;
    return t;
}

/* The weight or the point of a term; 0 for a weight of 0 or -0. */
static float term_constant(const struct comparer *c, size_t index, size_t row, size_t column,
                           int source, size_t place)
{
    const struct spec_layer *layer = &c->reader->spec->layers[index];
    if (layer->kind == LAYER_RADIAL)
        return layer->weights[row * layer->n_in + column];
    return demand_connects(&c->demand, index, row, column)
               ? demand_weight(&c->demand, index, row, column, source, place)
               : 0.0F;
}

/* The terms that the spec demands, in the order of what the layer reads. `every`: terms of the
   weight 0 too, as the tables of the tiled form have them. */
static struct terms spec_terms(const struct comparer *c, size_t index, size_t row, bool radial,
                               bool every)
{
    const struct spec_layer *layer = &c->reader->spec->layers[index];
    struct terms t = {arena_alloc(c->reader->arena, layer->n_in, sizeof(*t.term)), 0};
    size_t column = 0;
    for (size_t s = 0; s < layer->from.count; s++) {
        int source = layer->from.sources[s];
        for (size_t i = 0; i < demand_width(c->reader->spec, source); i++, column++)
            if (every || demand_connects(&c->demand, index, row, column))
                t.term[t.count++] =
                    (struct term){.radial = radial,
                                  .constant = term_constant(c, index, row, column, source, i),
                                  .source = source,
                                  .place = i};
    }
    return t;
}

static const char *term_name(const struct comparer *c, const struct term *t)
{
    const char *operand =
        t->operand != NULL ? value_name(c, t->operand) : place_name(c, t->source, t->place);
    const char *constant = number(c, t->constant);
    return t->radial ? arena_printf(c->reader->arena, "(%s - %s)^2", operand, constant)
                     : arena_printf(c->reader->arena, "%s * %s", constant, operand);
}

/* Compares term i of the code with term i of the spec; NULL means that the list is shorter. */
static void term_compare(const struct comparer *c, const struct value *sum, size_t i,
                         const struct term *found, const struct term *expected)
{
    struct arena *arena = c->reader->arena;
    if (found == NULL)
        differ(c, sum, arena_printf(arena, "term %s is missing", term_name(c, expected)));
    if (expected == NULL)
        differ(c, found->at, arena_printf(arena, "term %s is one too many", term_name(c, found)));
    if (!found->operand->known || found->operand->source != expected->source ||
        found->operand->place != expected->place)
        differ(c, found->at,
               arena_printf(arena, "term %zu is %s, the spec says %s", i + 1, term_name(c, found),
                            term_name(c, expected)));
    if (!is_same_float(found->constant, expected->constant))
        differ(c, found->literal,
               arena_printf(arena, "%s of %s is %s, the spec says %s",
                            found->radial ? "point" : "weight",
                            place_name(c, expected->source, expected->place),
                            number(c, found->constant), number(c, expected->constant)));
}

/* A sum of the tiled form may have terms of the weight 0. Such a term is 0 or -0 if its number is
   finite, and adding that changes no sum but -0. A sum is -0 only if all that was added up is, its
   bias too. */
static void zeros_check(const struct comparer *c, size_t index, size_t row,
                        const struct terms *found, const struct terms *every)
{
    for (size_t i = 0; i < every->count; i++) {
        const struct term *t = &every->term[i];
        const struct value *at = found->term[i].literal;
        if (demand_connects(&c->demand, index, row, i))
            continue;
        if (is_same_float(demand_bias(&c->demand, index, row), -0.0F))
            differ(c, at, "its bias is -0, to which a term of the weight 0 may not be added");
        if (!reach_is_finite(&c->demand, c->reach, t->source, t->place))
            differ(c, at,
                   arena_printf(c->reader->arena,
                                "the weight 0 is multiplied by %s, which may be infinite",
                                place_name(c, t->source, t->place)));
    }
}

/* Compares a sum: a bias, then terms in the order of what the layer reads. All kinds of layers have
   this form. */
static void sum_compare(struct comparer *c, size_t index, size_t row, struct value *sum,
                        bool radial)
{
    struct value *bias;
    struct terms found = code_terms(c, sum, radial, &bias);
    struct terms expected = spec_terms(c, index, row, radial, false);
    size_t connections = expected.count, columns = c->reader->spec->layers[index].n_in;
    if (c->reader->tiled && connections < columns && found.count == columns) {
        expected = spec_terms(c, index, row, radial, true);
        zeros_check(c, index, row, &found, &expected);
    }
    float demanded = demand_bias(&c->demand, index, row);
    if (bias->kind != VALUE_CONSTANT)
        differ(c, bias, "the sum does not start with its bias");
    if (!is_same_float(bias->constant, demanded))
        differ(c, bias,
               arena_printf(c->reader->arena, "bias is %s, the spec says %s",
                            number(c, bias->constant), number(c, demanded)));
    for (size_t i = 0; i < found.count || i < expected.count; i++)
        term_compare(c, sum, i, i < found.count ? &found.term[i] : NULL,
                     i < expected.count ? &expected.term[i] : NULL);
    c->found.connections += connections;
    c->found.weights += columns;
}

static void neuron_compare(struct comparer *c, size_t index, size_t row, struct value *v)
{
    const struct spec_layer *layer = &c->reader->spec->layers[index];
    switch (layer->kind) {
    case LAYER_DENSE:
        v = activation_compare(c, activation_name[layer->activation], index, row, v);
        sum_compare(c, index, row, v, false);
        break;
    case LAYER_AVERAGE: sum_compare(c, index, row, v, false); break;
    case LAYER_RADIAL:
        v = activation_compare(c, activation_name[ACT_EXP], index, row, v);
        sum_compare(c, index, row, v, true);
        break;
    case LAYER_KIND_COUNT: break;
    }
}

static void layer_compare(struct comparer *c, size_t index)
{
    const struct spec_layer *layer = &c->reader->spec->layers[index];
    const struct variable *values =
        buffer_find(c, arena_printf(c->reader->arena, "%s_v", layer->name), layer->n_out);
    for (size_t row = 0; row < layer->n_out; row++) {
        c->what = arena_printf(c->reader->arena, "layer \"%s\", neuron %zu", layer->name, row);
        struct value *v = value_of(c, values, row);
        neuron_compare(c, index, row, v);
        mark(c, v, (int)index, row);
        c->found.neurons++;
    }
}

/* Refuses a v that is not number `place` of `source`. */
static void source_compare(const struct comparer *c, const struct value *v, int source,
                           size_t place)
{
    if (!v->known || v->source != source || v->place != place)
        differ(c, v,
               arena_printf(c->reader->arena, "made from %s, the spec says %s", value_name(c, v),
                            place_name(c, source, place)));
}

static void mean_compare(struct comparer *c, struct value *v, size_t i, int source, size_t place)
{
    const struct spec_output *mean = &c->reader->spec->mean;
    float scale = demand_mean_scale(&c->demand, i, source, place);
    if (mean->offset[i] != 0.0F)
        v = step_back(c, v, VALUE_SUM, mean->offset[i], "offset");
    if (scale != 1.0F)
        v = step_back(c, v, VALUE_PRODUCT, scale, "scale");
    c->found.folded += scale != mean->scale[i];
    source_compare(c, v, source, place);
}

static void sigma_compare(struct comparer *c, struct value *v, size_t i, int source, size_t place)
{
    const struct spec_output *sigma = &c->reader->spec->sigma;
    v = step_back(c, v, VALUE_SUM, sigma->floor[i], "floor");
    if (sigma->scale[i] != 1.0F)
        v = step_back(c, v, VALUE_PRODUCT, sigma->scale[i], "scale");
    source_compare(c, v, source, place);
}

static void eta_compare(struct comparer *c, struct value *v, size_t i, int source, size_t place)
{
    (void)i;
    if (!is_call(v, "eta_or_one"))
        differ(c, v, "does not become 1 when a status bit is set");
    source_compare(c, v->left, source, place);
}

static void output_compare(struct comparer *c, const char *name, const struct spec_from *from,
                           void (*one_compare)(struct comparer *, struct value *, size_t, int,
                                               size_t))
{
    struct token token = {.kind = TOKEN_NAME, .text = name, .length = strlen(name)};
    const struct variable *values = scope_find(&c->reader->result, &token);
    size_t i = 0;
    for (size_t s = 0; s < from->count; s++)
        for (size_t k = 0; k < demand_width(c->reader->spec, from->sources[s]); k++, i++) {
            c->what = arena_printf(c->reader->arena, "output %s[%zu]", name, i);
            one_compare(c, value_of(c, values, i), i, from->sources[s], k);
        }
}

struct comparison network_compare(struct reader *reader)
{
    const struct spec *spec = reader->spec;
    struct comparer c = {
        .reader = reader, .file = reader->lexer.file, .demand = demand_make(reader->arena, spec)};
    c.reach = reach_make(reader->arena, &c.demand, *reader->accuracy != '\0');
    inputs_compare(&c);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_compare(&c, spec->order[i]);
    if (reader->entry.count != 2 + spec->n_layers) /* x, z and one for each layer */
        fail_at(c.file, reader->entry.variables[0].line,
                "the entry point has %zu arrays, expected %zu", reader->entry.count - 1,
                1 + spec->n_layers);
    output_compare(&c, "mean", &spec->mean.from, mean_compare);
    output_compare(&c, "sigma", &spec->sigma.from, sigma_compare);
    output_compare(&c, "eta", &spec->eta.from, eta_compare);
    return c.found;
}
