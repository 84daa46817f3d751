/* The batch entry point of the simd form, for replay and simulation: model->lanes points at a time,
   one in each lane, through loops over tables. All numbers of a network lie in one array: the
   inputs, then the layers, each behind those it reads. What every point gets is computed by the
   same operations in the same order as in a single call, and has the same bits. */
#include "emit/emit_batch.h"

#include "emit/emit_parts.h"
#include "emit/emit_stage.h"
#include "emit/inputs.h"
#include "emit/matrix.h"

#include <string.h>

/* Sums that fit into 16 registers beside a factor and a product. */
enum { BATCH_SUMS = 12 };

static bool joins(const struct matrix *m)
{
    (void)m;
    return true;
}

/* A matrix in the batch. */
struct level {
    const struct matrix *matrix;
    size_t number, place; /* of its first sum in the array */
    size_t tiles, sums;   /* tiles, and sums in each */
    bool sparse;          /* its weights are a list of terms */
};

struct batch {
    const struct model *model;
    struct level *levels;
    size_t count, values;
    size_t *places; /* (n_buffers) of each buffer's first number */
};

static struct level level_of(const struct matrix *m, size_t number)
{
    struct level level = {.matrix = m, .number = number};
    size_t all = m->rows * m->columns;
    level.tiles = (m->rows + BATCH_SUMS - 1) / BATCH_SUMS;
    level.sums = (m->rows + level.tiles - 1) / level.tiles;
    level.sparse = !m->exact || 3 * (all - m->zeros) < all;
    return level;
}

static struct batch batch_of(const struct model *model)
{
    const struct program *p = model->program;
    const struct matrices layers = matrices_of(model->arena, p, BATCH_SUMS, joins);
    struct batch b = {.model = model, .count = layers.count, .values = p->spec->n_inputs};
    b.levels = arena_alloc(model->arena, b.count, sizeof(*b.levels));
    b.places = arena_alloc(model->arena, p->n_buffers, sizeof(*b.places));
    for (size_t i = 0; i < b.count; i++) {
        const struct matrix *m = &layers.all[i];
        b.levels[i] = level_of(m, i);
        b.levels[i].place = b.values;
        for (size_t k = 0; k < m->n_members; k++)
            b.places[m->members[k].buffer - p->buffers] = b.values + m->members[k].first;
        b.values += b.levels[i].tiles * b.levels[i].sums;
    }
    return b;
}

static uint16_t source_of(const struct level *level, size_t k)
{
    return program_buffer(level->matrix->layer->from.sources[k]);
}

/* --- functions --- */

static void emit_tile(size_t sums, bool distances, FILE *m4)
{
    emit_call(m4, "BATCH_TILE",
              "%zu\t%s\tAdds to %zu sum%s in out: %s, over n numbers of all points.", sums,
              distances ? "_distances" : "", sums, sums == 1 ? "" : "s",
              distances ? "squared distances with a minus sign" : "weight times number");
    for (size_t k = 0; k < sums; k++)
        emit_call(m4, "BATCH_START", "%zu", k);
    emit_call(m4, "BATCH_LOOP", "%s", "");
    for (size_t k = 0; k < sums; k++)
        emit_call(m4, distances ? "BATCH_DISTANCE" : "BATCH_TERM", "%zu", k);
    emit_call(m4, "BATCH_LOOP_END", "%s", "");
    for (size_t k = 0; k < sums; k++)
        emit_call(m4, "STORE", "out[%zu]\ta%zu", k, k);
    emit_call(m4, "BATCH_TILE_END", "%s", "");
}

/* A kernel on many vectors. */
static void emit_activations(const struct model *model, struct printed *printed, FILE *m4)
{
    const struct program *p = model->program;
    for (size_t i = 0; i < p->n_buffers; i++) {
        const struct buffer *buffer = &p->buffers[i];
        if (buffer->kind != BUFFER_LAYER || buffer->layer->activation == ACT_IDENTITY)
            continue;
        enum activation activation = buffer->layer->activation;
        const char *name = layer_kernel(model, buffer);
        if (printed_add(model->arena, printed, name, 0, 0))
            emit_call(m4, "BATCH_KERNEL", "%s\t%s\t%s", name,
                      parameter_names(model, activation, "EPI_REAL ", ""),
                      parameter_names(model, activation, "", " - (epi_vector){0.0F}"));
    }
}

