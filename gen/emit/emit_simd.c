/* The simd form: a layer's neurons lie side by side in vectors of model->lanes numbers, and each
   input is multiplied with a vector of weights. The order of summation of every neuron is that of
   the unrolled form, and so are the bits. Vectors end with lanes that nobody reads. */
#include "emit/emit_simd.h"

#include "base/fail.h"
#include "emit/emit_parts.h"
#include "emit/emit_stage.h"
#include "emit/inputs.h"
#include "emit/matrix.h"
#include "emit/scales.h"
#include "program/count.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Sums that fit into registers beside a factor and a product: 16 of SSE, AVX and NEON; 16 lanes
   are two registers of AVX each. */
static size_t group_vectors(const struct model *model) { return model->lanes == 16 ? 6 : 13; }

static size_t vectors_of(const struct model *model, size_t numbers)
{
    return (numbers + model->lanes - 1) / model->lanes;
}

/* A list of one text a lane: names in it may be long. */
enum { LANES_MAX = 16 };
struct list {
    const char *items[LANES_MAX];
    size_t count;
};

static void list_add(struct list *list, const char *item)
{
    if (list->count == LANES_MAX)
        fail("internal error: more than %d lanes", LANES_MAX);
    list->items[list->count++] = item;
}

static const char *list_text(const struct model *model, const struct list *list)
{
    size_t size = 1;
    for (size_t i = 0; i < list->count; i++)
        size += strlen(list->items[i]) + 2;
    char *text = arena_alloc(model->arena, size, 1), *end = text;
    for (size_t i = 0; i < list->count; i++)
        end += sprintf(end, "%s%s", i == 0 ? "" : ", ", list->items[i]);
    return text;
}

/* The numbers values[0], values[stride], ... of one vector, 0 behind the last. */
static const char *vector_text(const struct model *model, const double *values, size_t stride,
                               size_t count)
{
    struct list list = {.count = 0};
    for (size_t lane = 0; lane < model->lanes; lane++)
        list_add(&list, model->program->type->literal(model->arena,
                                                      lane < count ? values[lane * stride] : 0.0));
    return list_text(model, &list);
}

static size_t lanes_from(const struct model *model, size_t first, size_t all)
{
    return all - first < model->lanes ? all - first : model->lanes;
}

/* --- inputs --- */

enum input_column { COLUMN_LOW, COLUMN_HIGH, COLUMN_NAN, COLUMN_STATUS, COLUMN_LIMIT };

static const char *input_bits(const struct model *model, const struct inputs *inputs, size_t i,
                              enum input_column column)
{
    const struct number_type *type = model->program->type;
    /* a lane that nobody reads: any domain around 0 */
    const struct domain none = {.low = -1.0, .high = 1.0};
    bool real = i < model->program->spec->n_inputs;
    const struct domain *d = real ? &model->program->domains[i] : &none;
    switch (column) {
    case COLUMN_LOW: return type->bits(model->arena, d->low);
    case COLUMN_HIGH: return type->bits(model->arena, d->high);
    case COLUMN_NAN: return type->bits(model->arena, d->substitute);
    case COLUMN_LIMIT:
        return type->bits(model->arena, real ? inputs->rows[i].limit : type->smallest);
    case COLUMN_STATUS: break;
    }
    return arena_printf(model->arena, "0x%08" PRIX32 "U", d->status);
}

static const char *column_text(const struct model *model, const struct inputs *inputs, size_t first,
                               enum input_column column)
{
    struct list list = {.count = 0};
    for (size_t lane = 0; lane < model->lanes; lane++)
        list_add(&list, input_bits(model, inputs, first + lane, column));
    return list_text(model, &list);
}

/* A whole vector of inputs is loaded, the rest of them one by one. */
static void emit_load(const struct model *model, size_t vector, FILE *m4)
{
    size_t first = vector * model->lanes;
    size_t count = lanes_from(model, first, model->program->spec->n_inputs);
    struct list list = {.count = 0};
    if (count == model->lanes) {
        emit_call(m4, "SIMD_LOAD", "%zu\t%zu", vector, first);
        return;
    }
    for (size_t lane = 0; lane < count; lane++)
        list_add(&list, arena_printf(model->arena, "x[%zu]", first + lane));
    emit_call(m4, "SIMD_GATHER", "%zu\t%s", vector, list_text(model, &list));
}

