/* The unrolled form: every block of a layer is a function, every term a statement, with its weight
   as a literal or, where blocks share the function, from the block's table. The stage of the layer
   holds the tables and calls the blocks. Activations come behind blocks, eight values at a time, or
   are part of them where that costs less. The program is walked once, in the order of execution;
   where the pieces end up in the C file (blocks, then their stage, then the entry point) is m4's
   business. */
#include "emit/emit_unrolled.h"

#include "emit/emit_parts.h"
#include "emit/emit_stage.h"
#include "program/bounds.h"

#include <float.h>
#include <inttypes.h>

/* Whether a layer's activation is part of its blocks; then it is one kernel for all of them. */
static bool layer_is_fused(const struct model *model, const struct buffer *buffer)
{
    enum activation activation = buffer->layer->activation;
    return activation != ACT_IDENTITY && kernel_find(model->program, activation)->in_block;
}

/* Whether the kernel's clamp is idle for all values of an operation, or of a fused layer. */
static bool activation_is_core(const struct model *model, const struct op *op)
{
    const struct buffer *buffer = &model->program->buffers[op->buffer];
    return layer_is_fused(model, buffer) ? clamp_is_idle(model, buffer, 0, buffer->size)
                                         : clamp_is_idle(model, buffer, op->index, op->count);
}

/* Whether an activation is called with its clamp or without it, on eight values or on one. */
static bool kernel_is_called(const struct model *model, enum activation activation, bool core,
                             bool blocked)
{
    const struct program *program = model->program;
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        if (op->kind == OP_ACTIVATE &&
            program->buffers[op->buffer].layer->activation == activation &&
            (!blocked || (op->count == ACTIVATION_LANES &&
                          !layer_is_fused(model, &program->buffers[op->buffer]))) &&
            activation_is_core(model, op) == core)
            return true;
    }
    return false;
}

/* What a kernel's contract says of its results, where numbers are no larger than `most`: "" or
   " && -1 <= v[i] <= 1". Nothing for a kernel with parameters. */
static const char *kernel_range(const struct model *model, const struct needed_kernel *needed,
                                double most)
{
    const float none[ACT_PARAMETERS] = {0.0F};
    struct interval v =
        activation_row(needed->activation)
            ->contract((struct interval){-most, most}, model->program->accuracy, none);
    const char *low =
        v.low <= -FLT_MAX
            ? ""
            : arena_printf(model->arena, "%s <= ", number_down(model->arena, v.low, 9));
    const char *high = v.high >= FLT_MAX ? ""
                                         : arena_printf(model->arena, " <= %s",
                                                        number_up(model->arena, v.high, 9));
    return *low == '\0' && *high == '\0' ? ""
                                         : arena_printf(model->arena, " && %sv[i]%s", low, high);
}

static void emit_kernel8(const struct model *model, const struct needed_kernel *needed, bool core,
                         FILE *m4)
{
    const char *limit = arena_printf(model->arena, "%.9g", needed->kernel->core_limit);
    const char *requires = activation_row(needed->activation)->requires;
    if (!kernel_is_called(model, needed->activation, core, true))
        return;
    if (requires != NULL)
        emit_call(m4, "KERNEL8_PARAMETERS", "%s\t%s\t%s\t%s", needed->name,
                  parameter_names(model, needed->activation, "EPI_REAL ", ""),
                  parameter_names(model, needed->activation, "", ""), requires);
    else if (core)
        emit_call(m4, "KERNEL8", "%s_core\t-%s <= v[i] <= %s\t%s", needed->name, limit, limit,
                  kernel_range(model, needed, needed->kernel->core_limit));
    else
        emit_call(m4, "KERNEL8", "%s\t\\is_finite(v[i])\t%s", needed->name,
                  kernel_range(model, needed, FLT_MAX));
}

void emit_unrolled_kernels(const struct model *model, const struct shapes *shapes, FILE *m4)
{
    const struct needed_kernels needed = kernels_needed(model);
    for (size_t i = 0; i < needed.count; i++) {
        const struct needed_kernel *k = &needed.all[i];
        if (k->kernel == NULL || k->kernel->core_limit == 0.0 ||
            kernel_is_called(model, k->activation, false, false))
            emit_call(m4, "KERNEL", "%s", k->name);
        if (k->kernel != NULL) {
            emit_kernel8(model, k, false, m4);
            emit_kernel8(model, k, true, m4);
        }
    }
    for (size_t i = 0; i < shapes->count; i++)
        if (shape_is_shared(&shapes->all[i])) {
            emit_call(m4, "KERNEL", "pair");
            return;
        }
}

