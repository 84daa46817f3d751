/* The layers for cores with SMLAD: two values in a word, weights two in a word and two words in a
   load of 64 bits. Blocks of eight neurons of a layer share a function. */
#include "emit/q15/q15_packed.h"

#include "emit/emit_parts.h"
#include "emit/q15/q15_parts.h"

#include <inttypes.h>

/* Eight sums, a word of values, two of weights and two addresses fill the registers. */
enum { LANES = 8 };

/* Some neighbouring neurons of a layer. */
struct block {
    const struct q15_layer *layer;
    size_t first, count;
    size_t words; /* that are read, two values in each */
};

static size_t words_of(size_t values) { return (values + 1) / 2; }

bool q15_is_packed(const struct q15_program *program, int source)
{
    if (source == SOURCE_INPUTS)
        return true;
    for (size_t i = 0; i < program->spec->n_layers; i++)
        for (size_t s = 0; s < program->spec->layers[i].from.count; s++)
            if (program->spec->layers[i].from.sources[s] == source)
                return true;
    return false;
}

/* "h_v[3]", or its half of a word. */
const char *q15_packed_value_text(const struct q15_model *model, int source, size_t index)
{
    if (!q15_is_packed(model->program, source))
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

static void emit_packed_inputs(const struct q15_model *model, FILE *m4)
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

static const char *out_type(const struct q15_model *model, const struct q15_layer *layer)
{
    const int number = (int)(layer - model->program->layers);
    return q15_is_packed(model->program, number) ? "uint32_t" : "int32_t";
}

static size_t out_size(const struct q15_model *model, const struct q15_layer *layer, size_t count)
{
    const int number = (int)(layer - model->program->layers);
    return q15_is_packed(model->program, number) ? words_of(count) : count;
}

/* "const uint32_t z[11], ", and "z, " where no types are wanted. */
static const char *sources_text(const struct q15_model *model, const struct q15_layer *layer,
                                bool types)
{
    const struct spec_from *from = &layer->layer->from;
    const char *text = "";
    for (size_t s = 0; s < from->count; s++) {
        const char *name = q15_array_text(model, from->sources[s]);
        if (!q15_source_is_first(from, s))
            continue;
        text = types ? arena_printf(model->arena, "%sconst uint32_t %s[%zu], ", text, name,
                                    words_of(q15_width(model->program, from->sources[s])))
                     : arena_printf(model->arena, "%s%s, ", text, name);
    }
    return text;
}

static size_t block_table(const struct block *b) { return words_of(b->count) * (1 + b->words); }

static void emit_block_terms(const struct q15_model *model, const struct block *b, FILE *m4)
{
    const struct spec_from *from = &b->layer->layer->from;
    size_t place = words_of(b->count);
    for (size_t s = 0; s < from->count; s++)
        for (size_t i = 0; i < words_of(q15_width(model->program, from->sources[s])); i++) {
            emit_call(m4, "PACKED_FACTOR", "%s[%zu]", q15_array_text(model, from->sources[s]), i);
            for (size_t lane = 0; lane < b->count; lane += 2) {
                emit_call(m4, "PACKED_TERM", "%zu\t%zu", place++, lane);
                if (lane + 1 < b->count)
                    emit_call(m4, "PACKED_TERM_UPPER", "%zu", lane + 1);
            }
        }
}

static void emit_block_values(const struct q15_model *model, const struct block *b, FILE *m4)
{
    const int number = (int)(b->layer - model->program->layers);
    const bool packed = q15_is_packed(model->program, number);
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

static const char *block_name(const struct q15_model *model, const struct block *b)
{
    return arena_printf(model->arena, "%s_%zu_from_%zu", b->layer->layer->name, b->count, b->first);
}

static void emit_block(const struct q15_model *model, const struct block *b, bool shared, FILE *m4)
{
    emit_call(m4, "PACKED_BLOCK", "%s\t%sconst uint64_t w[%zu], %s out[%zu]\t%s of layer %s.",
              block_name(model, b), sources_text(model, b->layer, true), block_table(b),
              out_type(model, b->layer), out_size(model, b->layer, b->count),
              shared ? arena_printf(model->arena, "Any %zu neurons", b->count)
                     : arena_printf(model->arena, "The %zu neurons from %zu", b->count, b->first),
              b->layer->layer->name);
    for (size_t lane = 0; lane < b->count; lane++)
        emit_call(m4, "PACKED_SUM", "%zu", lane);
    for (size_t lane = 0; lane < b->count; lane += 2) {
        emit_call(m4, "PACKED_BIAS", "%zu\t%zu", lane / 2, lane);
        if (lane + 1 < b->count)
            emit_call(m4, "PACKED_BIAS_UPPER", "%zu", lane + 1);
    }
    emit_block_terms(model, b, m4);
    emit_block_values(model, b, m4);
    emit_call(m4, "PACKED_BLOCK_END", "%s", "");
}

/* --- tables --- */

static const char *double_word(const struct q15_model *model, uint32_t lower, uint32_t upper)
{
    return arena_printf(model->arena, "0x%08" PRIX32 "%08" PRIX32 "U", upper, lower);
}

/* The weights of a neuron for a pair of values. */
static uint32_t weights_word(const struct block *b, size_t lane, size_t column, bool both)
{
    const struct q15_layer *layer = b->layer;
    if (lane >= b->count)
        return 0;
    const int16_t *w = layer->weights + (b->first + lane) * layer->layer->n_in + column;
    return (uint32_t)(uint16_t)w[0] | (both ? (uint32_t)(uint16_t)w[1] << 16 : 0);
}

static uint32_t bias_word(const struct block *b, size_t lane)
{
    return lane < b->count ? (uint32_t)b->layer->neurons[b->first + lane].bias : 0;
}

static void emit_table_of(const struct q15_model *model, const struct block *b, size_t number,
                          FILE *m4)
{
    const struct spec_from *from = &b->layer->layer->from;
    size_t column = 0, left = block_table(b);
    emit_call(m4, "PACKED_TABLE", "%zu\t%zu\tneurons %zu to %zu", number, block_table(b), b->first,
              b->first + b->count - 1);
    for (size_t lane = 0; lane < b->count; lane += 2)
        emit_call(m4, "PACKED_ROW", "%s%s",
                  double_word(model, bias_word(b, lane), bias_word(b, lane + 1)),
                  --left > 0 ? "," : "");
    for (size_t s = 0; s < from->count; s++) {
        const size_t width = q15_width(model->program, from->sources[s]);
        for (size_t i = 0; i < width; i += 2)
            for (size_t lane = 0; lane < b->count; lane += 2)
                emit_call(m4, "PACKED_ROW", "%s%s",
                          double_word(model, weights_word(b, lane, column + i, i + 1 < width),
                                      weights_word(b, lane + 1, column + i, i + 1 < width)),
                          --left > 0 ? "," : "");
        column += width;
    }
    emit_call(m4, "PACKED_TABLE_END", "%s", "");
}

/* --- layers --- */

static struct block block_of(const struct q15_model *model, const struct q15_layer *layer,
                             size_t first)
{
    const struct spec_from *from = &layer->layer->from;
    const size_t left = layer->layer->n_out - first;
    struct block b = {.layer = layer, .first = first, .count = left < LANES ? left : LANES};
    for (size_t s = 0; s < from->count; s++)
        b.words += words_of(q15_width(model->program, from->sources[s]));
    return b;
}

/* The block whose function a block calls: whole blocks of a layer with common exponents share that
   of the first one. */
static size_t function_of(const struct block *b)
{
    return b->layer->by_row || b->count < LANES ? b->first : 0;
}

static void emit_layer(const struct q15_model *model, const struct q15_layer *layer, FILE *m4)
{
    const char *name = layer->layer->name;
    const size_t n = layer->layer->n_out;
    const char *arguments = sources_text(model, layer, false);
    for (size_t first = 0; first < n; first += LANES) {
        const struct block b = block_of(model, layer, first);
        if (function_of(&b) == first)
            emit_block(model, &b, !layer->by_row && n >= (size_t)2 * LANES && b.count == LANES, m4);
    }
    emit_call(m4, "PACKED_STAGE",
              "%s\t%s%s %s_v[%zu]\tLayer %s (line %d of the spec): %zu neuron%s, %s.", name,
              sources_text(model, layer, true), out_type(model, layer), name,
              out_size(model, layer, n), name, layer->layer->line, n, n == 1 ? "" : "s",
              activation_name[layer->layer->activation]);
    for (size_t first = 0; first < n; first += LANES) {
        const struct block b = block_of(model, layer, first);
        emit_table_of(model, &b, first, m4);
    }
    emit_call(m4, "PACKED_CALLS", "%s", "");
    for (size_t first = 0; first < n; first += LANES) {
        const struct block b = block_of(model, layer, first),
                           called = block_of(model, layer, function_of(&b));
        emit_call(m4, "PACKED_CALL", "%s\t%sw_%zu, &%s_v[%zu]", block_name(model, &called),
                  arguments, first, name, out_size(model, layer, first));
    }
    emit_call(m4, "PACKED_STAGE_END", "%s\t%s%s_v", name, arguments, name);
}

void q15_emit_packed(const struct q15_model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    emit_call(m4, "LOCAL", "uint32_t\tz\t%zu", words_of(spec->n_inputs));
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct q15_layer *layer = &model->program->layers[spec->order[i]];
        emit_call(m4, "LOCAL", "%s\t%s_v\t%zu", out_type(model, layer), layer->layer->name,
                  out_size(model, layer, layer->layer->n_out));
    }
    emit_call(m4, "LOCALS_END", "%s", "");
    emit_packed_inputs(model, m4);
    for (size_t i = 0; i < spec->n_layers; i++)
        emit_layer(model, &model->program->layers[spec->order[i]], m4);
}

void q15_packed_count(const struct q15_model *model, struct q15_counts *c)
{
    const struct spec *spec = model->program->spec;
    c->constant_bytes = 0;
    c->buffer_bytes = words_of(spec->n_inputs) * sizeof(uint32_t);
    c->terms += c->dropped;
    c->dropped = 0;
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct q15_layer *layer = &model->program->layers[i];
        c->buffer_bytes += out_size(model, layer, layer->layer->n_out) * sizeof(uint32_t);
        for (size_t first = 0; first < layer->layer->n_out; first += LANES) {
            const struct block b = block_of(model, layer, first);
            c->constant_bytes += block_table(&b) * sizeof(uint64_t);
        }
    }
}
