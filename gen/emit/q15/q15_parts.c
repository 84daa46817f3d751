/* See q15_parts.h. */
#include "emit/q15/q15_parts.h"

#include "emit/emit_parts.h"

#include <inttypes.h>

const char *q15_array_text(const struct q15_model *model, int source)
{
    if (source == SOURCE_INPUTS)
        return "z";
    return arena_printf(model->arena, "%s_v", model->program->spec->layers[source].name);
}

bool q15_source_is_first(const struct spec_from *from, size_t s)
{
    for (size_t i = 0; i < s; i++)
        if (from->sources[i] == from->sources[s])
            return false;
    return true;
}

const char *q15_parameters_text(const struct q15_model *model, const struct q15_layer *layer,
                                const char *type)
{
    const struct spec_from *from = &layer->layer->from;
    const char *text = "";
    for (size_t s = 0; s < from->count; s++)
        if (q15_source_is_first(from, s))
            text = arena_printf(model->arena, "%sconst %s %s[%zu], ", text, type,
                                q15_array_text(model, from->sources[s]),
                                q15_width(model->program, from->sources[s]));
    return arena_printf(model->arena, "%s%s %s_v[%zu]", text, type, layer->layer->name,
                        layer->layer->n_out);
}

const char *q15_arguments_text(const struct q15_model *model, const struct q15_layer *layer)
{
    const struct spec_from *from = &layer->layer->from;
    const char *text = "";
    for (size_t s = 0; s < from->count; s++)
        if (q15_source_is_first(from, s))
            text =
                arena_printf(model->arena, "%s%s, ", text, q15_array_text(model, from->sources[s]));
    return arena_printf(model->arena, "%s%s_v", text, layer->layer->name);
}

static const char *parameters_of(const struct q15_model *model, const struct q15_layer *layer)
{
    const struct activation_parameter *p = activation_forms[layer->layer->activation].parameters;
    const char *text = "";
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++)
        text = arena_printf(model->arena, "%s, %" PRId32, text, layer->parameters[i]);
    return text;
}

const char *q15_activation_text(const struct q15_model *model, const struct q15_layer *layer,
                                size_t row, const char *sum)
{
    const struct q15_neuron *neuron = &layer->neurons[row];
    const char *argument =
        neuron->shift == 0 ? sum
                           : arena_printf(model->arena, "epi_shift(%s, %uU)", sum, neuron->shift);
    if (layer->kernel->name == NULL)
        return argument;
    const char *resize = layer->kernel->kind == Q15_LINEAR
                             ? ""
                             : arena_printf(model->arena, ", %uU", neuron->resize);
    return arena_printf(model->arena, "epi_%s(%s%s%s)", layer->kernel->name, argument, resize,
                        parameters_of(model, layer));
}

const char *q15_input_meaning(const struct q15_model *model, size_t i)
{
    const struct spec_input *input = &model->program->spec->inputs[i];
    return arena_printf(model->arena, "%s%s: domain %s to %s, f = %d", input->name,
                        unit_text(model->arena, input->unit), number_text(model->arena, input->min),
                        number_text(model->arena, input->max), model->program->inputs[i].exponent);
}

static int exponent_of_sum(const struct q15_layer *layer, size_t row)
{
    return layer->neurons[row].sum_exponent;
}

static int exponent_of_value(const struct q15_layer *layer, size_t row)
{
    return layer->values[row].exponent;
}

/* "26" if all neurons have it, else that of each: "15, 25". */
static const char *exponents_text(const struct q15_model *model, const struct q15_layer *layer,
                                  int exponent(const struct q15_layer *layer, size_t row))
{
    const char *text = arena_printf(model->arena, "%d", exponent(layer, 0));
    for (size_t row = 1; layer->by_row && row < layer->layer->n_out; row++)
        text = arena_printf(model->arena, "%s, %d", text, exponent(layer, row));
    return text;
}

const char *q15_layer_sentence(const struct q15_model *model, const struct q15_layer *layer)
{
    const size_t n = layer->layer->n_out;
    return arena_printf(
        model->arena, "Layer %s (line %d of the spec): %zu neuron%s, %s; K = %s; f = %s.",
        layer->layer->name, layer->layer->line, n, n == 1 ? "" : "s",
        activation_name[layer->layer->activation], exponents_text(model, layer, exponent_of_sum),
        exponents_text(model, layer, exponent_of_value));
}
