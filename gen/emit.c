/* See emit.h. The program is walked once, in the order of execution; where the pieces end up
   in the C file (functions first, then the entry point that calls them) is m4's business. */
#include "emit.h"

#include "fail.h"
#include "version.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const struct emitted_file emitted_files[EMITTED_FILES] = {
    {".h", emit_header},
    {".c", emit_source},
    {"_vectors.h", emit_vectors},
    {"_selftest.c", emit_selftest},
};

static const char *upper(struct arena *arena, const char *name)
{
    char *text = arena_strdup(arena, name);
    for (char *c = text; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* EPI_<macro>(<|argument|>, ...): every argument quoted, so that m4 sees it as it is. */
static void call(FILE *m4, const char *macro, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* format: the arguments, separated by '\t' */
static void call(FILE *m4, const char *macro, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fprintf(m4, "EPI_%s(<|", macro);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\t')
            fputs("|>, <|", m4);
        else
            fputc(*c, m4);
    }
    fputs("|>)\n", m4);
}

/* A float32 for people: no more digits than it takes to read it back. */
static const char *number_text(struct arena *arena, float value)
{
    for (int digits = 6; digits < 9; digits++) {
        char text[32];
        snprintf(text, sizeof(text), "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            return arena_strdup(arena, text);
    }
    return arena_printf(arena, "%.9g", (double)value);
}

static struct interval hull(const struct interval *v, size_t n)
{
    struct interval all = v[0];
    for (size_t i = 1; i < n; i++) {
        all.low = fmin(all.low, v[i].low);
        all.high = fmax(all.high, v[i].high);
    }
    return all;
}

/* What every emitted file begins with. */
static void emit_model(const struct model *model, const char *template, FILE *m4)
{
    const struct program *p = model->program;
    const struct counts *c = &model->counts;
    fprintf(m4, "m4_include(%s)m4_dnl\n", template);
    call(m4, "MODEL", "%s\t%s\t%s\t%s\t%s\t%s", p->prefix, upper(model->arena, p->prefix),
         EPIGEN_VERSION, model->sha256, p->type->c_type, p->type->name);
    call(m4, "SIZES", "%zu\t%zu\t%zu\t%zu", p->spec->n_inputs, p->spec->mean.count,
         p->spec->n_layers, model->vectors.count);
    call(m4, "COSTS", "%zu\t%zu\t%zu\t%zu\t%zu\t%zu", c->multiplications, c->additions, c->dropped,
         c->constant_bytes, c->buffer_bytes, c->blocks);
}

static const char *unit_text(struct arena *arena, const char *unit)
{
    return unit == NULL ? "" : arena_printf(arena, " [%s]", unit);
}

static void emit_inputs(const struct model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        call(m4, "INPUT", "%s\t%zu\t%s\t%s%s, %s to %s", upper(model->arena, input->name), i,
             i + 1 < spec->n_inputs ? "," : "", input->name, unit_text(model->arena, input->unit),
             number_text(model->arena, input->min), number_text(model->arena, input->max));
    }
}

static void emit_outputs(const struct model *model, FILE *m4)
{
    const struct spec_output *mean = &model->program->spec->mean;
    if (mean->names == NULL)
        return;
    call(m4, "OUTPUTS", "%s", "");
    for (size_t i = 0; i < mean->count; i++)
        call(m4, "OUTPUT", "%s\t%zu\t%s\t%s%s", upper(model->arena, mean->names[i]), i,
             i + 1 < mean->count ? "," : "", mean->names[i], unit_text(model->arena, mean->unit));
    call(m4, "OUTPUTS_END", "%s", "");
}

void emit_header(const struct model *model, FILE *m4)
{
    emit_model(model, "header.m4", m4);
    call(m4, "HEADER", "%s", "");
    emit_inputs(model, m4);
    call(m4, "INPUTS_END", "%s", "");
    emit_outputs(model, m4);
    call(m4, "HEADER_END", "%s", "");
}

/* Which kernels a program needs, in an order in which each stands behind those it calls. */
struct kernel {
    const char *name;
    enum activation activation; /* ACT_IDENTITY: it is only called by other kernels */
    const char *needs;          /* another kernel, or NULL */
};

static const struct kernel kernels[] = {
    {"relu", ACT_RELU, NULL},
    {"leaky_relu", ACT_LEAKY_RELU, "relu"},
    {"tanh", ACT_TANH, NULL},
    {"exp_core", ACT_IDENTITY, NULL},
    {"exp", ACT_EXP, "exp_core"},
    {"sigmoid", ACT_SIGMOID, "exp_core"},
    {"softplus", ACT_SOFTPLUS, "exp_core"},
    {"square", ACT_SQUARE, NULL},
};
enum { KERNEL_COUNT = sizeof(kernels) / sizeof(kernels[0]) };

static bool kernel_is_needed(const struct model *model, const struct kernel *kernel)
{
    if (model->counts.activations[kernel->activation] > 0)
        return true;
    if (kernel->activation == ACT_SQUARE && model->counts.ops[OP_GAP] > 0)
        return true; /* squared distances */
    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (kernels[i].needs != NULL && strcmp(kernels[i].needs, kernel->name) == 0 &&
            model->counts.activations[kernels[i].activation] > 0)
            return true;
    return false;
}

static bool kernel_is_blocked(const struct program *program, enum activation activation)
{
    for (size_t i = 0; i < program->n_ops; i++) {
        const struct op *op = &program->ops[i];
        if (op->kind == OP_ACTIVATE && op->count == BLOCK_LANES &&
            program->buffers[op->buffer].layer->activation == activation)
            return true;
    }
    return false;
}

static const struct kernel *kernel_find(enum activation activation)
{
    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (kernels[i].activation == activation)
            return &kernels[i];
    fail("internal error: no kernel for %s", activation_name[activation]);
}

/* What the contract of the clamp says of each domain, once however many inputs have it. */
static void emit_domains(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    struct arena *arena = model->arena;
    for (size_t i = 0; i < p->spec->n_inputs; i++) {
        const struct domain *d = &p->domains[i];
        bool seen = false;
        for (const struct domain *e = p->domains; e < d; e++)
            seen =
                seen || (e->low == d->low && e->high == d->high && e->substitute == d->substitute);
        if (!seen)
            call(m4, "DOMAIN", "%s\t%s\t%s\t%s\t%s", p->type->bits(arena, d->low),
                 p->type->bits(arena, d->high), p->type->bits(arena, d->substitute),
                 number_down(arena, d->low, 9), number_up(arena, d->high, 9));
    }
}

static void emit_kernels(const struct model *model, FILE *m4)
{
    for (size_t a = 0; a < ACT_COUNT; a++)
        if (model->counts.activations[a] > 0)
            call(m4, "COST_KERNEL", "%s\t%zu", kernel_find((enum activation)a)->name,
                 model->counts.activations[a]);
    call(m4, "SOURCE", "%s", "");
    if (model->counts.ops[OP_FLUSH] > 0)
        call(m4, "KERNEL", "flush");
    for (size_t i = 0; i < KERNEL_COUNT; i++) {
        const struct kernel *kernel = &kernels[i];
        if (!kernel_is_needed(model, kernel))
            continue;
        call(m4, "KERNEL", "%s", kernel->name);
        if (kernel_is_blocked(model->program, kernel->activation))
            call(m4, kernel->activation == ACT_LEAKY_RELU ? "KERNEL8_SLOPE" : "KERNEL8", "%s",
                 kernel->name);
    }
}

/* The C name of a buffer inside the entry point. */
static const char *buffer_text(struct arena *arena, const struct buffer *buffer)
{
    switch (buffer->kind) {
    case BUFFER_INPUTS: return "z";
    case BUFFER_LAYER: return arena_printf(arena, "%s_v", buffer->name); /* no function ends so */
    case BUFFER_MEAN: return "r->mean";
    case BUFFER_SIGMA: return "r->sigma";
    case BUFFER_ETA: return "r->eta";
    }
    return NULL;
}

/* A value as C writes it; eta is no array. */
static const char *value_text(const struct model *model, uint16_t buffer, uint32_t index)
{
    const struct buffer *b = &model->program->buffers[buffer];
    const char *name = buffer_text(model->arena, b);
    return b->kind == BUFFER_ETA ? name
                                 : arena_printf(model->arena, "%s[%" PRIu32 "]", name, index);
}

/* What a block reads: source number k of its layer, if any of its terms does. */
static bool block_reads(const struct op *block, uint16_t buffer)
{
    for (const struct op *op = block; op->kind != OP_END; op++)
        if ((op->kind == OP_TERM || op->kind == OP_GAP) && op->source == buffer)
            return true;
    return false;
}

static uint16_t source_buffer(const struct spec_layer *layer, size_t k)
{
    return program_buffer(layer->from.sources[k]);
}

static size_t source_number(const struct spec_layer *layer, uint16_t buffer)
{
    size_t k = 0;
    while (source_buffer(layer, k) != buffer)
        k++;
    return k;
}

static void emit_block_contract(const struct model *model, const struct op *block, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[block->buffer];
    const struct spec_layer *layer = buffer->layer;
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        const struct buffer *b = &model->program->buffers[source];
        if (!block_reads(block, source))
            continue;
        struct interval range = hull(model->contracts.values + b->offset, b->size);
        call(m4, "BLOCK_READS", "%zu\t%zu\t%s\t%s\t%u", k, b->size - 1,
             number_down(model->arena, range.low, 9), number_up(model->arena, range.high, 9),
             block->count - 1U);
    }
    call(m4, "BLOCK_WRITES", "%u", block->count - 1U);
    for (unsigned lane = 0; lane < block->count; lane++) {
        struct interval sum = model->contracts.sums[buffer->offset + block->index + lane];
        call(m4, "BLOCK_ENSURES", "%u\t%s\t%s", lane, number_down(model->arena, sum.low, 9),
             number_up(model->arena, sum.high, 9));
    }
}

static void emit_block(const struct model *model, const struct op *block, FILE *m4)
{
    const struct buffer *buffer = &model->program->buffers[block->buffer];
    const struct spec_layer *layer = buffer->layer;
    uint32_t number = block->index / BLOCK_LANES;
    const char *neurons = block->count == 1
                              ? arena_printf(model->arena, "neuron %" PRIu32, block->index)
                              : arena_printf(model->arena, "neurons %" PRIu32 " to %" PRIu32,
                                             block->index, block->index + block->count - 1);
    call(m4, "BLOCK", "%s\t%s\t%d", layer->name, neurons, layer->line);
    emit_block_contract(model, block, m4);
    call(m4, "BLOCK_FUNCTION", "%s\t%" PRIu32, layer->name, number);
    for (size_t k = 0; k < layer->from.count; k++)
        if (block_reads(block, source_buffer(layer, k)))
            call(m4, "BLOCK_IN", "%zu\t%zu", k,
                 model->program->buffers[source_buffer(layer, k)].size);
    call(m4, "BLOCK_OUT", "%u", block->count);
}

/* The call of a finished block, in the entry point. */
static void emit_block_call(const struct model *model, const struct op *block, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[block->buffer].layer;
    call(m4, "BLOCK_END", "%s\t%" PRIu32, layer->name, block->index / BLOCK_LANES);
    for (size_t k = 0; k < layer->from.count; k++) {
        uint16_t source = source_buffer(layer, k);
        if (block_reads(block, source))
            call(m4, "CALL_IN", "%s", buffer_text(model->arena, &model->program->buffers[source]));
    }
    call(m4, "CALL_OUT", "%s", value_text(model, block->buffer, block->index));
}

static void emit_activation(const struct model *model, const struct op *op, FILE *m4)
{
    const struct spec_layer *layer = model->program->buffers[op->buffer].layer;
    const struct number_type *type = model->program->type;
    const char *slope =
        layer->activation == ACT_LEAKY_RELU
            ? arena_printf(model->arena, ", %s", type->literal(model->arena, (double)layer->slope))
            : "";
    call(m4, op->count == BLOCK_LANES ? "ACTIVATE8" : "ACTIVATE", "%s\t%s\t%s",
         activation_name[layer->activation], value_text(model, op->buffer, op->index), slope);
}

static void emit_clamp(const struct model *model, const struct op *op, FILE *m4)
{
    const struct program *p = model->program;
    const struct domain *d = &p->domains[op->index];
    call(m4, "CLAMP", "%" PRIu32 "\t%s\t%s\t%s\t%s\t0x%08" PRIX32 "U", op->index,
         upper(model->arena, p->spec->inputs[op->index].name), p->type->bits(model->arena, d->low),
         p->type->bits(model->arena, d->high), p->type->bits(model->arena, d->substitute),
         d->status);
}

static void emit_op(const struct model *model, const struct op *op, const struct op **block,
                    FILE *m4)
{
    const struct number_type *type = model->program->type;
    struct arena *arena = model->arena;
    const char *literal = type->literal(arena, op->value);
    switch ((enum op_kind)op->kind) {
    case OP_CLAMP: emit_clamp(model, op, m4); break;
    case OP_SUBTRACT:
        call(m4, "SUBTRACT", "%s\t%s", value_text(model, op->buffer, op->index), literal);
        break;
    case OP_ADD:
        call(m4, "ADD", "%s\t%s", value_text(model, op->buffer, op->index), literal);
        break;
    case OP_MULTIPLY:
        call(m4, "MULTIPLY", "%s\t%s", value_text(model, op->buffer, op->index), literal);
        break;
    case OP_FLUSH:
        call(m4, "FLUSH", "%s\t%s", value_text(model, op->buffer, op->index),
             type->bits(arena, op->value));
        break;
    case OP_BLOCK:
        *block = op;
        emit_block(model, op, m4);
        break;
    case OP_BIAS: call(m4, "BIAS", "%u\t%s", op->lane, literal); break;
    case OP_TERM:
        call(m4, "TERM", "%u\t%s\t%zu\t%" PRIu32, op->lane, literal,
             source_number(model->program->buffers[(*block)->buffer].layer, op->source), op->from);
        break;
    case OP_GAP:
        call(m4, "GAP", "%u\t%s\t%zu\t%" PRIu32, op->lane, literal,
             source_number(model->program->buffers[(*block)->buffer].layer, op->source), op->from);
        break;
    case OP_STORE: call(m4, "STORE", "%u", op->lane); break;
    case OP_END: emit_block_call(model, *block, m4); break;
    case OP_ACTIVATE: emit_activation(model, op, m4); break;
    case OP_COPY:
        call(m4, "COPY", "%s\t%s", value_text(model, op->buffer, op->index),
             value_text(model, op->source, op->from));
        break;
    case OP_DOUBT: call(m4, "DOUBT", "%s", value_text(model, op->buffer, op->index)); break;
    case OP_KIND_COUNT: break;
    }
}

/* The contract of the entry point: what every output is bound to be. */
static void emit_entry_contract(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    for (size_t i = 0; i < p->n_buffers; i++) {
        const struct buffer *b = &p->buffers[i];
        for (size_t k = 0; k < b->size && (b->kind == BUFFER_MEAN || b->kind == BUFFER_SIGMA);
             k++) {
            struct interval v = model->contracts.values[b->offset + k];
            double low = b->kind == BUFFER_SIGMA ? fmax(v.low, 0.0) : v.low;
            call(m4, "INFER_ENSURES", "%s[%zu]\t%s\t%s", buffer_text(model->arena, b), k,
                 number_down(model->arena, low, 9), number_up(model->arena, v.high, 9));
        }
    }
}

void emit_source(const struct model *model, FILE *m4)
{
    const struct program *p = model->program;
    emit_model(model, "source.m4", m4);
    emit_domains(model, m4);
    emit_kernels(model, m4);
    call(m4, "INFER", "%s", "");
    emit_entry_contract(model, m4);
    call(m4, "INFER_FUNCTION", "%s", "");
    for (size_t i = 0; i < p->n_buffers; i++)
        if (p->buffers[i].kind == BUFFER_INPUTS || p->buffers[i].kind == BUFFER_LAYER)
            call(m4, "LOCAL", "%s\t%zu", buffer_text(model->arena, &p->buffers[i]),
                 p->buffers[i].size);
    const struct op *block = p->ops; /* the one that is being printed */
    for (size_t i = 0; i < p->n_ops; i++)
        emit_op(model, &p->ops[i], &block, m4);
    call(m4, "SOURCE_END", "%s", "");
}

/* Eight to a line: C99 compilers need not take lines of more than 4095 characters. */
static const char *separator(size_t k, size_t columns)
{
    return k + 1 == columns ? "" : k % 8 == 7 ? ",\n     " : ", ";
}

static void emit_table(const char *macro, const uint32_t *bits, size_t rows, size_t columns,
                       FILE *m4)
{
    for (size_t i = 0; i < rows; i++) {
        call(m4, "ROW", "%s", "");
        for (size_t k = 0; k < columns; k++)
            call(m4, "BITS", "0x%08" PRIX32 "U%s", bits[i * columns + k], separator(k, columns));
        call(m4, "ROW_END", "%s", i + 1 < rows ? "," : "");
    }
    call(m4, macro, "%s", "");
}

void emit_vectors(const struct model *model, FILE *m4)
{
    const struct vectors *v = &model->vectors;
    emit_model(model, "vectors.m4", m4);
    call(m4, "VECTORS", "%s", "");
    emit_table("VECTOR_INPUTS_END", v->inputs, v->count, v->n_in, m4);
    emit_table("VECTOR_RESULTS_END", v->results, v->count, 2 * v->n_out + 2, m4);
}

void emit_selftest(const struct model *model, FILE *m4)
{
    emit_model(model, "selftest.m4", m4);
    call(m4, "SELFTEST", "%s", "");
}