/* A table is handed over as one pointer for every PAIRS_IN_REACH of it: a Cortex-M's loads reach
   1020 bytes, and what lies farther costs an addition each time. C99 promises 127 parameters. */
enum { PAIRS_IN_REACH = 128, MAX_POINTERS = 32, MAX_PARAMETERS = 127 };

static size_t table_pairs(const struct shape *shape) { return (shape->n_constants + 1) / 2; }

/* None for a block with literals. */
static size_t table_pointers(const struct shape *shape)
{
    size_t n = (table_pairs(shape) + PAIRS_IN_REACH - 1) / PAIRS_IN_REACH;
    size_t left = MAX_PARAMETERS - 1 - shape->n_sources; /* beside the output and the sources */
    size_t most = left < MAX_POINTERS ? left : MAX_POINTERS;
    return !shape_is_shared(shape) ? 0 : n < most ? n : most;
}

/* How many pairs a pointer is good for: the last one for all the rest. */
static size_t pointer_pairs(const struct shape *shape, size_t pointer)
{
    return pointer + 1 < table_pointers(shape) ? PAIRS_IN_REACH
                                               : table_pairs(shape) - pointer * PAIRS_IN_REACH;
}

/* Where printing has got to. */
struct printer {
    const struct model *model;
    const struct shapes *shapes;
    const struct shape *shape; /* of the block that is being printed */
    size_t used;               /* of its constants */
    bool sums_only;            /* activations are left to the caller */
    bool in_stage;             /* the layer's only block: its statements stand in the stage */
    FILE *m4;
};

/* Whether a layer's blocks store what the activation makes of their sums. */
static bool activates_in_block(const struct printer *p, const struct buffer *buffer)
{
    return !p->sums_only && layer_is_fused(p->model, buffer);
}

/* What a block stores for neuron `lane`, or all blocks that share its function. */
static struct interval stored_range(const struct printer *p, const struct shape *shape,
                                    unsigned lane)
{
    const struct buffer *buffer = &p->model->program->buffers[shape->block->buffer];
    const struct bounds *bounds = &p->model->contracts;
    const struct interval *stored =
        (activates_in_block(p, buffer) ? bounds->values : bounds->sums) + buffer->offset + lane;
    struct interval all = stored[shape->block->index];
    for (const struct shape *s = p->shapes->all; s < p->shapes->all + p->shapes->count; s++)
        if (s->first == shape->first)
            all = hull((struct interval[]){all, stored[s->block->index]}, 2);
    return all;
}

static void emit_block_contract(const struct printer *p, const struct shape *shape)
{
    const struct model *model = p->model;
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    for (size_t k = 0; k < layer->from.count; k++) {
        const struct buffer *b = &model->program->buffers[source_buffer(layer, k)];
        if (!block_reads(block, source_buffer(layer, k)))
            continue;
        struct interval range = hull(model->contracts.values + b->offset, b->size);
        emit_call(p->m4, "BLOCK_READS", "%s\t%zu\t%s\t%s\t%u", buffer_text(model->arena, b),
                  b->size - 1, number_down(model->arena, range.low, 9),
                  number_up(model->arena, range.high, 9), block->count - 1U);
    }
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(p->m4, "BLOCK_TABLE", "%zu\t%zu", k, pointer_pairs(shape, k) - 1);
    emit_call(p->m4, "BLOCK_WRITES", "%u", block->count - 1U);
    for (unsigned lane = 0; lane < block->count; lane++) {
        struct interval out = stored_range(p, shape, lane);
        emit_call(p->m4, "BLOCK_ENSURES", "%u\t%s\t%s", lane, number_down(model->arena, out.low, 9),
                  number_up(model->arena, out.high, 9));
    }
}

/* "neurons 0 to 15, neurons 16 to 31": the groups that share a function. */
static const char *groups_text(const struct printer *p, const struct shape *shape)
{
    enum { NAMED = 5 };
    const char *text = "";
    size_t count = 0;
    for (const struct shape *s = p->shapes->all; s < p->shapes->all + p->shapes->count; s++)
        if (s->first == shape->first && count++ < NAMED)
            text = arena_printf(p->model->arena, "%s%s%s", text, *text == '\0' ? "" : ", ",
                                neurons_text(p->model->arena, s->block->index, s->block->count));
    return count <= NAMED
               ? text
               : arena_printf(p->model->arena, "%s and %zu more groups", text, count - NAMED);
}