static void emit_functions(const struct batch *b, FILE *m4)
{
    struct printed printed = {NULL, 0, 0};
    bool sparse = false;
    for (size_t i = 0; i < b->count; i++) {
        const struct level *level = &b->levels[i];
        bool distances = level->matrix->layer->kind == LAYER_RADIAL;
        if (level->sparse && !sparse)
            emit_call(m4, "BATCH_SPARSE", "%s", "");
        sparse = sparse || level->sparse;
        if (!level->sparse && printed_add(b->model->arena, &printed, distances ? "_distances" : "",
                                          level->sums, level->sums))
            emit_tile(level->sums, distances, m4);
    }
    emit_activations(b->model, &printed, m4);
    emit_call(m4, "BATCH_BIASES", "%s", "");
}

/* --- tables --- */

static void emit_value(const struct model *model, double value, size_t k, size_t count, FILE *m4)
{
    emit_call(m4, "TABLE_VALUE", "%s%s", model->program->type->literal(model->arena, value),
              k + 1 == count ? ""
              : k % 8 == 7   ? ",\n         "
                             : ", ");
}

static void emit_bias(const struct batch *b, const struct level *level, FILE *m4)
{
    size_t all = level->tiles * level->sums;
    emit_call(m4, "BATCH_BIAS", "%zu\t%s: %s", all,
              rows_text(b->model, level->matrix, 0, level->matrix->rows),
              start_text(level->matrix->layer));
    for (size_t k = 0; k < all; k++)
        emit_value(b->model, k < level->matrix->rows ? level->matrix->bias[k] : 0.0, k, all, m4);
    emit_call(m4, "TABLE_VALUE", "\n");
    emit_call(m4, "TABLE_END", "%s", "");
}

/* The weights of one tile for one source, whose numbers begin at a column. */
static void emit_table(const struct batch *b, const struct level *level, size_t tile, size_t source,
                       size_t column, FILE *m4)
{
    const struct matrix *m = level->matrix;
    size_t in = b->model->program->buffers[source_of(level, source)].size;
    size_t first = tile * level->sums, left = m->rows - first;
    const char *neurons = rows_text(b->model, m, first, left < level->sums ? left : level->sums);
    emit_call(m4, "BATCH_TABLE", "%zu\t%zu\t%zu\t%zu\t%s\t%s", tile, source, in, level->sums,
              neurons, b->model->program->buffers[source_of(level, source)].name);
    for (size_t i = 0; i < in; i++) {
        emit_call(m4, "TABLE_ROW", "%s: %s %s", neurons,
                  m->layer->kind == LAYER_RADIAL ? "point at" : "from",
                  number_read_text(b->model, source_of(level, source), i));
        for (size_t k = 0; k < level->sums; k++) {
            size_t row = tile * level->sums + k;
            emit_value(b->model, row < m->rows ? m->weights[row * m->columns + column + i] : 0.0, k,
                       level->sums, m4);
        }
        emit_call(m4, "TABLE_ROW_END", "%s", i + 1 < in ? "," : "");
    }
    emit_call(m4, "TABLE_END", "%s", "");
}

static void emit_tiles(const struct batch *b, const struct level *level, FILE *m4)
{
    for (size_t tile = 0; tile < level->tiles; tile++) {
        size_t column = 0;
        for (size_t k = 0; k < level->matrix->layer->from.count; k++) {
            size_t in = b->model->program->buffers[source_of(level, k)].size;
            emit_table(b, level, tile, k, column, m4);
            column += in;
        }
    }
}

static void emit_tile_calls(const struct batch *b, const struct level *level, FILE *m4)
{
    for (size_t tile = 0; tile < level->tiles; tile++)
        for (size_t k = 0; k < level->matrix->layer->from.count; k++)
            emit_call(m4, "BATCH_CALL", "%zu\t%s\t%zu\t%zu\t%zu\t%zu\t%zu", level->sums,
                      level->matrix->layer->kind == LAYER_RADIAL ? "_distances" : "",
                      b->places[source_of(level, k)],
                      b->model->program->buffers[source_of(level, k)].size, tile, k,
                      level->place + tile * level->sums);
}

