/* See q15_blocks.h. */
#include "emit/q15/q15_blocks.h"

#include "emit/emit_parts.h"

/* With SMLAD eight sums, a word of values, two of weights and two addresses fill the registers;
   without it compilers keep five sums in those of each core, Cortex-M0+ included. A turn of a loop
   reads at most five elements. */
enum { PACKED_LANES = 8, TILED_LANES = 5, MOST_STEP = 5 };

bool q15_has_pairs(const struct q15_model *model) { return model->core == Q15_CORTEX_M4; }

size_t q15_lanes(const struct q15_model *model)
{
    return q15_has_pairs(model) ? PACKED_LANES : TILED_LANES;
}

size_t q15_elements(const struct q15_model *model, size_t values)
{
    return q15_has_pairs(model) ? (values + 1) / 2 : values;
}

/* Whether a layer reads the values of a source. */
static bool is_read(const struct spec *spec, int source)
{
    if (source == SOURCE_INPUTS)
        return true;
    for (size_t i = 0; i < spec->n_layers; i++)
        for (size_t s = 0; s < spec->layers[i].from.count; s++)
            if (spec->layers[i].from.sources[s] == source)
                return true;
    return false;
}

bool q15_is_paired(const struct q15_model *model, int source)
{
    return q15_has_pairs(model) && is_read(model->program->spec, source);
}

int q15_layer_number(const struct q15_model *model, const struct q15_layer *layer)
{
    return (int)(layer - model->program->layers);
}

const char *q15_element_type(const struct q15_model *model, int source)
{
    return q15_is_paired(model, source) ? "uint32_t" : "int32_t";
}

/* Elements that `count` neurons of a layer take in its array. */
size_t q15_out_size(const struct q15_model *model, const struct q15_layer *layer, size_t count)
{
    return q15_is_paired(model, q15_layer_number(model, layer)) ? q15_elements(model, count)
                                                                : count;
}

const char *q15_sources_text(const struct q15_model *model, const struct q15_layer *layer,
                             bool types)
{
    const struct spec_from *from = &layer->layer->from;
    const char *text = "";
    for (size_t s = 0; s < from->count; s++) {
        const int source = from->sources[s];
        const char *name = q15_array_text(model, source);
        if (!q15_source_is_first(from, s))
            continue;
        text = types ? arena_printf(model->arena, "%sconst %s %s[%zu], ", text,
                                    q15_element_type(model, source), name,
                                    q15_elements(model, q15_width(model->program, source)))
                     : arena_printf(model->arena, "%s%s, ", text, name);
    }
    return text;
}

const char *q15_out_text(const struct q15_model *model, const struct q15_block *block)
{
    return arena_printf(model->arena, "%s out[%zu]",
                        q15_element_type(model, q15_layer_number(model, block->layer)),
                        q15_out_size(model, block->layer, block->count));
}

const char *q15_block_name(const struct q15_model *model, const struct q15_block *block)
{
    return arena_printf(model->arena, "%s_%zu_from_%zu", block->layer->layer->name, block->count,
                        block->first);
}

/* --- which blocks ----------------------------------------------------------------------------- */

struct q15_block q15_block_of(const struct q15_model *model, const struct q15_layer *layer,
                              size_t first)
{
    const struct spec_from *from = &layer->layer->from;
    const size_t left = layer->layer->n_out - first, lanes = q15_lanes(model);
    struct q15_block b = {.layer = layer, .first = first, .count = left < lanes ? left : lanes};
    for (size_t s = 0; s < from->count; s++)
        b.rows += q15_elements(model, q15_width(model->program, from->sources[s]));
    return b;
}

const char *q15_block_sentence(const struct q15_model *model, const struct q15_block *block)
{
    const size_t lanes = q15_lanes(model), n = block->layer->layer->n_out;
    bool shared = !block->layer->by_row && n >= 2 * lanes && block->count == lanes;
    return arena_printf(
        model->arena, "Layer %s, %s.", block->layer->layer->name,
        shared ? arena_printf(model->arena, "any %zu neurons", block->count)
               : neurons_text(model->arena, (uint32_t)block->first, (uint32_t)block->count));
}

/* --- what a block reads ----------------------------------------------------------------------- */

/* "i", "i + 3U" */
static const char *behind_text(const struct q15_model *model, size_t k)
{
    return k == 0 ? "i" : arena_printf(model->arena, "i + %zuU", k);
}

const char *q15_row_text(const struct q15_reading *reading, size_t row)
{
    return reading->in_loop ? behind_text(reading->model, row)
                            : arena_printf(reading->model->arena, "%zu", row);
}

/* The elements that a turn of a loop over n of them reads. */
static size_t step_of(size_t n)
{
    size_t step = n < MOST_STEP ? n : MOST_STEP;
    while (n % step != 0)
        step--;
    return step;
}

static bool is_in_loop(const struct q15_model *model, size_t n)
{
    return model->form == FORM_TILED && n > step_of(n);
}

static size_t source_elements(const struct q15_model *model, int source)
{
    return q15_elements(model, q15_width(model->program, source));
}

static const char *factor_type(const struct q15_model *model)
{
    return q15_element_type(model, SOURCE_INPUTS);
}

void q15_emit_factor(const struct q15_model *model, const struct q15_block *block, FILE *m4)
{
    const struct spec_from *from = &block->layer->layer->from;
    bool needed = false;
    for (size_t s = 0; s < from->count; s++)
        needed = needed || !is_in_loop(model, source_elements(model, from->sources[s]));
    if (needed)
        emit_call(m4, "FACTOR_DECLARED", "%s", factor_type(model));
}

static void emit_loop(const struct q15_reading *r, const char *array, size_t n, size_t row,
                      FILE *m4)
{
    const struct q15_model *model = r->model;
    const size_t step = step_of(n);
    struct q15_reading inside = *r;
    inside.in_loop = true;
    emit_call(m4, "LOOP", "%zu\t%s", n,
              step == 1 ? "i++" : arena_printf(model->arena, "i += %zuU", step));
    for (size_t k = 0; k < step; k++) {
        const char *variable = arena_printf(model->arena, "v%zu", k);
        emit_call(m4, "FACTOR_OF_TURN", "%s\t%s\t%s[%s]", factor_type(model), variable, array,
                  behind_text(model, k));
        r->terms(&inside, variable, row + k, m4);
    }
    emit_call(m4, "LOOP_END", "%s", "");
}

void q15_emit_reading(const struct q15_reading *r, FILE *m4)
{
    const struct q15_model *model = r->model;
    const struct spec_from *from = &r->block->layer->layer->from;
    size_t row = r->first_row;
    for (size_t s = 0; s < from->count; s++) {
        const char *array = q15_array_text(model, from->sources[s]);
        const size_t n = source_elements(model, from->sources[s]);
        const bool loops = is_in_loop(model, n);
        if (loops)
            emit_loop(r, array, n, row, m4);
        for (size_t i = 0; !loops && i < n; i++) {
            emit_call(m4, "BLANK", "%s", "");
            emit_call(m4, "FACTOR_SET", "%s[%zu]", array, i);
            r->terms(r, "v", row + i, m4);
        }
        row += n;
    }
}