/* The limits of a vector's inputs in decimal. */
static const char *limits_text(const struct model *model, const struct inputs *inputs, size_t first,
                               size_t count)
{
    struct list list = {.count = 0};
    for (size_t i = first; i < first + count; i++)
        list_add(&list, number_text(model->arena, (float)inputs->rows[i].limit));
    return list_text(model, &list);
}

static void emit_input_vector(const struct model *model, const struct inputs *inputs, size_t vector,
                              FILE *m4)
{
    size_t first = vector * model->lanes;
    size_t count = lanes_from(model, first, model->program->spec->n_inputs);
    size_t stride = sizeof(*inputs->rows) / sizeof(double);
    emit_load(model, vector, m4);
    for (size_t i = first; i < first + count; i++)
        emit_call(m4, "REMARK", "%s", input_text(model, i));
    if (count < model->lanes)
        emit_call(m4, "REMARK", "Lanes behind %s hold no input: domain -1 to 1, no bit of status.",
                  model->program->spec->inputs[first + count - 1].name);
    emit_call(m4, "SIMD_CLAMP", "%zu\t%s\t%s\t%s\t%s\t%s", vector,
              column_text(model, inputs, first, COLUMN_LOW),
              column_text(model, inputs, first, COLUMN_HIGH),
              column_text(model, inputs, first, COLUMN_NAN),
              column_text(model, inputs, first, COLUMN_STATUS), clamp_kernel(model));
    if (inputs->subtract)
        emit_call(m4, "SIMD_SUBTRACT", "%zu\t%s", vector,
                  vector_text(model, &inputs->rows[first].mean, stride, count));
    if (inputs->flush)
        emit_call(m4, "SIMD_FLUSH", "%zu\t%s\t%s", vector,
                  column_text(model, inputs, first, COLUMN_LIMIT),
                  limits_text(model, inputs, first, count));
    if (inputs->multiply)
        emit_call(m4, "SIMD_MULTIPLY", "%zu\t%s\t%s", vector,
                  vector_text(model, &inputs->rows[first].factor, stride, count),
                  inputs_any_folded(model) ? "1 / scale, or 1 where it is in the weights"
                                           : "1 / scale");
}

static void emit_simd_inputs(const struct model *model, FILE *m4)
{
    const struct inputs inputs = inputs_of(model->arena, model->program);
    emit_call(m4, "SIMD_INPUTS", "%zu", vectors_of(model, model->program->spec->n_inputs));
    for (size_t v = 0; v < vectors_of(model, model->program->spec->n_inputs); v++)
        emit_input_vector(model, &inputs, v, m4);
    for (size_t lane = 0; lane < model->lanes; lane++)
        emit_call(m4, "SIMD_STATUS", "%zu", lane);
    emit_call(m4, "INPUTS_FUNCTION_END", "%s", "");
}

/* --- layers --- */

/* What a kernel gets behind its vector. */
static const char *vectors_text(const struct model *model, const struct spec_layer *layer)
{
    const struct activation_parameter *p = activation_forms[layer->activation].parameters;
    const char *text = "";
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++) {
        const double parameter = (double)layer->parameters[i];
        text = arena_printf(model->arena, "%s, (epi_vector){%s}", text,
                            vector_text(model, &parameter, 0, model->lanes));
    }
    return text;
}

/* The vectors of a matrix that one function computes. */
struct group {
    size_t number, first, count;
};

/* Which buffers wait for their activation. A function of few sums that reads a layer applies it,
   vector by vector, so that the next one's kernel runs beside the additions of the one before, each
   of which has to wait for the last. With many sums there is no time to win and no register free.
 */
enum { ACTIVATING_VECTORS = 2 };
struct waiting {
    bool *buffers;          /* (n_buffers) */
    struct printed printed; /* the functions for whole layers */
};

static bool source_waits(const struct waiting *waiting, const struct matrix *m, size_t k)
{
    return waiting->buffers[program_buffer(m->layer->from.sources[k])];
}

