/* The unrolled form: every block of a layer is a function, every term a statement, with its weight
   as a literal or, where blocks share the function, from the block's table. Activations come behind
   blocks, eight values at a time, or are part of them where that costs less. The program is walked
   once, in the order of execution; where the pieces end up in the C file (functions first, then the
   entry point that calls them) is m4's business. */
#include "emit/emit_unrolled.h"

#include "emit/emit_parts.h"
#include "program/bounds.h"

#include <inttypes.h>

/* Whether a layer's activation is part of its blocks; then it is one kernel for all of them. */
static bool layer_is_fused(const struct model *model, const struct buffer *buffer)
{
    enum activation activation = buffer->layer->activation;
    return activation != ACT_IDENTITY && kernel_find(model->program, activation)->in_block;
}

/* Whether the kernel's clamp is idle for all values of an operation, or of a fused layer. */
static bool activation_is_inside(const struct model *model, const struct op *op)
{
    const struct buffer *buffer = &model->program->buffers[op->buffer];
    return layer_is_fused(model, buffer) ? clamp_is_idle(model, buffer, 0, buffer->size)
                                         : clamp_is_idle(model, buffer, op->index, op->count);
}

/* Whether an activation is called with its clamp or without it, on eight values or on one. */
static bool kernel_is_called(const struct model *model, enum activation activation, bool inside,
                             bool blocked)
{
    const struct program *program = model->program;
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        if (op->kind == OP_ACTIVATE &&
            program->buffers[op->buffer].layer->activation == activation &&
            (!blocked || (op->count == ACTIVATION_LANES &&
                          !layer_is_fused(model, &program->buffers[op->buffer]))) &&
            activation_is_inside(model, op) == inside)
            return true;
    }
    return false;
}

static void emit_kernel8(const struct model *model, const struct needed_kernel *needed, bool inside,
                         FILE *m4)
{
    const char *limit = arena_printf(model->arena, "%.9g", needed->kernel->inside);
    const char *requires = activation_row(needed->activation)->requires;
    if (!kernel_is_called(model, needed->activation, inside, true))
        return;
    if (requires != NULL)
        emit_call(m4, "KERNEL8_PARAMETERS", "%s\t%s\t%s\t%s", needed->name,
                  parameter_names(model, needed->activation, "EPI_REAL ", ""),
                  parameter_names(model, needed->activation, "", ""), requires);
    else if (inside)
        emit_call(m4, "KERNEL8", "%s_inside\t-%s <= v[i] <= %s", needed->name, limit, limit);
    else
        emit_call(m4, "KERNEL8", "%s\t\\is_finite(v[i])", needed->name);
}

