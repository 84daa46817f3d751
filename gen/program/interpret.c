/* The reference answer: runs a program on the host, operation by operation, in the order and
   with the rounding of the emitted code. It calls the very kernels that are pasted into the
   emitted file, so the two cannot drift. Must be compiled with -ffp-contract=off. */
#include "program/interpret.h"

#include "float32/kernels.h"
#include "program/activation.h"

#include <float.h>

_Static_assert(FLT_EVAL_METHOD == 0, "float operations must round to float");

/* An operation with its constant and where its values are worked out. Most are terms, which need
   no look at the operation itself: a large network runs as fast as memory brings in its steps. */
struct step {
    uint32_t target, source; /* into the values */
    float value;
    uint8_t kind; /* enum op_kind */
    uint8_t lane;
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

static void activate(const struct spec_layer *layer, enum accuracy accuracy, float *values,
                     size_t n)
{
    const struct activation_kernel *kernel = activation_kernel(layer->activation, accuracy);
    for (size_t i = 0; i < n; i++)
        values[i] = kernel->run(values[i], layer->parameters);
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
            .target = (uint32_t)(program->buffers[op->buffer].offset + op->index),
            .source = (uint32_t)(program->buffers[op->source].offset + op->from),
            .value = (float)op->value,
            .kind = op->kind,
            .lane = op->lane,
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
    float difference = x - point;
    return lane - (difference * difference);
}

static void step_run(struct interpreter *m, size_t i, float *lanes, const float *x)
{
    const struct step *s = &m->steps[i];
    const struct op *op = &m->program->ops[i];
    const float source = m->values[s->source];
    float *target = &m->values[s->target];
    switch ((enum op_kind)s->kind) {
    case OP_DISTANCE: lanes[s->lane] = gap_add(lanes[s->lane], source, s->value); break;
    case OP_BIAS: lanes[s->lane] = s->value; break;
    case OP_STORE: *target = lanes[s->lane]; break;
    case OP_ACTIVATE:
        activate(m->program->buffers[op->buffer].layer, m->program->accuracy, target, op->count);
        break;
    case OP_CLAMP: *target = clamp_input(m, op, x); break;
    case OP_SUBTRACT: *target = *target - s->value; break;
    case OP_ADD: *target = *target + s->value; break;
    case OP_MULTIPLY: *target = *target * s->value; break;
    case OP_FLUSH: *target = epi_flush(*target, bits_of(op->value)); break;
    case OP_COPY: *target = source; break;
    case OP_ETA_OR_ONE:
        *target = epi_eta_or_one(*target, m->status);
        m->result.eta = *target;
        break;
    case OP_TERM: /* in interpreter_run() */
    case OP_BLOCK:
    case OP_END:
    case OP_KIND_COUNT: break;
    }
}

const struct result *interpreter_run(struct interpreter *m, const float *x)
{
    const struct step *steps = m->steps;
    const size_t n = m->program->n_ops;
    float lanes[BLOCK_LANES] = {0};
    m->status = 0;
    for (size_t i = 0; i < n; i++) {
        const float *values = m->values;
        for (; i < n && steps[i].kind == OP_TERM; i++)
            lanes[steps[i].lane] += steps[i].value * values[steps[i].source];
        if (i < n)
            step_run(m, i, lanes, x);
    }
    m->result.status = m->status;
    return &m->result;
}