static const struct buffer *source_of(const struct model *model, const struct matrix *m, size_t k)
{
    return &model->program->buffers[program_buffer(m->layer->from.sources[k])];
}

static bool all_zero(const struct matrix *m, size_t first, size_t count, size_t column)
{
    for (size_t lane = 0; lane < count; lane++)
        if (m->weights[(first + lane) * m->columns + column] != 0.0)
            return false;
    return m->layer->kind != LAYER_RADIAL;
}

/* Whether any sum of a group takes a number of source number k: with weights of 0 only there is
   no term. */
static bool group_reads(const struct model *model, const struct matrix *m,
                        const struct group *group, size_t k)
{
    size_t column = 0;
    for (size_t i = 0; i < k; i++)
        column += source_of(model, m, i)->size;
    for (size_t i = 0; i < source_of(model, m, k)->size; i++)
        for (size_t v = 0; v < group->count; v++) {
            size_t first = (group->first + v) * model->lanes;
            if (!all_zero(m, first, lanes_from(model, first, m->rows), column + i))
                return true;
        }
    return false;
}

static void emit_function(const struct model *model, const struct matrix *m,
                          const struct group *group, const struct waiting *waiting, FILE *m4)
{
    size_t first = group->first * model->lanes;
    size_t end = (group->first + group->count) * model->lanes;
    emit_call(m4, "SIMD_BLOCK", "%s",
              rows_text(model, m, first, (end > m->rows ? m->rows : end) - first));
    emit_call(m4, "SIMD_FUNCTION", "%s\t%zu", m->layer->name, group->number);
    for (size_t k = 0; k < m->layer->from.count; k++)
        if (group_reads(model, m, group, k))
            emit_call(m4, "STAGE_ARRAY", "%s\tepi_vector\t%s\t%zu\t, ",
                      source_waits(waiting, m, k) ? "" : "const ",
                      buffer_text(model->arena, source_of(model, m, k)),
                      vectors_of(model, source_of(model, m, k)->size));
    emit_call(m4, "SIMD_OUT", "%zu", group->count);
}

/* The sign bits that keep sums of -0 where the unrolled form leaves the term out, or NULL. */
static const char *signs_text(const struct model *model, const struct matrix *m, size_t first,
                              size_t count, size_t column)
{
    struct list list = {.count = 0};
    bool any = false;
    for (size_t lane = 0; lane < model->lanes; lane++) {
        size_t row = first + lane;
        bool sign = lane < count && m->bias[row] == 0.0 && signbit(m->bias[row]) &&
                    m->weights[row * m->columns + column] == 0.0;
        list_add(&list, sign ? "0x80000000U" : "0U");
        any = any || sign;
    }
    return any ? list_text(model, &list) : NULL;
}

/* The number that a column of the matrix multiplies: number `index` of a source. */
struct operand {
    size_t column, source, index;
};

/* Emits what an operand adds to the vectors of a group. */
static void emit_terms(const struct model *model, const struct matrix *m, const struct group *group,
                       const struct operand *operand, FILE *m4)
{
    size_t source = operand->source, index = operand->index, column = operand->column;
    const char *number = arena_printf(model->arena, "%s[%zu][%zu]",
                                      buffer_text(model->arena, source_of(model, m, source)),
                                      index / model->lanes, index % model->lanes);
    for (size_t v = 0; v < group->count; v++) {
        size_t first = (group->first + v) * model->lanes;
        size_t count = lanes_from(model, first, m->rows);
        const char *signs = m->exact ? NULL : signs_text(model, m, first, count, column);
        if (all_zero(m, first, count, column))
            continue;
        const char *macro = m->layer->kind == LAYER_RADIAL ? "SIMD_DISTANCE"
                            : signs == NULL                ? "SIMD_TERM"
                                                           : "SIMD_TERM_SIGNED";
        emit_call(m4, macro, "%zu\t%s\t%s\t%s: %s %s%s%s", v,
                  vector_text(model, m->weights + first * m->columns + column, m->columns, count),
                  number, rows_text(model, m, first, count),
                  m->layer->kind == LAYER_RADIAL ? "point at" : "from",
                  number_read_text(model, source_buffer(m->layer, source), index),
                  signs == NULL ? "" : "\t", signs == NULL ? "" : signs);
    }
}

