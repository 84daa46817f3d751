/* The layers for cores with SMLAD: two values in a word, weights two in a word and two words in a
   load of 64 bits. */
#include "emit/q15/q15_packed.h"

#include "emit/emit_parts.h"

#include <inttypes.h>

static size_t words_of(size_t values) { return (values + 1) / 2; }

/* "h_v[3]", or its half of a word. */
const char *q15_packed_value_text(const struct q15_model *model, int source, size_t index)
{
    if (!q15_is_paired(model, source))
        return arena_printf(model->arena, "%s[%zu]", q15_array_text(model, source), index);
    return arena_printf(model->arena, "epi_%s(%s[%zu])", index % 2 == 0 ? "lower" : "upper",
                        q15_array_text(model, source), index / 2);
}

/* --- inputs --- */

static const char *domain_text(const struct q15_model *model, size_t i)
{
    const struct q15_range range = model->program->inputs[i].range;
    return arena_printf(model->arena, "%s\t%" PRId32 "\t%" PRId32 "\t%" PRIu32 "U",
                        upper_text(model->arena, model->program->spec->inputs[i].name), range.low,
                        range.high, q15_status_bit(i));
}

void q15_packed_inputs(const struct q15_model *model, FILE *m4)
{
    const size_t n = model->program->spec->n_inputs;
    emit_call(m4, "PACKED", "%s", "");
    emit_call(m4, "INPUTS_BEGIN", "uint32_t\t%zu", words_of(n));
    for (size_t i = 0; i + 1 < n; i += 2)
        emit_call(m4, "CLAMP_PAIR", "%zu\t%s\t%s\t%s; %s", i / 2, domain_text(model, i),
                  domain_text(model, i + 1), q15_input_meaning(model, i),
                  q15_input_meaning(model, i + 1));
    if (n % 2 == 1)
        emit_call(m4, "CLAMP_LAST", "%zu\t%s\t%s", n / 2, domain_text(model, n - 1),
                  q15_input_meaning(model, n - 1));
    emit_call(m4, "INPUTS_CALL", "%s", "");
}

/* --- functions of blocks --- */

/* A word of values and its weights, of which a double word has those of two neurons. */
static void emit_terms(const struct q15_reading *reading, const char *variable, size_t row,
                       FILE *m4)
{
    const struct q15_model *model = reading->model;
    const size_t count = reading->block->count, doubles = words_of(count);
    for (size_t lane = 0; lane < count; lane += 2) {
        const char *index =
            model->form == FORM_TILED
                ? arena_printf(model->arena, "[%s][%zu]", q15_row_text(reading, row), lane / 2)
                : arena_printf(model->arena, "[%zu]", row * doubles + lane / 2);
        emit_call(m4, "PACKED_TERM", "%s\t%zu\t%s", index, lane, variable);
        if (lane + 1 < count)
            emit_call(m4, "PACKED_TERM_UPPER", "%zu\t%s", lane + 1, variable);
    }
}

static void emit_values(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    const bool packed = q15_is_paired(model, q15_layer_number(model, b->layer));
    emit_call(m4, "VALUES", "%s", "");
    for (size_t lane = 0; lane < b->count; lane += packed ? 2 : 1) {
        const char *value = q15_activation_text(model, b->layer, b->first + lane,
                                                arena_printf(model->arena, "a%zu", lane));
        if (!packed) {
            emit_call(m4, "STORE", "out[%zu]\t%s", lane, value);
            continue;
        }
        emit_call(m4, "PACKED_STORE", "out[%zu]\t%s\t%s", lane / 2, value,
                  lane + 1 == b->count
                      ? "0"
                      : q15_activation_text(model, b->layer, b->first + lane + 1,
                                            arena_printf(model->arena, "a%zu", lane + 1)));
    }
}

/* The sizes of a table: rows of a double word for two neurons, one after the other or, in the tiled
   form, as a matrix. The first row holds the biases. */
static const char *sizes_text(const struct q15_model *model, const struct q15_block *b)
{
    const size_t rows = b->rows + 1, doubles = words_of(b->count);
    return model->form == FORM_TILED ? arena_printf(model->arena, "[%zu][%zu]", rows, doubles)
                                     : arena_printf(model->arena, "[%zu]", rows * doubles);
}

