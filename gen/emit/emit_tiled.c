/* The tiled form: a layer is a function with its weights in tables, a tile of up to TILE_LANES
   neurons after the other; tiles of the same size share the function that adds up. Its loop is
   over what the layer reads, with a constant bound: the order of summation is that of the
   unrolled form, and so are the bits. Layers with few weights are cheaper unrolled, and stay so. */
#include "emit/emit_tiled.h"

#include "emit/emit_parts.h"
#include "emit/emit_stage.h"
#include "emit/emit_unrolled.h"
#include "emit/inputs.h"
#include "emit/matrix.h"
#include "emit/scales.h"
#include "emit/shapes.h"
#include "program/count.h"

#include <inttypes.h>

/* The widest tile whose sums, factor and products a Cortex-M4F keeps in its 32 registers: the
   loop's own cost falls with the width. */
enum { TILE_LANES = 25 };

enum tile_kind { TILE_FIRST, TILE_MORE, TILE_FIRST_DISTANCES, TILE_MORE_DISTANCES };
static const char *const tile_suffix[] = {"", "_more", "_distances", "_more_distances"};

/* gcc makes vectors across the loop of such tiles on x86 instead of within the tile, four times
   slower than their neighbours. */
static bool tile_is_slow(size_t lanes) { return lanes == 4 || lanes == 8 || lanes == 16; }

/* The size of all tiles but the last: as few as can be, as equal as can be. */
static size_t tile_lanes(size_t rows)
{
    if (rows < 8)
        return rows;
    for (size_t tiles = (rows + TILE_LANES - 1) / TILE_LANES;; tiles++)
        for (size_t lanes = (rows + tiles - 1) / tiles; lanes <= TILE_LANES; lanes++) {
            size_t last = rows - (rows - 1) / lanes * lanes;
            if (!tile_is_slow(lanes) && !tile_is_slow(last) && lanes <= rows)
                return lanes;
        }
}

static enum tile_kind tile_kind(const struct matrix *m, size_t source)
{
    if (m->layer->kind == LAYER_RADIAL)
        return source == 0 ? TILE_FIRST_DISTANCES : TILE_MORE_DISTANCES;
    return source == 0 ? TILE_FIRST : TILE_MORE;
}

static void emit_tile_comment(const struct model *model, enum tile_kind kind,
                              struct printed_function s, FILE *m4)
{
    bool first = kind == TILE_FIRST || kind == TILE_FIRST_DISTANCES;
    const char *what = kind == TILE_FIRST || kind == TILE_MORE
                           ? "weight times number"
                           : "squared distances, with a minus sign";
    emit_call(m4, "TILE", "%zu\t%zu\t%zu\t%s\t%s", s.in, s.out, s.in + (first ? 1 : 0), s.name,
              arena_printf(model->arena, "%zu %s of %s, over %zu %s: %s with %s.", s.out,
                           s.out == 1 ? "sum" : "sums", what, s.in,
                           s.in == 1 ? "number" : "numbers",
                           s.out == 1 ? "it starts" : "they start",
                           first ? "the first row of w" : "what out holds"));
}

/* How many inputs one turn of the loop takes: more where its own cost would outweigh few sums. */
static size_t tile_step(size_t in, size_t out)
{
    size_t step = out > 8 ? 1 : out == 1 ? 5 : 8 / out;
    while (in % step != 0)
        step--;
    return step;
}

static const char *increment_text(struct arena *arena, size_t step)
{
    return step == 1 ? "i++" : arena_printf(arena, "i += %zuU", step);
}

/* Number k behind i. */
static const char *place_text(struct arena *arena, size_t k)
{
    return k == 0 ? "i" : arena_printf(arena, "i + %zuU", k);
}

/* What one tile reads from one source. */
struct tile {
    size_t number, first, lanes; /* its neurons */
    size_t source, column;       /* where the source begins among all */
};