static void emit_group(const struct model *model, const struct matrix *m, const struct group *group,
                       const struct waiting *waiting, FILE *m4)
{
    emit_function(model, m, group, waiting, m4);
    for (size_t v = 0; v < group->count; v++) {
        size_t first = (group->first + v) * model->lanes;
        size_t count = lanes_from(model, first, m->rows);
        emit_call(m4, "SIMD_BIAS", "%zu\t%s\t%s: %s", v,
                  vector_text(model, m->bias + first, 1, count), rows_text(model, m, first, count),
                  start_text(m->layer));
    }
    size_t column = 0;
    for (size_t k = 0; k < m->layer->from.count; k++) {
        bool waits = source_waits(waiting, m, k) && group_reads(model, m, group, k);
        for (size_t i = 0; i < source_of(model, m, k)->size; i++) {
            if (i % model->lanes == 0 && waits)
                emit_call(m4, "SIMD_ACTIVATE", "%s[%zu]\t%s\t%s",
                          buffer_text(model->arena, source_of(model, m, k)), i / model->lanes,
                          layer_kernel(model, source_of(model, m, k)),
                          vectors_text(model, source_of(model, m, k)->layer));
            emit_terms(model, m, group, &(struct operand){column++, k, i}, m4);
        }
    }
    for (size_t v = 0; v < group->count; v++)
        emit_call(m4, "STORE", "out[%zu]\ta%zu", v, v);
    emit_call(m4, "BLOCK_END", "%s", "");
    emit_call(m4, "CALL", "%s\t%zu", m->layer->name, group->number);
    for (size_t k = 0; k < m->layer->from.count; k++)
        if (group_reads(model, m, group, k))
            emit_call(m4, "CALL_IN", "%s", buffer_text(model->arena, source_of(model, m, k)));
    if (m->n_members > 1)
        emit_call(m4, "CALL_OUT", "sums[%zu]", group->first);
    else
        emit_call(m4, "CALL_OUT", "%s[%zu]", buffer_text(model->arena, m->members[0].buffer),
                  group->first);
}

/* Joined layers are taken apart again. */
static void emit_split(const struct model *model, const struct matrix *m, FILE *m4)
{
    for (size_t i = 0; i < m->n_members; i++) {
        const struct member *member = &m->members[i];
        for (size_t v = 0; v < vectors_of(model, member->buffer->size); v++) {
            struct list list = {.count = 0};
            size_t count = lanes_from(model, v * model->lanes, member->buffer->size);
            for (size_t lane = 0; lane < count; lane++) {
                size_t row = member->first + v * model->lanes + lane;
                list_add(&list, arena_printf(model->arena, "sums[%zu][%zu]", row / model->lanes,
                                             row % model->lanes));
            }
            emit_call(m4, "SIMD_SPLIT", "%s[%zu]\t%s", buffer_text(model->arena, member->buffer), v,
                      list_text(model, &list));
        }
    }
}

static void emit_layer_activation(const struct model *model, const struct buffer *buffer,
                                  struct waiting *waiting, FILE *m4)
{
    const char *name = layer_kernel(model, buffer);
    const char *text = buffer_text(model->arena, buffer);
    enum activation activation = buffer->layer->activation;
    size_t vectors = vectors_of(model, buffer->size);
    if (vectors == 1) {
        emit_call(m4, "VECTOR_ACTIVATE", "%s\t%s[0]\t%s", name, text,
                  vectors_text(model, buffer->layer));
        return;
    }
    if (printed_add(model->arena, &waiting->printed, name, vectors, vectors)) {
        emit_call(m4, "VECTORS_OF", "%s\t%zu\t%s", name, vectors,
                  parameter_names(model, activation, "epi_vector ", ""));
        for (size_t v = 0; v < vectors; v++)
            emit_call(m4, "VECTOR_OF", "%s\t%zu\t%s", name, v,
                      parameter_names(model, activation, "", ""));
        emit_call(m4, "VECTORS_OF_END", "%s", "");
    }
    emit_call(m4, "ACTIVATE_LOOP", "%s\t%zu\t%s\t%s", name, vectors, text,
              vectors_text(model, buffer->layer));
}