void emit_unrolled_kernels(const struct model *model, const struct shapes *shapes, FILE *m4)
{
    const struct needed_kernels needed = kernels_needed(model);
    for (size_t i = 0; i < needed.count; i++) {
        const struct needed_kernel *k = &needed.all[i];
        if (k->kernel == NULL || k->kernel->inside == 0.0 ||
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

/* What a block stores for neuron `lane`, or all blocks that share its function. */
static struct interval stored_range(const struct model *model, const struct shapes *shapes,
                                    const struct shape *shape, unsigned lane)
{
    const struct buffer *buffer = &model->program->buffers[shape->block->buffer];
    const struct bounds *bounds = &model->contracts;
    const struct interval *stored =
        (layer_is_fused(model, buffer) ? bounds->values : bounds->sums) + buffer->offset + lane;
    struct interval all = stored[shape->block->index];
    for (const struct shape *s = shapes->all; s < shapes->all + shapes->count; s++)
        if (s->first == shape->first)
            all = hull((struct interval[]){all, stored[s->block->index]}, 2);
    return all;
}

static void emit_block_contract(const struct model *model, const struct shapes *shapes,
                                const struct shape *shape, FILE *m4)
{
    const struct op *block = shape->block;
    const struct buffer *buffer = &model->program->buffers[block->buffer];
    const struct spec_layer *layer = buffer->layer;
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        const struct buffer *b = &model->program->buffers[source];
        if (!block_reads(block, source))
            continue;
        struct interval range = hull(model->contracts.values + b->offset, b->size);
        emit_call(m4, "BLOCK_READS", "%zu\t%zu\t%s\t%s\t%u", k, b->size - 1,
                  number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9),
                  block->count - 1U);
    }
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(m4, "BLOCK_TABLE", "%zu\t%zu", k, pointer_pairs(shape, k) - 1);
    emit_call(m4, "BLOCK_WRITES", "%u", block->count - 1U);
    for (unsigned lane = 0; lane < block->count; lane++) {
        struct interval out = stored_range(model, shapes, shape, lane);
        emit_call(m4, "BLOCK_ENSURES", "%u\t%s\t%s", lane, number_down(model->arena, out.low, 9),
                  number_up(model->arena, out.high, 9));
    }
}

static void emit_block(const struct model *model, const struct shapes *shapes,
                       const struct shape *shape, FILE *m4)
{
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    const char *neurons = neurons_text(model->arena, block->index, block->count);
    if (shape_is_shared(shape))
        neurons = arena_printf(model->arena, "%s, and %zu other blocks like it", neurons,
                               shape->n_blocks - 1);
    emit_call(m4, "BLOCK", "%s\t%s\t%d", layer->name, neurons, layer->line);
    emit_block_contract(model, shapes, shape, m4);
    emit_call(m4, "BLOCK_FUNCTION", "%s\t%" PRIu32, layer->name,
              block_number(model->program, block->buffer, block->index));
    const char *space = "";
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        if (!block_reads(block, source))
            continue;
        emit_call(m4, "BLOCK_IN", "%zu\t%zu\t%s", k, model->program->buffers[source].size, space);
        space = " ";
    }
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(m4, "BLOCK_PAIRS", "%zu\t%zu", k, pointer_pairs(shape, k));
    emit_call(m4, shape_is_shared(shape) ? "BLOCK_TABLED" : "BLOCK_OUT", "%u", block->count);
}

/* The call of a finished block, in the entry point. */
static void emit_block_call(const struct model *model, const struct shape *shape, FILE *m4)
{
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    emit_call(m4, "CALL", "%s\t%" PRIu32, layer->name,
              block_number(model->program, shape->first->buffer, shape->first->index));
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        if (block_reads(block, source))
            emit_call(m4, "CALL_IN", "%s",
                      buffer_text(model->arena, &model->program->buffers[source]));
    }
    for (size_t k = 0; k < table_pointers(shape); k++)
        emit_call(m4, "CALL_PAIRS", "%s\t%" PRIu32 "\t%zu", layer->name,
                  block_number(model->program, block->buffer, block->index), k * PAIRS_IN_REACH);
    emit_call(m4, "CALL_OUT", "%s", value_text(model, block->buffer, block->index));
}

static void emit_activation(const struct model *model, const struct op *op, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[op->buffer].layer;
    if (layer_is_fused(model, &model->program->buffers[op->buffer]))
        return;
    emit_call(m4, op->count == ACTIVATION_LANES ? "ACTIVATE8" : "ACTIVATE", "%s%s\t%s\t%s",
              kernel_find(model->program, layer->activation)->name,
              activation_is_inside(model, op) ? "_inside" : "",
              value_text(model, op->buffer, op->index), parameters_text(model, layer));
}

