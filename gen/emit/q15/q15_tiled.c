/* The tiled form for cores without SMLAD: weights as a table of int16, a row for each value that is
   read. (Two weights in a word, each multiplied by the same value, took more cycles on Cortex-M0+
   and RV32IMC, and no less flash on Cortex-M3: compilers spill the sums that this takes.) */
#include "emit/q15/q15_tiled.h"

#include "emit/emit_parts.h"

#include <inttypes.h>

static void emit_terms(const struct q15_reading *reading, const char *variable, size_t row,
                       FILE *m4)
{
    for (size_t lane = 0; lane < reading->block->count; lane++)
        emit_call(m4, "TILED_TERM", "%zu\t%s\t%s", lane, q15_row_text(reading, row), variable);
}

void q15_tiled_function(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    emit_call(m4, "TILED_BLOCK", "%s\t%sconst int32_t b[%zu], const int16_t w[%zu][%zu], %s\t%s",
              q15_block_name(model, b), q15_sources_text(model, b->layer, true), b->count, b->rows,
              b->count, q15_out_text(model, b), q15_block_sentence(model, b));
    q15_emit_factor(model, b, m4);
    for (size_t lane = 0; lane < b->count; lane++)
        emit_call(m4, "TILED_SUM", "%zu", lane);
    q15_emit_reading(&(struct q15_reading){model, b, emit_terms, false, 0}, m4);
    emit_call(m4, "VALUES", "%s", "");
    for (size_t lane = 0; lane < b->count; lane++)
        emit_call(m4, "STORE", "out[%zu]\t%s", lane,
                  q15_activation_text(model, b->layer, b->first + lane,
                                      arena_printf(model->arena, "a%zu", lane)));
    emit_call(m4, "SHARED_END", "%s", "");
}

/* A number of a row, in front of which the others stand. */
static const char *row_text(const struct q15_model *model, const char *text, int32_t number)
{
    return *text == '\0' ? arena_printf(model->arena, "%" PRId32, number)
                         : arena_printf(model->arena, "%s, %" PRId32, text, number);
}

void q15_tiled_tables(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    const struct q15_layer *layer = b->layer;
    const char *text = "";
    for (size_t lane = 0; lane < b->count; lane++)
        text = row_text(model, text, layer->neurons[b->first + lane].bias);
    emit_call(m4, "TABLE", "The biases of %s.\tint32_t b_%zu[%zu]",
              neurons_text(model->arena, (uint32_t)b->first, (uint32_t)b->count), b->first,
              b->count);
    emit_call(m4, "TABLE_ROW", "%s", text);
    emit_call(m4, "TABLE_END", "%s", "");
    emit_call(m4, "TABLE", "Their weights: a row for each value.\tint16_t w_%zu[%zu][%zu]",
              b->first, b->rows, b->count);
    for (size_t column = 0; column < b->rows; column++) {
        text = "";
        for (size_t lane = 0; lane < b->count; lane++)
            text = row_text(model, text,
                            layer->weights[(b->first + lane) * layer->layer->n_in + column]);
        emit_call(m4, "TABLE_ROW", "{%s}%s", text, column + 1 < b->rows ? "," : "");
    }
    emit_call(m4, "TABLE_END", "%s", "");
}

size_t q15_tiled_bytes(const struct q15_block *b)
{
    return b->count * (sizeof(int32_t) + b->rows * sizeof(int16_t));
}
