/* From spec to program. Read it from the bottom: lower() is the list of steps.

   A scaling by a power of two changes no significand, so it is folded into the weights
   beside it: that of an input into every layer that reads the inputs, that of a mean output
   into its layer when that is linear and nobody else reads it. Any other scaling would round
   differently when folded, and costs one operation a number, so it stays. */
#include "program/lower.h"

#include "base/fail.h"

#include <math.h>
#include <stdbool.h>

struct lowering {
    struct arena *arena;
    const struct spec *spec;
    struct program *program;
    double *input_factor; /* (n_inputs) folded into the weights that read the input */
    double **row_factor;  /* (n_layers) NULL, or (n_out) folded into the layer's rows */
};

enum { BUFFER_OF_INPUTS = 0, BUFFER_OF_FIRST_LAYER = 1 };

/* Narrower blocks do not pay for being called. */
enum { LEAST_LANES = 6 };

/* Negative ones would change the sign of a zero. */
static bool is_power_of_two(double value)
{
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

static bool is_normal_or_zero(const struct number_type *type, double value)
{
    double magnitude = fabs(value);
    return magnitude == 0.0 || (magnitude >= type->smallest && magnitude <= type->largest);
}

static bool from_has(const struct spec_from *from, int source)
{
    for (size_t i = 0; i < from->count; i++)
        if (from->sources[i] == source)
            return true;
    return false;
}

static size_t readers_count(const struct spec *spec, int source)
{
    const struct spec_from *outputs[] = {&spec->mean.from, &spec->sigma.from, &spec->eta.from};
    size_t readers = 0;
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        readers += from_has(outputs[i], source);
    for (size_t i = 0; i < spec->n_layers; i++)
        readers += from_has(&spec->layers[i].from, source);
    return readers;
}

static double row_factor(const struct lowering *l, size_t layer, size_t row)
{
    return l->row_factor[layer] == NULL ? 1.0 : l->row_factor[layer][row];
}

/* Whether column `input` of every layer that reads the inputs stays normal when scaled, on top of
   what its rows are scaled by. */
static bool column_scales(const struct lowering *l, size_t input, double factor)
{
    for (size_t i = 0; i < l->spec->n_layers; i++) {
        const struct spec_layer *layer = &l->spec->layers[i];
        size_t column = 0;
        if (layer->kind == LAYER_RADIAL && from_has(&layer->from, SOURCE_INPUTS))
            return false; /* a distance has no weight to fold into */
        for (size_t s = 0; s < layer->from.count; s++) {
            int source = layer->from.sources[s];
            if (source == SOURCE_INPUTS) {
                for (size_t row = 0; row < layer->n_out; row++) {
                    double weight = (double)layer->weights[row * layer->n_in + column + input];
                    weight *= row_factor(l, i, row);
                    if (!is_normal_or_zero(l->program->type, weight * factor))
                        return false;
                }
            }
            column += source == SOURCE_INPUTS ? l->spec->n_inputs : l->spec->layers[source].n_out;
        }
    }
    return true;
}

static bool input_folds(const struct lowering *l, size_t input, double factor)
{
    return is_power_of_two(factor) && !from_has(&l->spec->mean.from, SOURCE_INPUTS) &&
           column_scales(l, input, factor);
}

/* Only dense layers have one. */
static double bias_of(const struct spec_layer *layer, size_t row)
{
    return layer->kind == LAYER_DENSE ? (double)layer->bias[row] : 0.0;
}

static bool row_scales(const struct lowering *l, const struct spec_layer *layer, size_t row,
                       double factor)
{
    if (!is_power_of_two(factor) ||
        !is_normal_or_zero(l->program->type, bias_of(layer, row) * factor))
        return false;
    for (size_t i = 0; i < layer->n_in; i++)
        if (!is_normal_or_zero(l->program->type,
                               (double)layer->weights[row * layer->n_in + i] * factor))
            return false;
    return true;
}

/* The scales of the mean output that its layers can take over, as row factors. */
static void fold_mean_scale(struct lowering *l)
{
    const struct spec_output *mean = &l->spec->mean;
    size_t output = 0;
    for (size_t s = 0; s < mean->from.count; s++) {
        int source = mean->from.sources[s];
        if (source == SOURCE_INPUTS) {
            output += l->spec->n_inputs;
            continue;
        }
        const struct spec_layer *layer = &l->spec->layers[source];
        if (layer->activation == ACT_IDENTITY && readers_count(l->spec, source) == 1) {
            double *factors = arena_alloc(l->arena, layer->n_out, sizeof(*factors));
            for (size_t row = 0; row < layer->n_out; row++) {
                double scale = (double)mean->scale[output + row];
                factors[row] = row_scales(l, layer, row, scale) ? scale : 1.0;
            }
            l->row_factor[source] = factors;
        }
        output += layer->n_out;
    }
}

/* Everything after this relies on constants being exactly what will be printed. */
static void op_append(struct lowering *l, struct op op)
{
    const struct number_type *type = l->program->type;
    if (type->round(op.value) != op.value || !is_normal_or_zero(type, op.value))
        fail("internal error: constant %.17g is no normal %s", op.value, type->name);
    program_append(l->arena, l->program, op);
}

/* What a compiler that keeps the order of statements adds, for each number read, to a block that
   shares its function and has eleven to sixteen neurons: products then wait for sums. */
enum { FEW_LANES = 10, IN_ORDER_COST = 5 };

/* Half cycles that a Cortex-M4F takes for a layer with so many neurons a block and a block for the
   rest, as measured. Blocks that are alike share a function: a weight comes from a table, two in
   one load, but the call costs as well. Else a weight is a literal. */
static size_t blocks_cost(const struct spec_layer *layer, size_t lanes, bool in_order)
{
    size_t blocks = layer->n_out / lanes, rest = layer->n_out % lanes;
    size_t alone = blocks == 1 ? lanes : 0;
    size_t waiting = in_order && lanes > FEW_LANES && lanes <= MIXED_LANES ? IN_ORDER_COST : 0;
    size_t cost =
        blocks > 1 ? blocks * (layer->n_in * (7 * lanes + 4 + waiting) + 10 * lanes + 45) : 0;
    cost += alone > 0 ? layer->n_in * (9 * alone + 4) + 8 * alone : 0;
    return cost + (rest > 0 ? layer->n_in * (9 * rest + 4) + 8 * rest : 0);
}

/* Where terms are left out blocks are not alike, and the widest cost least. */
static uint32_t block_lanes(const struct spec_layer *layer, bool in_order)
{
    size_t widest = in_order ? BLOCK_LANES : MIXED_LANES, best = widest;
    for (size_t i = 0; i < layer->n_out * layer->n_in && layer->kind != LAYER_RADIAL; i++)
        if (layer->weights[i] == 0.0F)
            return MIXED_LANES;
    for (size_t lanes = widest; lanes >= LEAST_LANES; lanes--)
        if (blocks_cost(layer, lanes, in_order) < blocks_cost(layer, best, in_order))
            best = lanes;
    return (uint32_t)best;
}

/* Whether statements may be kept in order: no layer is radial, whose differences take registers,
   and none sends groups of values through a kernel, which a compiler is to mix. */
static bool order_is_harmless(const struct spec *spec)
{
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct spec_layer *layer = &spec->layers[i];
        bool mixed = layer->activation != ACT_IDENTITY &&
                     !activation_row(layer->activation)->alone && layer->n_out >= ACTIVATION_LANES;
        if (mixed || layer->kind == LAYER_RADIAL)
            return false;
    }
    return true;
}