/* Weights in the list of a level that has one. */
static size_t level_terms(const struct level *level)
{
    size_t terms = 0;
    for (const struct op *op = level->matrix->begin; op < level->matrix->end; op++)
        terms += op->kind == OP_TERM;
    return terms;
}

/* Row by row, as the operations have them. */
static void emit_sparse(const struct batch *b, const struct level *level, FILE *m4)
{
    const struct op *block = level->matrix->begin;
    size_t terms = level_terms(level), left = terms;
    emit_call(m4, "BATCH_TERMS", "%zu", terms == 0 ? 1 : terms);
    for (const struct op *op = block; op < level->matrix->end; op++) {
        if (op->kind == OP_BLOCK)
            block = op;
        if (op->kind != OP_TERM)
            continue;
        left--;
        emit_call(m4, "TABLE_VALUE", "        {%zuU, %zuU, %s}%s /* %s[%u] from %s */\n",
                  b->places[block->buffer] + block->index + op->lane,
                  b->places[op->source] + op->from,
                  b->model->program->type->literal(b->model->arena, op->value), left > 0 ? "," : "",
                  b->model->program->buffers[block->buffer].name, block->index + op->lane,
                  number_read_text(b->model, op->source, op->from));
    }
    if (terms == 0)
        emit_call(m4, "TABLE_VALUE", "        {0U, 0U, 0.0F} /* no weight is other than 0 */\n");
    emit_call(m4, "TABLE_END", "%s", "");
}

/* A level as a stage of its own, which holds its tables. */
static void emit_level(const struct batch *b, const struct level *level, FILE *m4)
{
    const struct matrix *m = level->matrix;
    emit_call(m4, "BATCH_STAGE", "%s\t%s", m->layer->name, rows_text(b->model, m, 0, m->rows));
    emit_bias(b, level, m4);
    if (level->sparse)
        emit_sparse(b, level, m4);
    else
        emit_tiles(b, level, m4);
    emit_call(m4, "BATCH_FROM", "%zu\t%zu", level->tiles * level->sums, level->place);
    if (level->sparse)
        emit_call(m4, "BATCH_CALL_SPARSE", "%zu", level_terms(level));
    else
        emit_tile_calls(b, level, m4);
    for (size_t k = 0; k < m->n_members; k++) {
        const struct buffer *buffer = m->members[k].buffer;
        if (buffer->layer->activation != ACT_IDENTITY)
            emit_call(m4, "BATCH_ACTIVATE", "%s\t%zu\t%zu\t%s", layer_kernel(b->model, buffer),
                      b->places[buffer - b->model->program->buffers], buffer->size,
                      parameters_text(b->model, buffer->layer));
    }
    emit_call(m4, "BATCH_TILE_END", "%s", "");
}

/* --- inputs and results --- */

static void emit_batch_inputs(const struct model *model, FILE *m4)
{
    const struct inputs inputs = inputs_of(model->arena, model->program);
    char lanes[16 * 16] = "";
    for (size_t lane = 0, used = 0; lane < model->lanes; lane++)
        used += (size_t)snprintf(lanes + used, sizeof(lanes) - used, "%sx[%zu][i]",
                                 lane == 0 ? "" : ", ", lane);
    emit_call(m4, "BATCH_INPUTS_FUNCTION", "%zu", model->lanes);
    unsigned columns = emit_input_tables(model, &inputs, m4);
    emit_call(m4, "BATCH_INPUTS", "%s\t%s", lanes, clamp_kernel(model));
    if (inputs.subtract)
        emit_call(m4, "BATCH_SUBTRACT", "%s", "");
    if (inputs.flush)
        emit_call(m4, "BATCH_FLUSH", "%s", "");
    if (inputs.multiply)
        emit_call(m4, "BATCH_MULTIPLY", "%u", columns - 1U);
    emit_call(m4, "BATCH_INPUTS_END", "%s", "");
}

