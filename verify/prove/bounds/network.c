/* See network.h. Walks the operations of the program once and sorts them into layers. */
#include "prove/bounds/network.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    struct arena *arena;
    struct net *net;
    struct net_layer **layer_of; /* (n_buffers) */
    size_t *place_of;            /* (n_buffers) of the first value */
    struct net_layer *layer;     /* of the open block */
    size_t row;                  /* of its first lane */
};

/* The layer of the open block, which every bias and term is inside of. */
static const struct net_layer *layer_of_block(const struct walk *w, const struct op *op)
{
    if (w->layer == NULL)
        fail("internal error: %s outside of a block", op_info[op->kind].name);
    return w->layer;
}

/* Where in the row of a layer the number `from` of a buffer stands. */
static size_t column_of(const struct walk *w, const struct net_layer *layer, const struct op *op)
{
    for (size_t i = 0; i < layer->n_sources; i++)
        if (layer->sources[i].first == w->place_of[op->source])
            return layer->sources[i].column + op->from;
    fail("internal error: layer \"%s\" reads what it does not name", layer->spec->name);
}

static void sources_add(struct walk *w, struct net_layer *layer)
{
    const struct spec_from *from = &layer->spec->from;
    layer->sources = arena_alloc(w->arena, from->count, sizeof(*layer->sources));
    layer->n_sources = from->count;
    for (size_t i = 0; i < from->count; i++) {
        uint16_t buffer = program_buffer(from->sources[i]);
        size_t width = w->net->program->buffers[buffer].size;
        layer->sources[i] = (struct net_source){w->place_of[buffer], width, layer->n_in};
        layer->n_in += lanes_up(width);
    }
}

static struct net_layer *layer_open(struct walk *w, uint16_t buffer)
{
    if (w->layer_of[buffer] != NULL)
        return w->layer_of[buffer];
    const struct buffer *b = &w->net->program->buffers[buffer];
    struct net_layer *layer = &w->net->layers[w->net->n_layers++];
    *layer = (struct net_layer){.spec = b->layer,
                                .radial = b->layer->kind == LAYER_RADIAL,
                                .activation = b->layer->activation,
                                .parameters = b->layer->parameters,
                                .n_out = b->layer->n_out,
                                .stride = lanes_up(b->layer->n_out),
                                .first = w->net->n_places};
    w->place_of[buffer] = layer->first;
    w->net->n_places += lanes_up(layer->n_out);
    sources_add(w, layer);
    layer->weights = arena_alloc(w->arena, layer->stride * layer->n_in, sizeof(double));
    layer->columns = arena_alloc(w->arena, layer->stride * layer->n_in, sizeof(double));
    layer->bias = arena_alloc(w->arena, layer->stride, sizeof(double));
    if (layer->n_out > w->net->widest)
        w->net->widest = layer->n_out;
    return w->layer_of[buffer] = layer;
}

static void input_op(struct net_input *input, const struct op *op)
{
    if (op->kind == OP_SUBTRACT)
        input->mean = op->value;
    if (op->kind == OP_FLUSH)
        input->flush = op->value;
    if (op->kind == OP_MULTIPLY)
        input->factor = op->value;
}

static void output_op(const struct walk *w, struct net_output *first, const struct op *op)
{
    struct net_output *output = &first[op->index];
    if (op->kind == OP_COPY)
        output->place = w->place_of[op->source] + op->from;
    if (op->kind == OP_MULTIPLY)
        output->scale = op->value;
    if (op->kind == OP_ADD)
        output->offset = op->value;
}

static void op_take(struct walk *w, const struct op *op, struct net_output *const kinds[])
{
    struct net *net = w->net;
    enum buffer_kind kind = net->program->buffers[op->buffer].kind;
    if (op->kind == OP_BLOCK) {
        w->layer = layer_open(w, op->buffer);
        w->row = op->index;
    } else if (op->kind == OP_BIAS) {
        layer_of_block(w, op)->bias[w->row + op->lane] = op->value;
    } else if (op->kind == OP_TERM || op->kind == OP_DISTANCE) {
        const struct net_layer *l = layer_of_block(w, op);
        size_t row = w->row + op->lane, column = column_of(w, l, op);
        l->weights[row * l->n_in + column] = l->columns[column * l->stride + row] = op->value;
    } else if (kind == BUFFER_INPUTS) {
        input_op(&net->inputs[op->index], op);
    } else if (kind != BUFFER_LAYER) {
        output_op(w, kinds[kind - BUFFER_MEAN], op);
    }
}