/* What a block is, in words. */
static const char *block_sentence(const struct printer *p, const struct shape *shape)
{
    struct arena *arena = p->model->arena;
    const struct op *block = shape->block;
    const struct buffer *buffer = &p->model->program->buffers[block->buffer];
    const char *name = buffer->name;
    const char *neurons = neurons_text(arena, block->index, block->count);
    const char *what = activates_in_block(p, buffer)
                           ? arena_printf(arena, "%s of the sums", layer_kernel(p->model, buffer))
                           : "Sums";
    if (shape_is_shared(shape))
        return arena_printf(
            arena,
            "%s of %u neurons of layer %s, with the constants that it is given: called for\n * %s. "
            "What it ensures holds for the tables of this file.\n * a0 is the sum of the first of "
            "the neurons, and so on; %s;\n * out is their place in %s_v.",
            what, (unsigned)block->count, name, groups_text(p, shape),
            table_pointers(shape) == 1 ? "w0 is their table"
                                       : "w0, w1, ... are successive parts of their table",
            name);
    return arena_printf(arena,
                        "%s of layer %s, %s: %s_%" PRIu32 " is that of neuron %" PRIu32
                        ", and so on; out is\n * their place in %s_v.",
                        what, name, neurons, name, block->index, block->index, name);
}

static void emit_block(const struct printer *p, const struct shape *shape)
{
    const struct model *model = p->model;
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    emit_call(p->m4, "BLOCK", "%s", block_sentence(p, shape));
    emit_block_contract(p, shape);
    emit_call(p->m4, "BLOCK_FUNCTION", "%s\t%" PRIu32, layer->name,
              block_number(model->program, block->buffer, block->index));
    const char *space = "";
    for (size_t k = 0; k < layer->from.count; k++) {
        const struct buffer *b = &model->program->buffers[source_buffer(layer, k)];
        if (!block_reads(block, source_buffer(layer, k)))
            continue;
        emit_call(p->m4, "BLOCK_IN", "%s\t%zu\t%s", buffer_text(model->arena, b), b->size, space);
        space = " ";
    }
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(p->m4, "BLOCK_PAIRS", "%zu\t%zu", k, pointer_pairs(shape, k));
    emit_call(p->m4, shape_is_shared(shape) ? "BLOCK_TABLED" : "BLOCK_OUT", "%u", block->count);
}

/* The call of a finished block, in the stage of its layer. */
static void emit_block_call(const struct printer *p, const struct shape *shape)
{
    const struct model *model = p->model;
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    emit_call(p->m4, "CALL", "%s\t%" PRIu32, layer->name,
              block_number(model->program, shape->first->buffer, shape->first->index));
    for (size_t k = 0; k < layer->from.count; k++)
        if (block_reads(block, source_buffer(layer, k)))
            emit_call(p->m4, "CALL_IN", "%s",
                      buffer_text(model->arena, &model->program->buffers[source_buffer(layer, k)]));
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(p->m4, "CALL_PAIRS", "%" PRIu32 "\t%zu",
                  block_number(model->program, block->buffer, block->index), k * PAIRS_IN_REACH);
    emit_call(p->m4, "CALL_OUT", "%s", value_text(model, block->buffer, block->index));
}

static void emit_activation(const struct printer *p, const struct op *op)
{
    const struct model *model = p->model;
    const struct spec_layer *layer = model->program->buffers[op->buffer].layer;
    if (p->sums_only || layer_is_fused(model, &model->program->buffers[op->buffer]))
        return;
    const char *clamp =
        clamp_text(model, &model->program->buffers[op->buffer], op->index, op->count);
    emit_call(p->m4, op->count == ACTIVATION_LANES ? "ACTIVATE8" : "ACTIVATE", "%s%s\t%s\t%s\t%s",
              kernel_find(model->program, layer->activation)->name,
              activation_is_core(model, op) ? "_core" : "",
              value_text(model, op->buffer, op->index), parameters_text(model, layer),
              clamp == NULL ? "" : arena_printf(model->arena, " /* %s */", clamp));
}

/* Only dense layers have biases. */
static const char *bias_label(const struct model *model, const struct op *block)
{
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    return layer->kind == LAYER_DENSE ? "bias" : "start";
}

