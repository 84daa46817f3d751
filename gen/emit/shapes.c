/* See shapes.h. Blocks of a layer follow one another, so only those of one layer are compared. */
#include "emit/shapes.h"

bool shape_has_constant(const struct op *op)
{
    return op->kind == OP_BIAS || op->kind == OP_TERM || op->kind == OP_DISTANCE;
}

static bool is_same(const struct op *a, const struct op *b)
{
    if (a->buffer != b->buffer || a->count != b->count)
        return false;
    for (; a->kind != OP_END || b->kind != OP_END; a++, b++)
        if (a->kind != b->kind || a->lane != b->lane || a->source != b->source ||
            a->from != b->from)
            return false;
    return true;
}

static size_t constants_count(const struct op *op)
{
    size_t n = 0;
    for (; op->kind != OP_END; op++)
        n += shape_has_constant(op);
    return n;
}

/* Joins a block to the first of its layer that is like it. */
static void shape_join(const struct shapes *shapes, struct shape *shape)
{
    for (size_t i = (size_t)(shape - shapes->all); i > 0; i--) {
        struct shape *s = &shapes->all[i - 1];
        if (s->block->buffer != shape->block->buffer)
            return;
        if (s->block == s->first && is_same(s->block, shape->block)) {
            shape->first = s->block;
            s->n_blocks++;
            return;
        }
    }
}

struct shapes shapes_of(struct arena *arena, const struct program *program, bool share)
{
    struct shapes shapes = {NULL, 0};
    size_t blocks = 0;
    for (size_t i = 0; i < program->n_ops; i++)
        blocks += program->ops[i].kind == OP_BLOCK;
    shapes.all = arena_alloc(arena, blocks, sizeof(*shapes.all));
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        if (op->kind != OP_BLOCK)
            continue;
        struct shape *s = &shapes.all[shapes.count++];
        *s = (struct shape){op, op, 1, constants_count(op),
                            program->buffers[op->buffer].layer->from.count};
        if (share)
            shape_join(&shapes, s);
    }
    for (size_t i = 0; i < shapes.count; i++)
        shapes.all[i].n_blocks = shape_find(&shapes, shapes.all[i].first)->n_blocks;
    return shapes;
}

const struct shape *shape_find(const struct shapes *shapes, const struct op *block)
{
    size_t low = 0, high = shapes->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (shapes->all[middle].block <= block)
            low = middle;
        else
            high = middle;
    }
    return &shapes->all[low];
}

bool shape_is_shared(const struct shape *shape) { return shape->n_blocks > 1; }