/* How the vectors of a matrix are spread over functions: as equal as can be. */
static struct group first_group(const struct model *model, const struct matrix *m)
{
    size_t all = vectors_of(model, m->rows), most = group_vectors(model);
    size_t groups = (all + most - 1) / most;
    return (struct group){0, 0, (all + groups - 1) / groups};
}

/* Whether the first of the later layers that reads a buffer applies its activation. */
static bool buffer_waits(const struct model *model, const struct matrix *later,
                         const struct matrix *end, uint16_t buffer)
{
    for (const struct matrix *m = later; m < end; m++)
        for (size_t k = 0; k < m->layer->from.count; k++) {
            const struct group group = first_group(model, m);
            if (source_buffer(m->layer, k) == buffer)
                return vectors_of(model, m->rows) <= ACTIVATING_VECTORS &&
                       group_reads(model, m, &group, k);
        }
    return false;
}

/* The sums of a matrix, function by function, within its stage. */
static void emit_groups(const struct model *model, const struct matrix *m, struct waiting *waiting,
                        FILE *m4)
{
    struct group group = first_group(model, m);
    size_t all = vectors_of(model, m->rows), size = group.count;
    for (; group.first < all; group.first += size, group.number++) {
        if (all - group.first < size)
            group.count = all - group.first;
        emit_group(model, m, &group, waiting, m4);
        for (size_t k = 0; k < m->layer->from.count; k++)
            if (group_reads(model, m, &group, k))
                waiting->buffers[source_buffer(m->layer, k)] = false;
    }
}

/* The activations that this stage applies for its sources, and those that it leaves to others. */
static const char *waiting_sentence(const struct model *model, const struct matrix *m,
                                    const struct waiting *waiting)
{
    const char *read = "", *left = "";
    for (size_t k = 0; k < m->layer->from.count; k++)
        if (source_waits(waiting, m, k))
            read = arena_printf(model->arena, "%s%s%s", read, *read == '\0' ? "" : ", ",
                                source_of(model, m, k)->name);
    for (size_t i = 0; i < m->n_members; i++)
        if (waiting->buffers[m->members[i].buffer - model->program->buffers])
            left = arena_printf(model->arena, "%s%s%s", left, *left == '\0' ? "" : ", ",
                                m->members[i].buffer->name);
    if (*read == '\0' && *left == '\0')
        return NULL;
    if (*read != '\0')
        read = arena_printf(model->arena, "This stage applies the activation of %s.", read);
    if (*left != '\0')
        left = arena_printf(model->arena,
                            "This stage stores sums of %s: the stage that reads them first applies "
                            "the activation.",
                            left);
    return arena_printf(model->arena, "%s%s%s", read, *read != '\0' && *left != '\0' ? "\n * " : "",
                        left);
}

/* Activations that no later layer applies. */
static void emit_own_activations(const struct model *model, const struct matrix *m,
                                 struct waiting *waiting, FILE *m4)
{
    for (size_t i = 0; i < m->n_members; i++) {
        const struct buffer *buffer = m->members[i].buffer;
        if (buffer->layer->activation != ACT_IDENTITY &&
            !waiting->buffers[buffer - model->program->buffers])
            emit_layer_activation(model, buffer, waiting, m4);
    }
}

static void emit_layer(const struct model *model, const struct matrices *layers, size_t number,
                       struct waiting *waiting, FILE *m4)
{
    const struct matrix *m = &layers->all[number];
    struct stage stage = layer_stage(model, m, false);
    for (size_t k = 0; k < m->layer->from.count; k++)
        if (source_waits(waiting, m, k))
            stage_writes(&stage, source_buffer(m->layer, k));
    for (size_t i = 0; i < m->n_members; i++) {
        const struct buffer *buffer = m->members[i].buffer;
        uint16_t place = (uint16_t)(buffer - model->program->buffers);
        waiting->buffers[place] = buffer->layer->activation != ACT_IDENTITY &&
                                  buffer_waits(model, m + 1, layers->all + layers->count, place);
    }
    emit_layer_stage(model, &stage, m, waiting_sentence(model, m, waiting), m4);
    if (m->n_members > 1)
        emit_call(m4, "SIMD_SUMS", "%zu", vectors_of(model, m->rows));
    emit_groups(model, m, waiting, m4);
    if (m->n_members > 1)
        emit_split(model, m, m4);
    emit_own_activations(model, m, waiting, m4);
    emit_stage_end(model, &stage, m4);
}