/* What a constant of a block is: "h1[3] bias", "h1[3] from x0". */
static const char *constant_place(const struct model *model, const struct op *block,
                                  const struct op *op)
{
    const char *name = model->program->buffers[block->buffer].name;
    unsigned neuron = block->index + op->lane;
    if (op->kind == OP_END)
        return "not used";
    if (op->kind == OP_BIAS)
        return arena_printf(model->arena, "%s[%u] %s", name, neuron, bias_label(model, block));
    return arena_printf(model->arena, "%s[%u] %s %s", name, neuron,
                        op->kind == OP_TERM ? "from" : "point at",
                        number_read_text(model, op->source, op->from));
}

/* What the labels in a block's table mean, by its first term. */
static const char *labels_text(const struct model *model, const struct op *block)
{
    const struct op *term = block;
    while (term->kind != OP_TERM && term->kind != OP_DISTANCE && term->kind != OP_END)
        term++;
    if (term->kind == OP_END)
        return "";
    const char *read = number_read_text(model, term->source, term->from);
    const char *z = model->program->buffers[term->source].kind == BUFFER_INPUTS
                        ? arena_printf(model->arena,
                                       ";\n     * %s stands for z[%" PRIu32
                                       "], what the stage of the inputs makes of it",
                                       read, term->from)
                        : "";
    return arena_printf(model->arena, "\n     * \"%s\" is the %s %s in neuron %u%s.",
                        constant_place(model, block, term),
                        term->kind == OP_TERM ? "weight of" : "number that is subtracted from",
                        read, block->index + term->lane, z);
}

/* The constants of a block that shares its function, two a row. The last row is filled up. */
static void emit_table(const struct printer *p, const struct shape *shape)
{
    const struct model *model = p->model;
    const struct number_type *type = model->program->type;
    const struct op *block = shape->block, *first = NULL;
    size_t left = table_pairs(shape);
    emit_call(p->m4, "TABLE", "%" PRIu32 "\t%zu\t%s\t%s\t%" PRIu32 "\t%s",
              block_number(model->program, block->buffer, block->index), left,
              neurons_text(model->arena, block->index, block->count),
              model->program->buffers[block->buffer].name,
              block_number(model->program, shape->first->buffer, shape->first->index),
              labels_text(model, block));
    for (const struct op *op = block; op->kind != OP_END || first != NULL; op++) {
        bool filler = op->kind == OP_END;
        if (!filler && !shape_has_constant(op))
            continue;
        if (first != NULL)
            emit_call(p->m4, "TWO", "%s\t%s\t%s\t%s, %s", type->literal(model->arena, first->value),
                      type->literal(model->arena, filler ? 0.0 : op->value), --left > 0 ? "," : "",
                      constant_place(model, block, first), constant_place(model, block, op));
        first = first == NULL ? op : NULL;
        if (filler)
            break;
    }
    emit_call(p->m4, "TABLE_END", "%s", "");
}

/* A constant in the code: a literal, or what the table has next. */
static const char *constant_text(struct printer *p, const struct op *op)
{
    struct arena *arena = p->model->arena;
    if (!shape_is_shared(p->shape))
        return p->model->program->type->literal(arena, op->value);
    size_t pair = p->used / 2, last = table_pointers(p->shape) - 1;
    size_t pointer = pair / PAIRS_IN_REACH < last ? pair / PAIRS_IN_REACH : last;
    if (p->used % 2 == 0)
        emit_call(p->m4, "PAIR", "%zu\t%zu", pointer, pair - pointer * PAIRS_IN_REACH);
    return p->used++ % 2 == 0 ? "p.f[0]" : "p.f[1]";
}

/* The variable of a neuron's sum: "h1_17", or "a1" where other neurons share the function. */
static const char *sum_text(const struct printer *p, unsigned lane)
{
    const struct op *block = p->shape->block;
    if (shape_is_shared(p->shape))
        return arena_printf(p->model->arena, "a%u", lane);
    return arena_printf(p->model->arena, "%s_%u", p->model->program->buffers[block->buffer].name,
                        block->index + lane);
}

static void emit_store(const struct printer *p, const struct op *op, const struct buffer *buffer)
{
    const char *array = p->in_stage ? buffer_text(p->model->arena, buffer) : "out";
    if (activates_in_block(p, buffer))
        emit_call(p->m4, "STORE_ACTIVATED", "%s[%u]\t%s\t%s", array, op->lane,
                  sum_text(p, op->lane), layer_kernel(p->model, buffer));
    else
        emit_call(p->m4, "STORE", "%s[%u]\t%s", array, op->lane, sum_text(p, op->lane));
}

