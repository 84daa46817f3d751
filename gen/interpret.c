/* The reference answer: runs a program on the host, operation by operation, in the order and
   with the rounding of the emitted code. It calls the very kernels that are pasted into the
   emitted file, so the two cannot drift. Must be compiled with -ffp-contract=off. */
#include "program.h"

#include "float32/kernels.h"

#include <float.h>

_Static_assert(FLT_EVAL_METHOD == 0, "float operations must round to float");

/* An operation with its addresses and its constant worked out. */
struct step {
    const struct op *op;
    float *target;
    const float *source;
    float value;
};

struct interpreter {
    const struct program *program;
    struct step *steps;
    float *values;
    uint32_t status;
    struct result result;
};

static uint32_t bits_of(double value)
{
    epi_bits b;
    b.f = (float)value;
    return b.u;
}

typedef float (*kernel)(float);

static void activate(const struct spec_layer *layer, enum accuracy accuracy, float *values,
                     size_t n)
{
    static const kernel tanhs[ACCURACY_COUNT] = {epi_tanh, epi_tanh_e4, epi_tanh_e3};
    static const kernel sigmoids[ACCURACY_COUNT] = {epi_sigmoid, epi_sigmoid_e4, epi_sigmoid_e3};
    static const kernel softpluses[ACCURACY_COUNT] = {epi_softplus, epi_softplus_e4,
                                                      epi_softplus_e3};
    for (size_t i = 0; i < n; i++) {
        float v = values[i];
        switch (layer->activation) {
        case ACT_RELU: v = epi_relu(v); break;
        case ACT_LEAKY_RELU: v = epi_leaky_relu(v, layer->slope); break;
        case ACT_TANH: v = tanhs[accuracy](v); break;
        case ACT_SIGMOID: v = sigmoids[accuracy](v); break;
        case ACT_SOFTPLUS: v = softpluses[accuracy](v); break;
        case ACT_EXP: v = epi_exp(v); break;
        case ACT_SQUARE: v = epi_square(v); break;
        case ACT_IDENTITY:
        case ACT_COUNT: break;
        }
        values[i] = v;
    }
}

struct interpreter *interpreter_new(struct arena *arena, const struct program *program)
{
    struct interpreter *m = arena_alloc(arena, 1, sizeof(*m));
    m->program = program;
    m->values = arena_alloc(arena, program->n_values, sizeof(*m->values));
    m->steps = arena_alloc(arena, program->n_ops, sizeof(*m->steps));
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        m->steps[i] = (struct step){
            .op = op,
            .target = m->values + program->buffers[op->buffer].offset + op->index,
            .source = m->values + program->buffers[op->source].offset + op->from,
            .value = (float)op->value,
        };
    }
    for (size_t i = 0; i < program->n_buffers; i++) {
        float *first = m->values + program->buffers[i].offset;
        if (program->buffers[i].kind == BUFFER_MEAN)
            m->result.mean = first;
        if (program->buffers[i].kind == BUFFER_SIGMA)
            m->result.sigma = first;
    }
    return m;
}

static float clamp_input(struct interpreter *m, const struct op *op, const float *x)
{
    const struct domain *d = &m->program->domains[op->index];
    return (domain_has_zero(d) ? epi_clamp_zero
                               : epi_clamp)(x[op->index], bits_of(d->low), bits_of(d->high),
                                            bits_of(d->substitute), d->status, &m->status);
}

static float gap_add(float lane, float x, float point)
{
    float gap = x - point;
    return lane - (gap * gap);
}

static void step_run(struct interpreter *m, const struct step *s, float *lanes, const float *x)
{
    const struct op *op = s->op;
    switch ((enum op_kind)op->kind) {
    case OP_TERM: lanes[op->lane] = lanes[op->lane] + (s->value * *s->source); break;
    case OP_GAP: lanes[op->lane] = gap_add(lanes[op->lane], *s->source, s->value); break;
    case OP_BIAS: lanes[op->lane] = s->value; break;
    case OP_STORE: *s->target = lanes[op->lane]; break;
    case OP_ACTIVATE:
        activate(m->program->buffers[op->buffer].layer, m->program->accuracy, s->target, op->count);
        break;
    case OP_CLAMP: *s->target = clamp_input(m, op, x); break;
    case OP_SUBTRACT: *s->target = *s->target - s->value; break;
    case OP_ADD: *s->target = *s->target + s->value; break;
    case OP_MULTIPLY: *s->target = *s->target * s->value; break;
    case OP_FLUSH: *s->target = epi_flush(*s->target, bits_of(op->value)); break;
    case OP_COPY: *s->target = *s->source; break;
    case OP_DOUBT:
        *s->target = epi_doubt(*s->target, m->status);
        m->result.eta = *s->target;
        break;
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: break;
    }
}

const struct result *interpreter_run(struct interpreter *m, const float *x)
{
    float lanes[BLOCK_LANES] = {0};
    m->status = 0;
    for (size_t i = 0; i < m->program->n_ops; i++)
        step_run(m, &m->steps[i], lanes, x);
    m->result.status = m->status;
    return &m->result;
}