/* The tables of blocks that share a function. */
static void emit_table(const struct model *model, const struct shape *shape, FILE *m4)
{
    const struct number_type *type = model->program->type;
    const struct op *block = shape->block;
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    const char *first = NULL;
    size_t left = table_pairs(shape);
    emit_call(m4, "TABLE", "%s\t%" PRIu32 "\t%zu\t%s\t%d", layer->name,
              block_number(model->program, block->buffer, block->index), left,
              neurons_text(model->arena, block->index, block->count), layer->line);
    for (const struct op *op = block; op->kind != OP_END || first != NULL; op++) {
        bool filler = op->kind == OP_END;
        if (!filler && !shape_has_constant(op))
            continue;
        const char *text = type->literal(model->arena, filler ? 0.0 : op->value);
        if (first != NULL)
            emit_call(m4, "TWO", "%s\t%s\t%s", first, text, --left > 0 ? "," : "");
        first = first == NULL ? text : NULL;
        if (filler)
            break;
    }
    emit_call(m4, "TABLE_END", "%s", "");
}

void emit_unrolled_tables(const struct model *model, const struct shapes *shapes, FILE *m4)
{
    for (size_t i = 0; i < shapes->count; i++)
        if (shape_is_shared(&shapes->all[i]))
            emit_table(model, &shapes->all[i], m4);
}

/* Where printing has got to. */
struct printer {
    const struct model *model;
    const struct shapes *shapes;
    const struct shape *shape; /* of the block that is being printed */
    size_t used;               /* of its constants */
    FILE *m4;
};

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

/* A block that shares the function of an earlier one is only called. */
static void emit_block_op(struct printer *p, const struct op *op)
{
    const struct buffer *buffer = &p->model->program->buffers[p->shape->block->buffer];
    const struct spec_layer *layer = buffer->layer;
    bool called = p->shape->block != p->shape->first;
    if (op->kind == OP_END) {
        if (!called)
            emit_call(p->m4, "BLOCK_END", "%s", "");
        emit_block_call(p->model, p->shape, p->m4);
        return;
    }
    if (called)
        return;
    if (op->kind == OP_BLOCK) {
        emit_block(p->model, p->shapes, p->shape, p->m4);
    } else if (op->kind == OP_STORE && layer_is_fused(p->model, buffer)) {
        emit_call(p->m4, "STORE_ACTIVATED", "%u\t%s", op->lane, layer_kernel(p->model, buffer));
    } else if (op->kind == OP_STORE) {
        emit_call(p->m4, "STORE", "%u", op->lane);
    } else {
        const char *constant = constant_text(p, op);
        if (op->kind == OP_BIAS)
            emit_call(p->m4, "BIAS", "%u\t%s", op->lane, constant);
        else
            emit_call(p->m4, op->kind == OP_TERM ? "TERM" : "GAP", "%u\t%s\t%zu\t%" PRIu32,
                      op->lane, constant, source_number(layer, op->source), op->from);
    }
}

static bool is_in_block(enum op_kind kind)
{
    return kind == OP_BLOCK || kind == OP_BIAS || kind == OP_TERM || kind == OP_GAP ||
           kind == OP_STORE || kind == OP_END;
}

/* The operations on inputs; returns the first behind them. */
static size_t emit_inputs(const struct model *model, FILE *m4)
{
    const struct inputs inputs = inputs_of(model->arena, model->program);
    if (inputs_are_apart(model))
        emit_call(m4, "INPUTS_APART", "%s", "");
    for (size_t i = 0; i < inputs.end; i++)
        emit_plain_op(model, &model->program->ops[i], m4);
    if (inputs_are_apart(model))
        emit_call(m4, "INPUTS_APART_END", "%s", "");
    return inputs.end;
}

void emit_unrolled_ops(const struct model *model, const struct shapes *shapes, FILE *m4)
{
    const struct program *p = model->program;
    struct printer printer = {model, shapes, shapes->all, 0, m4};
    size_t i = emit_inputs(model, m4);
    for (; i < p->n_ops; i++) {
        const struct op *op = &p->ops[i];
        if (op->kind == OP_BLOCK) {
            printer.shape = shape_find(shapes, op);
            printer.used = 0;
        }
        if (is_in_block((enum op_kind)op->kind))
            emit_block_op(&printer, op);
        else if (op->kind == OP_ACTIVATE)
            emit_activation(model, op, m4);
        else
            emit_plain_op(model, op, m4);
    }
}