static void inputs_make(struct arena *arena, struct net *net)
{
    const struct spec *spec = net->program->spec;
    net->n_inputs = spec->n_inputs;
    net->inputs = arena_alloc(arena, net->n_inputs, sizeof(*net->inputs));
    for (size_t i = 0; i < net->n_inputs; i++)
        net->inputs[i] = (struct net_input){.name = spec->inputs[i].name,
                                            .low = (double)spec->inputs[i].min,
                                            .high = (double)spec->inputs[i].max,
                                            .factor = 1.0,
                                            .scale = (double)spec->inputs[i].scale,
                                            .centre = (double)spec->inputs[i].mean};
}

/* Names: those of the mean where the spec has some, else mean_0, ...; one sigma is "sigma". */
static const char *output_name(struct arena *arena, const struct spec *spec,
                               const struct net_output *o)
{
    static const char *const kinds[] = {"mean", "sigma", "eta"};
    if (o->kind == OUTPUT_MEAN && spec->mean.names != NULL)
        return spec->mean.names[o->index];
    if (o->kind == OUTPUT_ETA || spec->mean.count == 1)
        return kinds[o->kind];
    if (o->kind == OUTPUT_SIGMA && spec->mean.names != NULL)
        return arena_printf(arena, "sigma_%s", spec->mean.names[o->index]);
    return arena_printf(arena, "%s_%zu", kinds[o->kind], o->index);
}

static void outputs_make(struct arena *arena, struct net *net, struct net_output *kinds[])
{
    const struct program *program = net->program;
    size_t count = 0;
    for (size_t i = 0; i < program->n_buffers; i++)
        if (program->buffers[i].kind >= BUFFER_MEAN)
            count += program->buffers[i].size;
    net->outputs = arena_alloc(arena, count, sizeof(*net->outputs));
    for (size_t i = 0; i < program->n_buffers; i++) {
        const struct buffer *b = &program->buffers[i];
        if (b->kind < BUFFER_MEAN)
            continue;
        kinds[b->kind - BUFFER_MEAN] = &net->outputs[net->n_outputs];
        for (size_t k = 0; k < b->size; k++) {
            struct net_output *o = &net->outputs[net->n_outputs++];
            *o = (struct net_output){
                .kind = (enum net_output_kind)(b->kind - BUFFER_MEAN), .index = k, .scale = 1.0};
            o->name = output_name(arena, program->spec, o);
        }
    }
}

struct net *net_make(struct arena *arena, const struct program *program)
{
    struct net *net = arena_alloc(arena, 1, sizeof(*net));
    struct net_output *kinds[OUTPUT_KINDS] = {NULL};
    struct walk w = {.arena = arena, .net = net};
    net->program = program;
    net->layers = arena_alloc(arena, program->spec->n_layers, sizeof(*net->layers));
    w.layer_of = arena_alloc(arena, program->n_buffers, sizeof(struct net_layer *));
    w.place_of = arena_alloc(arena, program->n_buffers, sizeof(*w.place_of));
    inputs_make(arena, net);
    net->n_places = lanes_up(net->n_inputs);
    outputs_make(arena, net, kinds);
    for (size_t i = 0; i < program->n_ops; i++)
        op_take(&w, &program->ops[i], kinds);
    net->terms = 2 * net->n_places + 2 * net->n_outputs + 64;
    return net;
}

size_t net_output_first(const struct net *net, enum net_output_kind kind)
{
    for (size_t i = 0; i < net->n_outputs; i++)
        if (net->outputs[i].kind == kind)
            return i;
    return net->n_outputs;
}

size_t net_output_count(const struct net *net, enum net_output_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < net->n_outputs; i++)
        count += net->outputs[i].kind == kind;
    return count;
}

/* "mean_2" also where the spec gives output 2 a name. */
static bool output_is(const struct net_output *o, const char *name)
{
    static const char *const kinds[] = {"mean_", "sigma_", "eta_"};
    size_t length = strlen(kinds[o->kind]);
    if (strcmp(o->name, name) == 0)
        return true;
    if (strncmp(name, kinds[o->kind], length) != 0 || name[length] < '0' || name[length] > '9')
        return false;
    char *end;
    unsigned long index = strtoul(name + length, &end, 10);
    return *end == '\0' && index == o->index;
}

size_t net_output_find(const struct net *net, const char *name)
{
    for (size_t i = 0; i < net->n_outputs; i++)
        if (output_is(&net->outputs[i], name))
            return i;
    return net->n_outputs;
}

size_t net_input_find(const struct net *net, const char *name)
{
    for (size_t i = 0; i < net->n_inputs; i++)
        if (strcmp(net->inputs[i].name, name) == 0)
            return i;
    return net->n_inputs;
}