static void emit_results(const struct batch *b, FILE *m4)
{
    const struct program *p = b->model->program;
    struct model placed = *b->model; /* the same, with its numbers in the array */
    placed.places = b->places;
    emit_call(m4, "BATCH_RESULT", "%zu", b->values);
    for (const struct op *op = b->levels[b->count - 1].matrix->end; op < p->ops + p->n_ops; op++)
        emit_plain_op(&placed, op, m4);
    emit_call(m4, "BATCH_RESULT_END", "%s", "");
}

/* "4 at a time, the last 2 by single calls" */
static const char *split_text(const struct model *model)
{
    size_t rest = model->batch % model->lanes;
    const char *text = arena_printf(model->arena, "%zu at a time", model->lanes);
    return rest == 0 ? text
                     : arena_printf(model->arena, "%s, the last %zu by single call%s", text, rest,
                                    rest == 1 ? "" : "s");
}

void emit_batch_head(const struct model *model, FILE *m4)
{
    const struct batch b = batch_of(model);
    const struct inputs inputs = inputs_of(model->arena, model->program);
    size_t bytes = model->program->type->bytes;
    size_t numbers = inputs_numbers(&inputs, model->program->spec->n_inputs);
    for (size_t i = 0; i < b.count; i++) {
        const struct level *level = &b.levels[i];
        size_t terms = level_terms(level), sums = level->tiles * level->sums;
        numbers += sums;
        if (level->sparse)
            numbers += 3 * (terms == 0 ? 1 : terms); /* two places and a weight */
        else
            numbers += sums * level->matrix->columns;
    }
    emit_call(m4, "BATCH", "%zu\t%s\t%zu\t%zu", model->batch, split_text(model), numbers * bytes,
              b.values * model->lanes * bytes);
}

static void emit_places(const struct batch *b, const char *name, size_t first, size_t count,
                        FILE *m4)
{
    struct arena *arena = b->model->arena;
    if (count > 0)
        emit_call(m4, "BATCH_PLACES", "%s\t%s",
                  count == 1 ? arena_printf(arena, "v[%zu]", first)
                             : arena_printf(arena, "v[%zu] to v[%zu]", first, first + count - 1),
                  name);
}

/* The map of the array: inputs, layers, and what tiles are filled up with. */
static void emit_heading(const struct batch *b, FILE *m4)
{
    const struct program *p = b->model->program;
    emit_call(m4, "BATCH_HEADING", "%zu", b->model->lanes);
    emit_places(b, "inputs", 0, p->spec->n_inputs, m4);
    for (size_t i = 0; i < b->count; i++) {
        const struct level *level = &b->levels[i];
        const struct matrix *m = level->matrix;
        for (size_t k = 0; k < m->n_members; k++)
            emit_places(b, arena_printf(b->model->arena, "layer %s", m->members[k].buffer->name),
                        level->place + m->members[k].first, m->members[k].buffer->size, m4);
        emit_places(b, "nothing that is read", level->place + m->rows,
                    level->tiles * level->sums - m->rows, m4);
    }
    emit_call(m4, "BATCH_HEADING_END", "%s", "");
}

void emit_batch(const struct model *model, FILE *m4)
{
    const struct batch b = batch_of(model);
    size_t whole = model->batch / model->lanes * model->lanes;
    emit_heading(&b, m4);
    emit_functions(&b, m4);
    emit_batch_inputs(model, m4);
    for (size_t i = 0; i < b.count; i++)
        emit_level(&b, &b.levels[i], m4);
    emit_results(&b, m4);
    emit_call(m4, "BATCH_POINTS", "%zu\t%zu", model->lanes, b.values);
    for (size_t i = 0; i < b.count; i++)
        emit_call(m4, "BATCH_STAGE_CALL", "%s", b.levels[i].matrix->layer->name);
    emit_call(m4, "BATCH_FUNCTION", "%zu", model->lanes);
    if (whole > 0)
        emit_call(m4, "BATCH_WHOLE", "%zu\t%zu", model->lanes, whole);
    if (whole < model->batch)
        emit_call(m4, "BATCH_REST", "%zu\t%zu", whole, model->batch);
    emit_call(m4, "BATCH_TILE_END", "%s", "");
}
