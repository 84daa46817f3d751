/* See q15_shared.h. */
#include "emit/q15/q15_shared.h"

#include "emit/emit_parts.h"
#include "emit/q15/q15_packed.h"
#include "emit/q15/q15_tiled.h"

bool q15_is_shared(const struct q15_model *model)
{
    return q15_has_pairs(model) || model->form == FORM_TILED;
}

/* The block whose function a block calls: whole blocks of a layer with common exponents share that
   of the first one. */
static size_t function_of(const struct q15_model *model, const struct q15_block *b)
{
    return b->layer->by_row || b->count < q15_lanes(model) ? b->first : 0;
}

static void emit_function(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    if (q15_has_pairs(model))
        q15_packed_function(model, b, m4);
    else
        q15_tiled_function(model, b, m4);
}

static void emit_tables(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    if (q15_has_pairs(model))
        q15_packed_table(model, b, m4);
    else
        q15_tiled_tables(model, b, m4);
}

static void emit_layer(const struct q15_model *model, const struct q15_layer *layer, FILE *m4)
{
    const char *name = layer->layer->name;
    const size_t n = layer->layer->n_out, lanes = q15_lanes(model);
    const char *arguments = q15_sources_text(model, layer, false);
    for (size_t first = 0; first < n; first += lanes) {
        const struct q15_block b = q15_block_of(model, layer, first);
        if (function_of(model, &b) == first)
            emit_function(model, &b, m4);
    }
    emit_call(m4, "LAYER_STAGE", "%s\t%s%s %s_v[%zu]\t%s", name,
              q15_sources_text(model, layer, true),
              q15_element_type(model, q15_layer_number(model, layer)), name,
              q15_out_size(model, layer, n), q15_layer_sentence(model, layer));
    for (size_t first = 0; first < n; first += lanes) {
        const struct q15_block b = q15_block_of(model, layer, first);
        emit_tables(model, &b, m4);
    }
    emit_call(m4, "BLANK", "%s", "");
    for (size_t first = 0; first < n; first += lanes) {
        const struct q15_block b = q15_block_of(model, layer, first),
                               called = q15_block_of(model, layer, function_of(model, &b));
        emit_call(m4, "LAYER_CALL", "%s\t%s%sw_%zu, &%s_v[%zu]", q15_block_name(model, &called),
                  arguments,
                  q15_has_pairs(model) ? "" : arena_printf(model->arena, "b_%zu, ", first), first,
                  name, q15_out_size(model, layer, first));
    }
    emit_call(m4, "LAYER_END", "%s\t%s%s_v", name, arguments, name);
}

void q15_emit_shared(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    for (size_t i = 0; i < spec->n_layers; i++)
        emit_layer(model, &model->program->layers[spec->order[i]], m4);
}

void q15_shared_count(const struct q15_model *model, struct q15_counts *c)
{
    const struct spec *spec = model->program->spec;
    c->constant_bytes = 0;
    c->buffer_bytes = q15_elements(model, spec->n_inputs) * sizeof(uint32_t);
    c->terms += c->dropped;
    c->dropped = 0;
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct q15_layer *layer = &model->program->layers[i];
        c->buffer_bytes += q15_out_size(model, layer, layer->layer->n_out) * sizeof(uint32_t);
        for (size_t first = 0; first < layer->layer->n_out; first += q15_lanes(model)) {
            const struct q15_block b = q15_block_of(model, layer, first);
            c->constant_bytes += q15_has_pairs(model) ? q15_packed_bytes(&b) : q15_tiled_bytes(&b);
        }
    }
}