/* Whether all layers together cost less when a compiler keeps the order: by one in a hundred, as
   wide blocks that share a function are few and take more flash. */
static bool order_pays(const struct spec *spec)
{
    size_t costs[2] = {0, 0};
    for (size_t i = 0; i < spec->n_layers; i++)
        for (int in_order = 0; in_order < 2; in_order++) {
            const struct spec_layer *layer = &spec->layers[i];
            costs[in_order] += blocks_cost(layer, block_lanes(layer, in_order != 0), in_order != 0);
        }
    return order_is_harmless(spec) && costs[1] < costs[0] - costs[0] / 100;
}

static void buffers_make(struct lowering *l)
{
    const struct spec *spec = l->spec;
    struct program *p = l->program;
    p->n_buffers =
        BUFFER_OF_FIRST_LAYER + spec->n_layers + 1 + spec_has(&spec->sigma) + spec_has(&spec->eta);
    p->buffers = arena_alloc(l->arena, p->n_buffers, sizeof(*p->buffers));
    struct buffer *next = p->buffers;
    *next++ = (struct buffer){BUFFER_INPUTS, "inputs", NULL, spec->n_inputs, 0, 0};
    for (size_t i = 0; i < spec->n_layers; i++)
        *next++ = (struct buffer){BUFFER_LAYER,
                                  spec->layers[i].name,
                                  &spec->layers[i],
                                  spec->layers[i].n_out,
                                  0,
                                  block_lanes(&spec->layers[i], p->in_order)};
    *next++ = (struct buffer){BUFFER_MEAN, "result.mean", NULL, spec->mean.count, 0, 0};
    if (spec_has(&spec->sigma))
        *next++ = (struct buffer){BUFFER_SIGMA, "result.sigma", NULL, spec->sigma.count, 0, 0};
    if (spec_has(&spec->eta))
        *next++ = (struct buffer){BUFFER_ETA, "result.eta", NULL, 1, 0, 0};
    for (size_t i = 0; i < p->n_buffers; i++) {
        p->buffers[i].offset = p->n_values;
        p->n_values += p->buffers[i].size;
    }
}