/* The function for all tiles of a size. */
static void emit_tile(const struct model *model, enum tile_kind kind, struct printed_function s,
                      FILE *m4)
{
    bool first = kind == TILE_FIRST || kind == TILE_FIRST_DISTANCES;
    bool distances = kind == TILE_FIRST_DISTANCES || kind == TILE_MORE_DISTANCES;
    emit_tile_comment(model, kind, s, m4);
    for (size_t lane = 0; lane < s.out; lane++)
        emit_call(m4, "TILE_START", first ? "%zu\tw[0][%zu]" : "%zu\tout[%zu]", lane, lane);
    size_t step = tile_step(s.in, s.out);
    emit_call(m4, "TILE_LOOP", "%zu\t%s", s.in, increment_text(model->arena, step));
    for (size_t k = 0; k < step; k++) {
        emit_call(m4, "TILE_INPUT", "%zu\t%s", k, place_text(model->arena, k));
        for (size_t lane = 0; lane < s.out; lane++)
            emit_call(m4, distances ? "TILE_DISTANCE" : "TILE_TERM", "%zu\t%s\t%zu", lane,
                      place_text(model->arena, first ? k + 1 : k), k);
    }
    emit_call(m4, "TILE_LOOP_END", "%s", "");
    for (size_t lane = 0; lane < s.out; lane++)
        emit_call(m4, "STORE", "out[%zu]\ta%zu", lane, lane);
    emit_call(m4, "TILE_END", "%s", "");
}

static size_t source_size(const struct model *model, const struct matrix *m, size_t source)
{
    return model->program->buffers[program_buffer(m->layer->from.sources[source])].size;
}

static void emit_tiles(const struct model *model, const struct matrix *m, struct printed *printed,
                       FILE *m4)
{
    size_t lanes = tile_lanes(m->rows);
    size_t sizes[] = {lanes, m->rows - (m->rows - 1) / lanes * lanes};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < m->layer->from.count; k++) {
            enum tile_kind kind = tile_kind(m, k);
            struct printed_function s = {tile_suffix[kind], source_size(model, m, k), sizes[i]};
            if (printed_add(model->arena, printed, s.name, s.in, s.out))
                emit_tile(model, kind, s, m4);
        }
}

/* Constants of a table's row: values[0], values[stride], ... */
struct row {
    const double *values;
    size_t stride, count;
};

/* Eight to a line, below a comment that says whose they are. */
static void emit_table_row(const struct model *model, const struct row *row, const char *comment,
                           const char *comma, FILE *m4)
{
    emit_call(m4, "TABLE_ROW", "%s", comment);
    for (size_t k = 0; k < row->count; k++)
        emit_call(m4, "TABLE_VALUE", "%s%s",
                  model->program->type->literal(model->arena, row->values[k * row->stride]),
                  k + 1 == row->count ? ""
                  : k % 8 == 7        ? ",\n         "
                                      : ", ");
    emit_call(m4, "TABLE_ROW_END", "%s", comma);
}

static const struct buffer *source_of(const struct model *model, const struct matrix *m, size_t k)
{
    return &model->program->buffers[source_buffer(m->layer, k)];
}

/* The biases with the first source, then the weights of one input after the other. */
static void emit_table(const struct model *model, const struct matrix *m, const struct tile *tile,
                       FILE *m4)
{
    size_t in = source_size(model, m, tile->source), bias = tile->source == 0 ? 1 : 0;
    const char *neurons = rows_text(model, m, tile->first, tile->lanes);
    const char *constant = m->layer->kind == LAYER_RADIAL ? "point at" : "from";
    emit_call(m4, "TILE_TABLE", "%zu_%zu\t%zu\t%zu\t%s\t%s", tile->number, tile->source, in + bias,
              tile->lanes, neurons, buffer_text(model->arena, source_of(model, m, tile->source)));
    if (bias != 0)
        emit_table_row(model, &(struct row){m->bias + tile->first, 1, tile->lanes},
                       arena_printf(model->arena, "%s: %s", neurons, start_text(m->layer)), ",",
                       m4);
    for (size_t i = 0; i < in; i++)
        emit_table_row(
            model,
            &(struct row){m->weights + tile->first * m->columns + tile->column + i, m->columns,
                          tile->lanes},
            arena_printf(model->arena, "%s: %s %s", neurons, constant,
                         number_read_text(model, source_buffer(m->layer, tile->source), i)),
            i + 1 < in ? "," : "", m4);
    emit_call(m4, "TABLE_END", "%s", "");
}

