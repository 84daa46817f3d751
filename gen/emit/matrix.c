/* See matrix.h. The operations of a layer follow each other: blocks, each with its activation. */
#include "emit/matrix.h"

#include <math.h>
#include <string.h>

static bool op_ends_layer(const struct op *op, uint16_t buffer)
{
    switch ((enum op_kind)op->kind) {
    case OP_BLOCK:
    case OP_ACTIVATE: return op->buffer != buffer;
    case OP_BIAS:
    case OP_TERM:
    case OP_DISTANCE:
    case OP_STORE:
    case OP_END: return false;
    default: return true;
    }
}

static const struct op *layer_end(const struct program *program, const struct op *block)
{
    const struct op *op = block;
    while (op < program->ops + program->n_ops && !op_ends_layer(op, block->buffer))
        op++;
    return op;
}

/* Where the numbers of a source begin among all that a layer reads. */
static size_t first_column(const struct program *program, const struct spec_layer *layer,
                           uint16_t source)
{
    size_t column = 0;
    for (size_t k = 0; program_buffer(layer->from.sources[k]) != source; k++)
        column += program->buffers[program_buffer(layer->from.sources[k])].size;
    return column;
}

/* A sum that starts at -0 stays there as long as nothing but -0 is added, and 0 * x is +0 for
   x >= 0. No other sum can become -0, and +0 or -0 added to another number changes nothing. */
static bool zeros_are_exact(const struct matrix *m)
{
    for (size_t row = 0; row < m->rows; row++)
        for (size_t i = 0; signbit(m->bias[row]) && m->bias[row] == 0.0 && i < m->columns; i++)
            if (m->weights[row * m->columns + i] == 0.0)
                return false;
    return true;
}

static struct matrix matrix_new(struct arena *arena, const struct spec_layer *layer, size_t rows,
                                size_t members)
{
    struct matrix m = {.layer = layer, .rows = rows, .columns = layer->n_in, .n_members = members};
    m.members = arena_alloc(arena, members, sizeof(*m.members));
    m.bias = arena_alloc(arena, rows, sizeof(*m.bias));
    m.weights = arena_alloc(arena, rows * m.columns, sizeof(*m.weights));
    m.zeros = rows * m.columns;
    return m;
}

/* The layer that begins with a block. */
static struct matrix matrix_of(struct arena *arena, const struct program *program,
                               const struct op *block)
{
    const struct buffer *buffer = &program->buffers[block->buffer];
    struct matrix m = matrix_new(arena, buffer->layer, buffer->size, 1);
    m.members[0] = (struct member){buffer, 0};
    m.begin = block;
    m.end = layer_end(program, block);
    for (const struct op *op = block; op < m.end; op++) {
        if (op->kind == OP_BLOCK)
            block = op;
        size_t row = block->index + op->lane;
        if (op->kind == OP_BIAS)
            m.bias[row] = op->value;
        if (op->kind != OP_TERM && op->kind != OP_DISTANCE)
            continue;
        size_t column = first_column(program, m.layer, op->source) + op->from;
        m.weights[row * m.columns + column] = op->value;
        m.zeros--;
    }
    m.exact = m.layer->kind == LAYER_RADIAL || zeros_are_exact(&m);
    return m;
}

size_t matrix_dense_rows(const struct matrix *m, size_t first, size_t count)
{
    size_t dense = 0;
    for (size_t i = 0; i < m->n_members; i++) {
        size_t begin = m->members[i].first, end = begin + m->members[i].buffer->size;
        begin = begin > first ? begin : first;
        end = end < first + count ? end : first + count;
        if (m->members[i].buffer->layer->kind == LAYER_DENSE && begin < end)
            dense += end - begin;
    }
    return dense;
}

static bool reads_the_same(const struct matrix *a, const struct matrix *b)
{
    const struct spec_from *p = &a->layer->from, *q = &b->layer->from;
    return p->count == q->count &&
           memcmp(p->sources, q->sources, p->count * sizeof(*p->sources)) == 0 &&
           (a->layer->kind == LAYER_RADIAL) == (b->layer->kind == LAYER_RADIAL);
}

static struct matrix matrix_join(struct arena *arena, const struct matrix *a,
                                 const struct matrix *b)
{
    struct matrix m = matrix_new(arena, a->layer, a->rows + b->rows, a->n_members + b->n_members);
    memcpy(m.members, a->members, a->n_members * sizeof(*m.members));
    for (size_t i = 0; i < b->n_members; i++)
        m.members[a->n_members + i] =
            (struct member){b->members[i].buffer, a->rows + b->members[i].first};
    memcpy(m.bias, a->bias, a->rows * sizeof(*m.bias));
    memcpy(m.bias + a->rows, b->bias, b->rows * sizeof(*m.bias));
    memcpy(m.weights, a->weights, a->rows * m.columns * sizeof(*m.weights));
    memcpy(m.weights + a->rows * m.columns, b->weights, b->rows * m.columns * sizeof(*m.weights));
    m.begin = a->begin;
    m.end = b->end;
    m.zeros = a->zeros + b->zeros;
    m.exact = a->exact && b->exact;
    return m;
}

struct matrices matrices_of(struct arena *arena, const struct program *program, size_t most,
                            bool (*joins)(const struct matrix *m))
{
    struct matrices list = {arena_alloc(arena, program->spec->n_layers, sizeof(*list.all)), 0};
    const struct op *op = program->ops, *end = program->ops + program->n_ops;
    while (op < end) {
        if (op->kind != OP_BLOCK) {
            op++;
            continue;
        }
        struct matrix m = matrix_of(arena, program, op);
        struct matrix *last = list.count == 0 ? NULL : &list.all[list.count - 1];
        op = m.end;
        if (last != NULL && reads_the_same(last, &m) && last->rows + m.rows <= most &&
            joins(last) && joins(&m))
            *last = matrix_join(arena, last, &m);
        else
            list.all[list.count++] = m;
    }
    return list;
}