/* A block that shares the function of an earlier one is only called. */
static void emit_block_op(struct printer *p, const struct op *op)
{
    const struct buffer *buffer = &p->model->program->buffers[p->shape->block->buffer];
    bool called = p->shape->block != p->shape->first;
    if (p->in_stage && (op->kind == OP_BLOCK || op->kind == OP_END))
        return;
    if (op->kind == OP_END) {
        if (!called)
            emit_call(p->m4, "BLOCK_END", "%s", "");
        emit_block_call(p, p->shape);
        return;
    }
    if (called)
        return;
    if (op->kind == OP_BLOCK) {
        emit_block(p, p->shape);
    } else if (op->kind == OP_STORE) {
        emit_store(p, op, buffer);
    } else {
        const char *constant = constant_text(p, op);
        if (op->kind == OP_BIAS)
            emit_call(p->m4, "BIAS", "%s\t%s", sum_text(p, op->lane), constant);
        else
            emit_call(p->m4, op->kind == OP_TERM ? "TERM" : "DISTANCE", "%s\t%s\t%s\t%" PRIu32,
                      sum_text(p, op->lane), constant,
                      buffer_text(p->model->arena, &p->model->program->buffers[op->source]),
                      op->from);
    }
}

/* Whether a layer has but one block. */
static bool block_is_layer(const struct model *model, const struct op *block)
{
    return block->count == model->program->buffers[block->buffer].size;
}

/* The operations of a layer, within its stage. */
static void emit_layer_ops(struct printer *p, const struct op *op, const struct op *end)
{
    p->in_stage = block_is_layer(p->model, op);
    for (; op < end; op++) {
        if (op->kind == OP_BLOCK || p->shape == NULL) {
            p->shape = shape_find(p->shapes, op);
            p->used = 0;
        }
        if (op->kind == OP_ACTIVATE)
            emit_activation(p, op);
        else
            emit_block_op(p, op);
    }
}

/* The operations on inputs as a function; returns the first behind them. */
static size_t emit_unrolled_inputs(const struct model *model, FILE *m4)
{
    const struct inputs inputs = inputs_of(model->arena, model->program);
    emit_inputs_function(model, m4);
    if (inputs_are_noinline(model))
        emit_call(m4, "INPUTS_NOINLINE", "%s", "");
    emit_call(m4, "INPUTS_BODY", "%s", "");
    for (size_t i = 0; i < inputs.end; i++)
        emit_plain_op(model, &model->program->ops[i], m4);
    emit_call(m4, "INPUTS_FUNCTION_END", "%s", "");
    return inputs.end;
}

const char *unrolled_sentence(const struct model *model, const struct matrix *m)
{
    return block_is_layer(model, m->begin)
               ? arena_printf(model->arena, "%s_0 is the sum of neuron 0%s.", m->layer->name,
                              m->rows > 1 ? ", and so on" : "")
               : NULL;
}

static bool joins_none(const struct matrix *m)
{
    (void)m;
    return false;
}

void emit_unrolled_ops(const struct model *model, const struct shapes *shapes, FILE *m4)
{
    const struct program *p = model->program;
    const struct matrices layers = matrices_of(model->arena, p, 0, joins_none);
    struct printer printer = {.model = model, .shapes = shapes, .shape = shapes->all, .m4 = m4};
    const struct op *op = p->ops + emit_unrolled_inputs(model, m4);
    for (size_t i = 0; i < layers.count; i++) {
        const struct matrix *layer = &layers.all[i];
        const struct stage stage = layer_stage(model, layer, false);
        emit_layer_stage(model, &stage, layer, unrolled_sentence(model, layer), m4);
        for (const struct op *block = layer->begin; block < layer->end; block++)
            if (block->kind == OP_BLOCK && shape_is_shared(shape_find(shapes, block)))
                emit_table(&printer, shape_find(shapes, block));
        emit_layer_ops(&printer, layer->begin, layer->end);
        emit_stage_end(model, &stage, m4);
        op = layer->end;
    }
    emit_output_stages(model, op, m4);
}

void emit_unrolled_sums(const struct model *model, const struct shapes *shapes, const struct op *op,
                        const struct op *end, FILE *m4)
{
    struct printer printer = {
        .model = model, .shapes = shapes, .shape = shapes->all, .sums_only = true, .m4 = m4};
    emit_layer_ops(&printer, op, end);
}