/* Where the sums of a matrix go: into the array of its layer, or into one of their own from which
   those of several layers are copied. */
static const char *sums_text(const struct model *model, const struct matrix *m)
{
    return m->n_members > 1 ? "sums" : buffer_text(model->arena, m->members[0].buffer);
}

static void emit_tile_call(const struct model *model, const struct matrix *m,
                           const struct tile *tile, FILE *m4)
{
    emit_call(m4, "TILE_CALL", "%zu\t%zu\t%s\t%s\t%zu_%zu\t%s[%zu]",
              source_size(model, m, tile->source), tile->lanes,
              tile_suffix[tile_kind(m, tile->source)],
              buffer_text(model->arena, source_of(model, m, tile->source)), tile->number,
              tile->source, sums_text(model, m), tile->first);
}

/* For each tile of a layer and each source that it reads. */
static void tiles_walk(const struct model *model, const struct matrix *m, FILE *m4,
                       void (*emit)(const struct model *, const struct matrix *,
                                    const struct tile *, FILE *))
{
    size_t lanes = tile_lanes(m->rows);
    struct tile tile = {.lanes = lanes};
    for (; tile.first < m->rows; tile.first += lanes, tile.number++) {
        if (m->rows - tile.first < lanes)
            tile.lanes = m->rows - tile.first;
        tile.column = 0;
        for (tile.source = 0; tile.source < m->layer->from.count; tile.source++) {
            emit(model, m, &tile, m4);
            tile.column += source_size(model, m, tile.source);
        }
    }
}

/* The sums of layers that are computed together are copied to their layers. */
static void emit_sums_copy(const struct model *model, const struct matrix *m, FILE *m4)
{
    for (size_t i = 0; i < m->n_members; i++)
        for (size_t k = 0; k < m->members[i].buffer->size; k++)
            emit_call(m4, "COPY", "%s[%zu]\tsums[%zu]",
                      buffer_text(model->arena, m->members[i].buffer), k, m->members[i].first + k);
}

static void emit_layer(const struct model *model, const struct matrix *m, FILE *m4)
{
    tiles_walk(model, m, m4, emit_table);
    if (m->n_members > 1)
        emit_call(m4, "SUMS", "%zu", m->rows);
    tiles_walk(model, m, m4, emit_tile_call);
    if (m->n_members > 1)
        emit_sums_copy(model, m, m4);
}

/* How many values one turn takes through a kernel: several through one that takes less time than
   the turn's own cost, and so few steps that each waits for the one before. */
static size_t kernel_step(enum activation activation, size_t size)
{
    size_t step = size <= MIXED_LANES ? size : 8;
    if (!activation_row(activation)->alone)
        return 1;
    while (size % step != 0)
        step--;
    return step;
}

/* The kernel on a whole layer. */
static void emit_kernel_loop(const struct model *model, const struct buffer *buffer,
                             const char *name, FILE *m4)
{
    enum activation activation = buffer->layer->activation;
    size_t step = kernel_step(activation, buffer->size);
    emit_call(m4, "KERNEL_LOOP", "%s\t%zu\t%s\t%s", name, buffer->size,
              parameter_names(model, activation, "float ", ""), increment_text(model->arena, step));
    for (size_t k = 0; k < step; k++)
        emit_call(m4, "KERNEL_LOOP_VALUE", "%s\t%s\t%s", name, place_text(model->arena, k),
                  parameter_names(model, activation, "", ""));
    emit_call(m4, "KERNEL_LOOP_END", "%s", "");
}