static double nearest_in(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* What is flushed before the scaling, so that no denormal is ever multiplied. */
static double flush_limit(const struct number_type *type, const struct spec_input *input)
{
    return fmax(type->round(FLUSH_LIMIT * (double)input->scale), type->smallest);
}

/* Next to a mean of 2^e or more no two floats are closer than 2^(e - 24): a difference from it is
   zero or at least that, and where that reaches the limit there is nothing to flush. */
static bool flush_is_idle(double mean, double limit)
{
    int exponent; /* one more than e */
    (void)frexp(mean, &exponent);
    return mean != 0.0 && ldexp(1.0, exponent - 25) >= limit;
}

static void lower_input(struct lowering *l, uint32_t i)
{
    const struct spec_input *input = &l->spec->inputs[i];
    const struct number_type *type = l->program->type;
    double mean = (double)input->mean, low = (double)input->min, high = (double)input->max;
    double factor = type->round(1.0 / (double)input->scale);
    struct op op = {.buffer = BUFFER_OF_INPUTS, .index = i};

    /* a bound of 0 has the sign of its side: clamp_zero wants that, and no result depends on it */
    l->program->domains[i] = (struct domain){.low = low == 0.0 ? -0.0 : low,
                                             .high = high == 0.0 ? 0.0 : high,
                                             .substitute = nearest_in(mean, low, high),
                                             .status = 1U << (i < 31 ? i : 31)};
    op.kind = OP_CLAMP;
    op_append(l, op);
    if (mean != 0.0) {
        op.kind = OP_SUBTRACT;
        op.value = mean;
        op_append(l, op);
    }
    if (!flush_is_idle(mean, flush_limit(type, input))) {
        op.kind = OP_FLUSH;
        op.value = flush_limit(type, input);
        op_append(l, op);
    }
    if (input_folds(l, i, factor)) {
        l->input_factor[i] = factor;
    } else if (factor != 1.0) {
        op.kind = OP_MULTIPLY;
        op.value = factor;
        op_append(l, op);
    }
}

/* What a block reads: a number of a source, and its column of the layer's weights. */
struct column {
    size_t index;
    struct op term; /* without lane and value */
};

/* The terms of one number that a block reads, for the lanes [first, end). */
static void lower_terms(struct lowering *l, const struct spec_layer *layer, const struct op *block,
                        struct column column, size_t first, size_t end)
{
    size_t number = (size_t)(layer - l->spec->layers);
    struct op term = column.term;
    double column_factor = term.source == BUFFER_OF_INPUTS ? l->input_factor[term.from] : 1.0;
    for (size_t lane = first; lane < end; lane++) {
        size_t row = block->index + lane;
        double weight = (double)layer->weights[row * layer->n_in + column.index];
        if (weight == 0.0)
            continue;
        term.lane = (uint8_t)lane;
        term.value = weight * column_factor * row_factor(l, number, row);
        op_append(l, term);
    }
}

/* The same for a radial layer: how far the number is from that of each point. */
static void lower_gaps(struct lowering *l, const struct spec_layer *layer, const struct op *block,
                       struct column column)
{
    struct op difference = column.term;
    for (size_t lane = 0; lane < block->count; lane++) {
        difference.lane = (uint8_t)lane;
        difference.value =
            (double)layer->weights[(block->index + lane) * layer->n_in + column.index];
        op_append(l, difference);
    }
}

static void lower_columns(struct lowering *l, const struct spec_layer *layer,
                          const struct op *block, const struct column *columns)
{
    for (size_t c = 0; c < layer->n_in; c++)
        if (layer->kind == LAYER_RADIAL)
            lower_gaps(l, layer, block, columns[c]);
        else
            lower_terms(l, layer, block, columns[c], 0, block->count);
}

/* Of an odd number of lanes the last one takes two numbers at a time, the first together with its
   bias: so the constants of two neighbouring lanes stay together in a table, for compilers that
   make vectors of them. */
static void lower_columns_oddly(struct lowering *l, const struct spec_layer *layer,
                                const struct op *block, const struct column *columns)
{
    size_t last = block->count - 1U, taken = 1;
    lower_terms(l, layer, block, columns[0], last, block->count);
    for (size_t c = 0; c < layer->n_in; c++) {
        lower_terms(l, layer, block, columns[c], 0, last);
        for (size_t both = 0; c % 2 == 1 && both < 2 && taken < layer->n_in; both++)
            lower_terms(l, layer, block, columns[taken++], last, block->count);
    }
    if (taken < layer->n_in)
        lower_terms(l, layer, block, columns[taken], last, block->count);
}

static void lower_block(struct lowering *l, const struct spec_layer *layer, struct op block)
{
    size_t number = (size_t)(layer - l->spec->layers), n = 0;
    struct column *columns = arena_alloc(l->arena, layer->n_in, sizeof(*columns));
    op_append(l, block);
    for (unsigned lane = 0; lane < block.count; lane++) {
        size_t row = block.index + lane;
        double bias = bias_of(layer, row) * row_factor(l, number, row);
        op_append(l, (struct op){.kind = OP_BIAS, .lane = (uint8_t)lane, .value = bias});
    }
    for (size_t s = 0; s < layer->from.count; s++) {
        struct op op = {.kind = layer->kind == LAYER_RADIAL ? OP_DISTANCE : OP_TERM,
                        .source = program_buffer(layer->from.sources[s])};
        for (; op.from < l->program->buffers[op.source].size; op.from++, n++)
            columns[n] = (struct column){n, op};
    }
    if (l->program->in_order && block.count % 2 == 1)
        lower_columns_oddly(l, layer, &block, columns);
    else
        lower_columns(l, layer, &block, columns);
    for (unsigned lane = 0; lane < block.count; lane++)
        op_append(l, (struct op){.kind = OP_STORE,
                                 .lane = (uint8_t)lane,
                                 .buffer = block.buffer,
                                 .index = block.index + lane});
    op_append(l, (struct op){.kind = OP_END});
}

/* Eight values go through the activation together, what is left of a block one by one; and so do
   all where the activation takes less time than the call. */
static void lower_activation(struct lowering *l, struct op block)
{
    struct op op = {.kind = OP_ACTIVATE, .buffer = block.buffer};
    enum activation activation = l->program->buffers[block.buffer].layer->activation;
    uint16_t lanes = activation_row(activation)->alone ? 1 : ACTIVATION_LANES;
    for (uint32_t i = 0; i < block.count; i += op.count) {
        op.index = block.index + i;
        op.count = block.count - i >= lanes ? lanes : 1;
        op_append(l, op);
    }
}

/* Blocks that are alike share a function: equal ones, where the neurons can be dealt out so. Then
   groups of activations do not end where blocks do, and come behind the layer. */
static void lower_layer(struct lowering *l, size_t index)
{
    const struct spec_layer *layer = &l->spec->layers[index];
    const uint32_t lanes = l->program->buffers[program_buffer((int)index)].lanes;
    const bool whole = lanes % ACTIVATION_LANES != 0 && lanes < layer->n_out;
    struct op block = {.kind = OP_BLOCK, .buffer = program_buffer((int)index)};
    for (; block.index < layer->n_out; block.index += lanes) {
        size_t left = layer->n_out - block.index;
        block.count = (uint16_t)(left < lanes ? left : lanes);
        lower_block(l, layer, block);
        if (layer->activation != ACT_IDENTITY && !whole)
            lower_activation(l, block);
    }
    block.index = 0;
    block.count = (uint16_t)layer->n_out;
    if (layer->activation != ACT_IDENTITY && whole)
        lower_activation(l, block);
}

/* buffer[output] = source[from] * scale + offset, where scale and offset do something. */
static void lower_result(struct lowering *l, struct op copy, double scale, double offset)
{
    struct op op = {.buffer = copy.buffer, .index = copy.index};
    op_append(l, copy);
    if (scale != 1.0) {
        op.kind = OP_MULTIPLY;
        op.value = scale;
        op_append(l, op);
    }
    if (offset != 0.0) {
        op.kind = OP_ADD;
        op.value = offset;
        op_append(l, op);
    }
}

/* scale and offset (or floor): one per output, NULL for 1 and 0. */
static void lower_output(struct lowering *l, const struct spec_output *output, uint16_t buffer,
                         const float *scale, const float *offset)
{
    struct op copy = {.kind = OP_COPY, .buffer = buffer};
    for (size_t s = 0; s < output->from.count; s++) {
        int source = output->from.sources[s];
        const double *rows = source == SOURCE_INPUTS ? NULL : l->row_factor[source];
        copy.source = program_buffer(source);
        for (copy.from = 0; copy.from < l->program->buffers[copy.source].size; copy.from++) {
            double factor = scale == NULL ? 1.0 : (double)scale[copy.index];
            bool folded = rows != NULL && rows[copy.from] == factor;
            lower_result(l, copy, folded ? 1.0 : factor,
                         offset == NULL ? 0.0 : (double)offset[copy.index]);
            copy.index++;
        }
    }
}

static void lower_outputs(struct lowering *l)
{
    const struct spec *spec = l->spec;
    uint16_t mean = (uint16_t)(BUFFER_OF_FIRST_LAYER + spec->n_layers);
    uint16_t sigma = (uint16_t)(mean + 1), eta = (uint16_t)(l->program->n_buffers - 1);
    lower_output(l, &spec->mean, mean, spec->mean.scale, spec->mean.offset);
    if (spec_has(&spec->sigma))
        lower_output(l, &spec->sigma, sigma, spec->sigma.scale, spec->sigma.floor);
    if (!spec_has(&spec->eta))
        return;
    lower_output(l, &spec->eta, eta, NULL, NULL);
    op_append(l, (struct op){.kind = OP_ETA_OR_ONE, .buffer = eta});
}

struct program *lower(struct arena *arena, const struct spec *spec, const char *prefix,
                      const struct number_type *type)
{
    struct program *program = arena_alloc(arena, 1, sizeof(*program));
    struct lowering l = {.arena = arena, .spec = spec, .program = program};
    program->spec = spec;
    program->type = type;
    program->prefix = prefix;
    program->in_order = order_pays(spec);
    program->domains = arena_alloc(arena, spec->n_inputs, sizeof(*program->domains));
    l.input_factor = arena_alloc(arena, spec->n_inputs, sizeof(*l.input_factor));
    l.row_factor = arena_alloc(arena, spec->n_layers, sizeof(*l.row_factor));
    for (size_t i = 0; i < spec->n_inputs; i++)
        l.input_factor[i] = 1.0;

    buffers_make(&l);
    fold_mean_scale(&l);
    for (uint32_t i = 0; i < spec->n_inputs; i++)
        lower_input(&l, i);
    for (size_t i = 0; i < spec->n_layers; i++)
        lower_layer(&l, spec->order[i]);
    lower_outputs(&l);
    return program;
}