/* --- the whole --- */

/* abs is another one for vectors; exp_core is called with one shift for all lanes too. */
static void emit_vector_kernel(const char *name, FILE *m4)
{
    if (strcmp(name, "abs") == 0) {
        emit_call(m4, "ABS_VECTOR", "%s", "");
        return;
    }
    emit_call(m4, "KERNEL_VECTOR", "%s", name);
    if (strcmp(name, "exp_core") == 0)
        emit_call(m4, "KERNEL_SHIFT", "%s", name);
}

void emit_simd_kernels(const struct model *model, FILE *m4)
{
    emit_call(m4, "SIMD_TYPES", "%s", "");
    emit_call(m4, "KERNELS", "%s", "");
    if (model->counts.ops[OP_ETA_OR_ONE] > 0)
        emit_call(m4, "KERNEL", "eta_or_one");
    emit_call(m4, "KERNELS_VECTOR", "%s", "");
    emit_layer_kernels(model, emit_vector_kernel, m4);
}

static bool joins(const struct matrix *m)
{
    (void)m;
    return true;
}

void emit_simd_ops(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    const struct matrices layers = matrices_of(model->arena, p, model->lanes, joins);
    struct waiting waiting = {arena_alloc(model->arena, p->n_buffers, sizeof(bool)), {NULL, 0, 0}};
    const struct op *op = p->ops + inputs_of(model->arena, p).end;
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_INPUTS || p->buffers[i].kind == BUFFER_LAYER)
            emit_call(m4, "SIMD_LOCAL", "%s\t%zu", buffer_text(model->arena, &p->buffers[i]),
                      vectors_of(model, p->buffers[i].size));
    emit_simd_inputs(model, m4);
    for (size_t i = 0; i < layers.count; i++) {
        emit_layer(model, &layers, i, &waiting, m4);
        op = layers.all[i].end;
    }
    emit_output_stages(model, op, m4);
}

/* Terms that are executed: all lanes of a vector in which any weight is not 0. */
static size_t lane_terms(const struct model *model, const struct matrix *m, size_t *dropped)
{
    size_t terms = 0;
    for (size_t first = 0; first < m->rows; first += model->lanes)
        for (size_t column = 0; column < m->columns; column++) {
            size_t count = lanes_from(model, first, m->rows);
            if (all_zero(m, first, count, column))
                *dropped += matrix_dense_rows(m, first, count);
            else
                terms += model->lanes;
        }
    return terms;
}

void simd_count(const struct model *model, struct counts *counts)
{
    const struct program *p = model->program;
    const struct matrices layers = matrices_of(model->arena, p, model->lanes, joins);
    const struct inputs inputs = inputs_of(model->arena, p);
    size_t terms = 0, distances = 0, biases = 0;
    size_t places = vectors_of(model, p->spec->n_inputs) * model->lanes;
    counts->dropped = 0;
    counts->buffer_bytes = 0;
    for (size_t i = 0; i < layers.count; i++) {
        const struct matrix *m = &layers.all[i];
        size_t sums = vectors_of(model, m->rows) * model->lanes;
        *(m->layer->kind == LAYER_RADIAL ? &distances : &terms) +=
            lane_terms(model, m, &counts->dropped);
        biases += sums;
        if (m->n_members > 1)
            counts->buffer_bytes += sums * p->type->bytes;
    }
    counts->constant_bytes = (terms + distances + biases) * p->type->bytes;
    terms -= counts->ops[OP_TERM];
    distances -= counts->ops[OP_DISTANCE];
    counts->multiplications += terms + distances + inputs_more_multiplications(&inputs, p, places);
    counts->additions += terms + 2 * distances + inputs_more_additions(&inputs, p, places);
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_INPUTS || p->buffers[i].kind == BUFFER_LAYER)
            counts->buffer_bytes +=
                vectors_of(model, p->buffers[i].size) * model->lanes * p->type->bytes;
}