static void emit_layer_activation(const struct model *model, const struct buffer *buffer,
                                  struct printed *printed, FILE *m4)
{
    enum activation activation = buffer->layer->activation;
    if (activation == ACT_IDENTITY)
        return;
    const char *name = layer_kernel(model, buffer);
    if (printed_add(model->arena, printed, name, buffer->size, buffer->size))
        emit_kernel_loop(model, buffer, name, m4);
    emit_call(m4, "ACTIVATE_LOOP", "%s\t%zu\t%s\t%s", name, buffer->size,
              buffer_text(model->arena, buffer), parameters_text(model, buffer->layer));
}

/* A term takes 12 bytes of code unrolled and 4 in a table. */
static bool layer_is_tiled(const struct matrix *m)
{
    size_t all = m->rows * m->columns;
    return m->exact && 3 * (all - m->zeros) >= all;
}

static struct matrices layers_of(const struct model *model)
{
    return matrices_of(model->arena, model->program, TILE_LANES, layer_is_tiled);
}

static void emit_input_row(const struct model *model, const struct inputs *inputs, size_t i,
                           FILE *m4)
{
    const struct program *p = model->program;
    const struct number_type *type = p->type;
    struct arena *arena = model->arena;
    const struct domain *d = &p->domains[i];
    emit_call(m4, "INPUT_BOUNDS", "%s, %s, %s, 0x%08" PRIX32 "U%s%s\t%s\t%s",
              type->bits(arena, d->low), type->bits(arena, d->high),
              type->bits(arena, d->substitute), d->status, inputs->flush ? ", " : "",
              inputs->flush ? type->bits(arena, inputs->rows[i].limit) : "",
              i + 1 < p->spec->n_inputs ? "," : "",
              inputs->flush ? arena_printf(arena, "%s; limit %s", input_text(model, i),
                                           number_text(arena, (float)inputs->rows[i].limit))
                            : input_text(model, i));
}

static void emit_standard_row(const struct model *model, const struct inputs *inputs, size_t i,
                              FILE *m4)
{
    const struct number_type *type = model->program->type;
    const struct input_row *row = &inputs->rows[i];
    const char *mean = inputs->subtract ? type->literal(model->arena, row->mean) : "";
    const char *factor = inputs->multiply ? type->literal(model->arena, row->factor) : "";
    emit_call(m4, "INPUT_STANDARD", "%s%s%s\t%s\t%s", mean,
              inputs->subtract && inputs->multiply ? ", " : "", factor,
              i + 1 < model->program->spec->n_inputs ? "," : "",
              model->program->spec->inputs[i].name);
}

unsigned emit_input_tables(const struct model *model, const struct inputs *inputs, FILE *m4)
{
    size_t n = model->program->spec->n_inputs;
    unsigned columns = (inputs->subtract ? 1U : 0U) + (inputs->multiply ? 1U : 0U);
    emit_call(m4, "INPUT_TABLE", "%zu\t%d\t%s", n, inputs->flush ? 5 : 4,
              inputs->flush
                  ? ", a\n     * limit: x - mean becomes 0 where its magnitude is below that"
                  : "");
    for (size_t i = 0; i < n; i++)
        emit_input_row(model, inputs, i, m4);
    if (columns > 0)
        emit_call(m4, "INPUTS_STANDARD", "%zu\t%u\t%s%s%s", n, columns,
                  inputs->subtract ? "the mean that is subtracted" : "", columns == 2 ? ", " : "",
                  !inputs->multiply ? ""
                  : inputs_any_folded(model)
                      ? "the factor 1 / scale, or 1 where it is in the weights"
                      : "the factor 1 / scale");
    for (size_t i = 0; columns > 0 && i < n; i++)
        emit_standard_row(model, inputs, i, m4);
    return columns;
}