void q15_packed_function(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    const char *first_row = model->form == FORM_TILED ? "[0]" : "";
    emit_call(m4, "PACKED_BLOCK", "%s\t%sconst uint64_t w%s, %s\t%s", q15_block_name(model, b),
              q15_sources_text(model, b->layer, true), sizes_text(model, b), q15_out_text(model, b),
              q15_block_sentence(model, b));
    q15_emit_factor(model, b, m4);
    for (size_t lane = 0; lane < b->count; lane++)
        emit_call(m4, "PACKED_SUM", "%zu", lane);
    for (size_t lane = 0; lane < b->count; lane += 2) {
        emit_call(m4, "PACKED_BIAS", "%s[%zu]\t%zu", first_row, lane / 2, lane);
        if (lane + 1 < b->count)
            emit_call(m4, "PACKED_BIAS_UPPER", "%zu", lane + 1);
    }
    q15_emit_reading(&(struct q15_reading){model, b, emit_terms, false, 1}, m4);
    emit_values(model, b, m4);
    emit_call(m4, "SHARED_END", "%s", "");
}

/* --- tables --- */

/* The weights of a neuron for a pair of values. */
static uint32_t weights_word(const struct q15_block *b, size_t lane, size_t column, bool both)
{
    const struct q15_layer *layer = b->layer;
    if (lane >= b->count)
        return 0;
    const int16_t *w = layer->weights + (b->first + lane) * layer->layer->n_in + column;
    return (uint32_t)(uint16_t)w[0] | (both ? (uint32_t)(uint16_t)w[1] << 16 : 0);
}

static uint32_t bias_word(const struct q15_block *b, size_t lane)
{
    return lane < b->count ? (uint32_t)b->layer->neurons[b->first + lane].bias : 0;
}

/* A row of the table: `words` holds one for each neuron. The tiled form has its double words in one
   line, in braces. */
static void emit_row(const struct q15_model *model, const struct q15_block *b,
                     const uint32_t words[], bool last, FILE *m4)
{
    const bool tiled = model->form == FORM_TILED;
    const size_t doubles = words_of(b->count);
    const char *text = tiled ? "{" : "";
    for (size_t k = 0; k < doubles; k++) {
        const char *number = arena_printf(model->arena, "0x%08" PRIX32 "%08" PRIX32 "U",
                                          words[2 * k + 1], words[2 * k]);
        if (tiled)
            text = arena_printf(model->arena, "%s%s%s", text, k == 0 ? "" : ", ", number);
        else
            emit_call(m4, "TABLE_ROW", "%s%s", number, last && k + 1 == doubles ? "" : ",");
    }
    if (tiled)
        emit_call(m4, "TABLE_ROW", "%s}%s", text, last ? "" : ",");
}

void q15_packed_table(const struct q15_model *model, const struct q15_block *b, FILE *m4)
{
    const struct spec_from *from = &b->layer->layer->from;
    const size_t room = 2 * words_of(b->count);
    uint32_t *words = arena_alloc(model->arena, room, sizeof(*words));
    size_t column = 0, row = 0;
    emit_call(m4, "TABLE", "The constants of %s.\tuint64_t w_%zu%s",
              neurons_text(model->arena, (uint32_t)b->first, (uint32_t)b->count), b->first,
              sizes_text(model, b));
    for (size_t lane = 0; lane < room; lane++)
        words[lane] = bias_word(b, lane);
    emit_row(model, b, words, b->rows == 0, m4);
    for (size_t s = 0; s < from->count; s++) {
        const size_t width = q15_width(model->program, from->sources[s]);
        for (size_t i = 0; i < width; i += 2) {
            for (size_t lane = 0; lane < room; lane++)
                words[lane] = weights_word(b, lane, column + i, i + 1 < width);
            emit_row(model, b, words, ++row == b->rows, m4);
        }
        column += width;
    }
    emit_call(m4, "TABLE_END", "%s", "");
}

size_t q15_packed_bytes(const struct q15_block *b)
{
    return words_of(b->count) * (1 + b->rows) * sizeof(uint64_t);
}
