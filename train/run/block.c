/* See block.h. Loops over the rows of a block are compiled once for each width of vectors
   (block_kernels.h); without fused operations all give the same bits. */
#include "run/block.h"

#include "float32/kernels.h"
#include "net/arithmetic.h"
#include "net/lanes.h"

#include <string.h>

/* An operation with its constant, and where its values are. */
struct step {
    float *target;
    const float *source;
    float value;
    uint8_t kind; /* enum op_kind */
    uint8_t lane;
};

struct block {
    const struct program *program;
    const struct arithmetic *arithmetic;
    size_t (*terms)(const struct step *steps, size_t i, size_t n, float *lanes);
    struct step *steps;
    float *inputs;    /* (n_inputs, BLOCK_ROWS) */
    float *values;    /* (n_values, BLOCK_ROWS) */
    float *lanes;     /* (BLOCK_LANES, BLOCK_ROWS) */
    uint32_t *status; /* (BLOCK_ROWS) */
    struct block_answers answers;
};

#define KERNEL(name) name##_4
#define TARGET
#include "run/block_kernels.h"

#ifdef __x86_64__
#define KERNEL(name) name##_8
#define TARGET       __attribute__((target("avx2")))
#include "run/block_kernels.h"

#define KERNEL(name) name##_16
#define TARGET       __attribute__((target("avx512f")))
#include "run/block_kernels.h"
#endif

static void kernels_choose(struct block *b)
{
    b->arithmetic = arithmetic_choose();
    b->terms = terms_4;
#ifdef __x86_64__
    unsigned width = lanes_choose();
    b->terms = width >= 16 ? terms_16 : width >= 8 ? terms_8 : terms_4;
#endif
}

static uint32_t bits_of(double value)
{
    epi_bits b;
    b.f = (float)value;
    return b.u;
}

float *block_inputs(struct block *b) { return b->inputs; }

struct block *block_new(struct arena *arena, const struct program *program)
{
    struct block *b = arena_alloc(arena, 1, sizeof(*b));
    b->program = program;
    kernels_choose(b);
    b->inputs = floats_new(arena, program->spec->n_inputs * BLOCK_ROWS);
    b->values = floats_new(arena, program->n_values * BLOCK_ROWS);
    b->lanes = floats_new(arena, (size_t)BLOCK_LANES * BLOCK_ROWS);
    b->status = arena_alloc(arena, BLOCK_ROWS, sizeof(*b->status));
    b->steps = arena_alloc(arena, program->n_ops, sizeof(*b->steps));
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        b->steps[i] = (struct step){
            .target = b->values + (program->buffers[op->buffer].offset + op->index) * BLOCK_ROWS,
            .source = b->values + (program->buffers[op->source].offset + op->from) * BLOCK_ROWS,
            .value = (float)op->value,
            .kind = op->kind,
            .lane = op->lane,
        };
    }
    b->answers.status = b->status;
    for (size_t i = 0; i < program->n_buffers; i++) {
        const float *first = b->values + program->buffers[i].offset * BLOCK_ROWS;
        enum buffer_kind kind = program->buffers[i].kind;
        b->answers.mean = kind == BUFFER_MEAN ? first : b->answers.mean;
        b->answers.sigma = kind == BUFFER_SIGMA ? first : b->answers.sigma;
        b->answers.eta = kind == BUFFER_ETA ? first : b->answers.eta;
    }
    return b;
}

static void inputs_clamp(struct block *b, const struct op *op, float *target)
{
    const struct domain *d = &b->program->domains[op->index];
    const uint32_t low = bits_of(d->low), high = bits_of(d->high), nan = bits_of(d->substitute);
    const float *x = b->inputs + (size_t)op->index * BLOCK_ROWS;
    bool zero = domain_has_zero(d);
    for (size_t r = 0; r < BLOCK_ROWS; r++)
        target[r] = zero ? epi_clamp_zero(x[r], low, high, nan, d->status, &b->status[r])
                         : epi_clamp(x[r], low, high, nan, d->status, &b->status[r]);
}

/* The operations that standardise inputs and scale outputs. */
static void scalar_run(struct block *b, const struct step *s, const struct op *op)
{
    float *target = s->target;
    const uint32_t bits = bits_of(op->value);
    for (size_t r = 0; r < BLOCK_ROWS; r++) {
        switch ((enum op_kind)s->kind) {
        case OP_SUBTRACT: target[r] = target[r] - s->value; break;
        case OP_ADD: target[r] = target[r] + s->value; break;
        case OP_MULTIPLY: target[r] = target[r] * s->value; break;
        case OP_FLUSH: target[r] = epi_flush(target[r], bits); break;
        case OP_ETA_OR_ONE: target[r] = epi_eta_or_one(target[r], b->status[r]); break;
        default: break;
        }
    }
}

static void step_run(struct block *b, size_t i)
{
    const size_t bytes = BLOCK_ROWS * sizeof(float);
    const struct step *s = &b->steps[i];
    const struct op *op = &b->program->ops[i];
    float *lane = b->lanes + (size_t)s->lane * BLOCK_ROWS;
    const struct spec_layer *layer = b->program->buffers[op->buffer].layer;
    switch ((enum op_kind)s->kind) {
    case OP_BIAS:
        for (size_t r = 0; r < BLOCK_ROWS; r++)
            lane[r] = s->value;
        break;
    case OP_DISTANCE:
        for (size_t r = 0; r < BLOCK_ROWS; r++) {
            float difference = s->source[r] - s->value;
            lane[r] = lane[r] - (difference * difference);
        }
        break;
    case OP_STORE: memcpy(s->target, lane, bytes); break;
    case OP_COPY: memmove(s->target, s->source, bytes); break;
    case OP_CLAMP: inputs_clamp(b, op, s->target); break;
    case OP_ACTIVATE:
        b->arithmetic->activate(layer->activation, layer->parameters,
                                (size_t)op->count * BLOCK_ROWS, s->target);
        break;
    case OP_SUBTRACT:
    case OP_ADD:
    case OP_MULTIPLY:
    case OP_FLUSH:
    case OP_ETA_OR_ONE: scalar_run(b, s, op); break;
    case OP_TERM: /* in block_run() */
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: break;
    }
}

struct block_answers block_run(struct block *b)
{
    const size_t n = b->program->n_ops;
    memset(b->status, 0, BLOCK_ROWS * sizeof(*b->status));
    for (size_t i = 0; i < n; i++) {
        i = b->terms(b->steps, i, n, b->lanes);
        if (i < n)
            step_run(b, i);
    }
    return b->answers;
}