/* The inputs as one loop over tables. */
static size_t emit_tiled_inputs(const struct model *model, FILE *m4)
{
    const struct inputs inputs = inputs_of(model->arena, model->program);
    size_t n = model->program->spec->n_inputs;
    emit_inputs_function(model, m4);
    emit_call(m4, "INPUTS_BODY", "%s", "");
    unsigned columns = emit_input_tables(model, &inputs, m4);
    emit_call(m4, "INPUTS_LOOP", "%zu\t%s", n, clamp_kernel(model));
    if (inputs.subtract)
        emit_call(m4, "INPUTS_SUBTRACT", "%s", "");
    if (inputs.flush)
        emit_call(m4, "INPUTS_FLUSH", "%s", "");
    if (inputs.multiply)
        emit_call(m4, "INPUTS_MULTIPLY", "%u", columns - 1U);
    emit_call(m4, "INPUTS_LOOP_END", "%s", "");
    emit_call(m4, "INPUTS_FUNCTION_END", "%s", "");
    return inputs.end;
}

static void emit_kernel(const char *name, FILE *m4) { emit_call(m4, "KERNEL", "%s", name); }

void emit_tiled_kernels(const struct model *model, FILE *m4)
{
    emit_call(m4, "KERNELS", "%s", "");
    if (model->counts.ops[OP_ETA_OR_ONE] > 0)
        emit_kernel("eta_or_one", m4);
    emit_layer_kernels(model, emit_kernel, m4);
}

void emit_tiled_ops(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    const struct matrices layers = layers_of(model);
    struct printed tiles = {NULL, 0, 0}, loops = {NULL, 0, 0};
    const struct shapes shapes = shapes_of(model->arena, p, false);
    const struct op *op = p->ops + emit_tiled_inputs(model, m4);
    for (size_t i = 0; i < layers.count; i++) {
        const struct matrix *m = &layers.all[i];
        const struct stage stage = layer_stage(model, m, layer_is_tiled(m));
        if (layer_is_tiled(m))
            emit_tiles(model, m, &tiles, m4);
        emit_layer_stage(model, &stage, m, layer_is_tiled(m) ? NULL : unrolled_sentence(model, m),
                         m4);
        if (layer_is_tiled(m))
            emit_layer(model, m, m4);
        else
            emit_unrolled_sums(model, &shapes, m->begin, m->end, m4);
        for (size_t k = 0; k < m->n_members; k++)
            emit_layer_activation(model, m->members[k].buffer, &loops, m4);
        emit_stage_end(model, &stage, m4);
        op = m->end;
    }
    emit_output_stages(model, op, m4);
}

/* Weights of 0 that a tiled layer multiplies. */
static size_t zero_weights(const struct matrix *m)
{
    size_t zeros = 0;
    for (size_t row = 0; row < m->rows; row++)
        for (size_t column = 0; column < m->columns; column++)
            if (m->weights[row * m->columns + column] == 0.0)
                zeros += matrix_dense_rows(m, row, 1);
    return zeros;
}

/* The inputs are one loop, which does the same for all of them. */
static void inputs_count(const struct model *model, struct counts *counts)
{
    const struct program *p = model->program;
    const struct inputs inputs = inputs_of(model->arena, p);
    counts->additions += inputs_more_additions(&inputs, p, p->spec->n_inputs);
    counts->multiplications += inputs_more_multiplications(&inputs, p, p->spec->n_inputs);
    counts->input_bytes = inputs_numbers(&inputs, p->spec->n_inputs) * p->type->bytes;
}

void tiled_count(const struct model *model, struct counts *counts)
{
    const struct matrices layers = layers_of(model);
    inputs_count(model, counts);
    for (size_t i = 0; i < layers.count; i++) {
        const struct matrix *m = &layers.all[i];
        if (!layer_is_tiled(m))
            continue;
        if (m->n_members > 1)
            counts->buffer_bytes += m->rows * model->program->type->bytes; /* sums */
        counts->multiplications += m->zeros;
        counts->additions += m->zeros;
        counts->constant_bytes += m->zeros * model->program->type->bytes;
        counts->dropped -= zero_weights(m);
    }
}
