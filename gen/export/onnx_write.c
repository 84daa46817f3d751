/* A spec as ONNX. The numbers of fields are those of onnx.proto. See export.h. */
#include "export/export.h"

#include "base/version.h"
#include "export/protobuf.h"

#include <string.h>

/* Fields of onnx.proto, by message */
enum {
    MODEL_IR_VERSION = 1,
    MODEL_PRODUCER = 2,
    MODEL_PRODUCER_VERSION = 3,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    MODEL_METADATA = 14,
    ENTRY_KEY = 1,
    ENTRY_VALUE = 2,
    OPSET_VERSION = 2,
    GRAPH_NODE = 1,
    GRAPH_NAME = 2,
    GRAPH_INITIALIZER = 5,
    GRAPH_INPUT = 11,
    GRAPH_OUTPUT = 12,
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_NAME = 3,
    NODE_KIND = 4,
    NODE_ATTRIBUTE = 5,
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_FLOAT = 2,
    ATTRIBUTE_INTEGER = 3,
    ATTRIBUTE_TYPE = 20,
    TENSOR_DIMS = 1,
    TENSOR_TYPE = 2,
    TENSOR_INTEGERS = 7,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    VALUE_NAME = 1,
    VALUE_TYPE = 2,
    TYPE_TENSOR = 1,
    TENSOR_TYPE_ELEMENT = 1,
    TENSOR_TYPE_SHAPE = 2,
    SHAPE_DIM = 1,
    DIM_VALUE = 1,
    DIM_NAME = 2
};
enum { TYPE_FLOAT = 1, TYPE_INT64 = 7, IS_FLOAT = 1, IS_INTEGER = 2, IR_VERSION = 7, OPSET = 13 };

struct writer {
    struct arena *arena;
    const struct spec *spec;
    struct message graph;
};

/* Nodes */

static struct message node_begin(struct writer *w, const char *kind, const char *a, const char *b)
{
    struct message node = message_new(w->arena);
    if (a != NULL)
        message_put_text(&node, NODE_INPUT, a);
    if (b != NULL)
        message_put_text(&node, NODE_INPUT, b);
    message_put_text(&node, NODE_KIND, kind);
    return node;
}

/* The node's one output, which gives it its name, and the node into the graph. */
static const char *node_end(struct writer *w, struct message *node, const char *output)
{
    message_put_text(node, NODE_OUTPUT, output);
    message_put_text(node, NODE_NAME, output);
    message_put_message(&w->graph, GRAPH_NODE, node);
    return output;
}

static const char *node_add(struct writer *w, const char *kind, const char *a, const char *b,
                            const char *output)
{
    struct message node = node_begin(w, kind, a, b);
    return node_end(w, &node, output);
}

static void integer_attribute(struct writer *w, struct message *node, const char *name, int value)
{
    struct message attribute = message_new(w->arena);
    message_put_text(&attribute, ATTRIBUTE_NAME, name);
    message_put_number(&attribute, ATTRIBUTE_INTEGER, (uint64_t)value);
    message_put_number(&attribute, ATTRIBUTE_TYPE, IS_INTEGER);
    message_put_message(node, NODE_ATTRIBUTE, &attribute);
}

static void float_attribute(struct writer *w, struct message *node, const char *name, float value)
{
    struct message attribute = message_new(w->arena);
    message_put_text(&attribute, ATTRIBUTE_NAME, name);
    message_put_float(&attribute, ATTRIBUTE_FLOAT, value);
    message_put_number(&attribute, ATTRIBUTE_TYPE, IS_FLOAT);
    message_put_message(node, NODE_ATTRIBUTE, &attribute);
}

/* Numbers */

/* A matrix, or a vector where rows is 0. */
static const char *floats_add(struct writer *w, const char *name, const float *numbers, size_t rows,
                              size_t columns)
{
    struct message tensor = message_new(w->arena);
    if (rows > 0)
        message_put_number(&tensor, TENSOR_DIMS, rows);
    message_put_number(&tensor, TENSOR_DIMS, columns);
    message_put_number(&tensor, TENSOR_TYPE, TYPE_FLOAT);
    message_put_text(&tensor, TENSOR_NAME, name);
    message_put_floats(&tensor, TENSOR_RAW, numbers, (rows == 0 ? 1 : rows) * columns);
    message_put_message(&w->graph, GRAPH_INITIALIZER, &tensor);
    return name;
}

static const char *number_add(struct writer *w, const char *name, float number)
{
    struct message tensor = message_new(w->arena);
    message_put_number(&tensor, TENSOR_TYPE, TYPE_FLOAT);
    message_put_text(&tensor, TENSOR_NAME, name);
    message_put_floats(&tensor, TENSOR_RAW, &number, 1);
    message_put_message(&w->graph, GRAPH_INITIALIZER, &tensor);
    return name;
}

static const char *axis_add(struct writer *w, const char *name, uint64_t axis)
{
    struct message tensor = message_new(w->arena);
    message_put_number(&tensor, TENSOR_DIMS, 1);
    message_put_number(&tensor, TENSOR_TYPE, TYPE_INT64);
    message_put_number(&tensor, TENSOR_INTEGERS, axis);
    message_put_text(&tensor, TENSOR_NAME, name);
    message_put_message(&w->graph, GRAPH_INITIALIZER, &tensor);
    return name;
}

/* Names of values: letters of the spec's names, and a dot, which those cannot have. */
static const char *part(struct writer *w, const char *name, const char *of)
{
    return arena_printf(w->arena, "%s.%s", name, of);
}

/* Inputs and layers */

static bool all_are(const float *numbers, size_t count, float value)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != value)
            return false;
    return true;
}

/* (x - mean) / scale, each left out where it changes nothing. */
static const char *inputs_write(struct writer *w)
{
    size_t n = w->spec->n_inputs;
    float *mean = arena_alloc(w->arena, n, sizeof(*mean));
    float *scale = arena_alloc(w->arena, n, sizeof(*scale));
    const char *value = "inputs";
    for (size_t i = 0; i < n; i++) {
        mean[i] = w->spec->inputs[i].mean;
        scale[i] = w->spec->inputs[i].scale;
    }
    if (!all_are(mean, n, 0.0F))
        value =
            node_add(w, "Sub", value, floats_add(w, "inputs.mean", mean, 0, n), "inputs.centred");
    if (!all_are(scale, n, 1.0F))
        value = node_add(w, "Div", value, floats_add(w, "inputs.scale", scale, 0, n),
                         "inputs.standardised");
    return value;
}

/* The value of what a layer or output reads. */
static const char *from_write(struct writer *w, const struct spec_from *from, const char *name,
                              const char *inputs, const char *const *layers)
{
    if (from->count == 1)
        return from->sources[0] == SOURCE_INPUTS ? inputs : layers[from->sources[0]];
    struct message node = node_begin(w, "Concat", NULL, NULL);
    for (size_t i = 0; i < from->count; i++)
        message_put_text(&node, NODE_INPUT,
                         from->sources[i] == SOURCE_INPUTS ? inputs : layers[from->sources[i]]);
    integer_attribute(w, &node, "axis", 1);
    return node_end(w, &node, part(w, name, "from"));
}

static const char *clip_write(struct writer *w, const struct spec_layer *layer, const char *sum)
{
    struct message node = node_begin(
        w, "Clip", sum, number_add(w, part(w, layer->name, "min"), layer->parameters[0]));
    message_put_text(&node, NODE_INPUT,
                     number_add(w, part(w, layer->name, "max"), layer->parameters[1]));
    return node_end(w, &node, part(w, layer->name, "value"));
}

static const char *activation_write(struct writer *w, const struct spec_layer *layer,
                                    const char *sum)
{
    _Static_assert(ACT_COUNT == 11, "each activation is a kind of node, or written below");
    static const char *const kinds[ACT_COUNT] = {
        [ACT_RELU] = "Relu",       [ACT_TANH] = "Tanh",
        [ACT_SIGMOID] = "Sigmoid", [ACT_SOFTPLUS] = "Softplus",
        [ACT_EXP] = "Exp",         [ACT_LEAKY_RELU] = "LeakyRelu",
        [ACT_ELU] = "Elu"};
    if (layer->activation == ACT_CLIP)
        return clip_write(w, layer, sum);
    if (layer->activation == ACT_SQUARE)
        return node_add(w, "Mul", sum, sum, part(w, layer->name, "value"));
    if (layer->activation == ACT_SILU)
        return node_add(w, "Mul", sum,
                        node_add(w, "Sigmoid", sum, NULL, part(w, layer->name, "sigmoid")),
                        part(w, layer->name, "value"));
    struct message node = node_begin(w, kinds[layer->activation], sum, NULL);
    if (layer->activation == ACT_LEAKY_RELU || layer->activation == ACT_ELU)
        float_attribute(w, &node, "alpha", layer->parameters[0]);
    return node_end(w, &node, part(w, layer->name, "value"));
}

/* exp(-|x - point|^2): (N, 1, n) against (points, n). */
static const char *radial_write(struct writer *w, const struct spec_layer *layer, const char *from)
{
    const char *name = layer->name;
    const char *points =
        floats_add(w, part(w, name, "points"), layer->weights, layer->n_out, layer->n_in);
    const char *value =
        node_add(w, "Unsqueeze", from, axis_add(w, part(w, name, "axis"), 1), part(w, name, "row"));
    value = node_add(w, "Sub", value, points, part(w, name, "apart"));
    value = node_add(w, "Mul", value, value, part(w, name, "squares"));
    struct message sum = node_begin(w, "ReduceSum", value, axis_add(w, part(w, name, "last"), 2));
    integer_attribute(w, &sum, "keepdims", 0);
    value = node_end(w, &sum, part(w, name, "distance"));
    value = node_add(w, "Neg", value, NULL, part(w, name, "exponent"));
    return node_add(w, "Exp", value, NULL, part(w, name, "value"));
}

/* A layer of spec_check: an average has the weights of a dense layer, and no bias. */
static const char *layer_write(struct writer *w, const struct spec_layer *layer, const char *from)
{
    if (layer->kind == LAYER_RADIAL)
        return radial_write(w, layer, from);
    bool linear = layer->kind == LAYER_AVERAGE || layer->activation == ACT_IDENTITY;
    struct message gemm = node_begin(
        w, "Gemm", from,
        floats_add(w, part(w, layer->name, "weights"), layer->weights, layer->n_out, layer->n_in));
    if (layer->kind == LAYER_DENSE)
        message_put_text(&gemm, NODE_INPUT,
                         floats_add(w, part(w, layer->name, "bias"), layer->bias, 0, layer->n_out));
    integer_attribute(w, &gemm, "transB", 1);
    const char *sum = node_end(w, &gemm, part(w, layer->name, linear ? "value" : "sum"));
    return linear ? sum : activation_write(w, layer, sum);
}

/* Outputs */

/* `value` behind a product and a sum with these numbers; NULL: none. */
static const char *stretch_write(struct writer *w, const char *name, const char *value,
                                 const float *scale, const float *offset, size_t count)
{
    if (scale != NULL && !all_are(scale, count, 1.0F))
        value = node_add(w, "Mul", value, floats_add(w, part(w, name, "scale"), scale, 0, count),
                         part(w, name, "scaled"));
    if (offset != NULL && !all_are(offset, count, 0.0F))
        value = node_add(w, "Add", value, floats_add(w, part(w, name, "offset"), offset, 0, count),
                         part(w, name, "shifted"));
    return value;
}

static struct message value_info(struct writer *w, const char *name, size_t width)
{
    struct message rows = message_new(w->arena), columns = message_new(w->arena);
    struct message shape = message_new(w->arena), tensor = message_new(w->arena);
    struct message type = message_new(w->arena), value = message_new(w->arena);
    message_put_text(&rows, DIM_NAME, "N");
    message_put_number(&columns, DIM_VALUE, width);
    message_put_message(&shape, SHAPE_DIM, &rows);
    message_put_message(&shape, SHAPE_DIM, &columns);
    message_put_number(&tensor, TENSOR_TYPE_ELEMENT, TYPE_FLOAT);
    message_put_message(&tensor, TENSOR_TYPE_SHAPE, &shape);
    message_put_message(&type, TYPE_TENSOR, &tensor);
    message_put_text(&value, VALUE_NAME, name);
    message_put_message(&value, VALUE_TYPE, &type);
    return value;
}

/* An output is named by its role alone; the values of layers have a dot in their names. */
static void output_write(struct writer *w, const char *role, const struct spec_output *output,
                         const char *value)
{
    node_add(w, "Identity", value, NULL, role);
    struct message info = value_info(w, role, output->count);
    message_put_message(&w->graph, GRAPH_OUTPUT, &info);
}

static void outputs_write(struct writer *w, const char *inputs, const char *const *layers)
{
    const struct spec *s = w->spec;
    const char *value = from_write(w, &s->mean.from, "output.mean", inputs, layers);
    value = stretch_write(w, "output.mean", value, s->mean.scale, s->mean.offset, s->mean.count);
    output_write(w, "mean", &s->mean, value);
    if (spec_has(&s->sigma)) {
        value = from_write(w, &s->sigma.from, "output.sigma", inputs, layers);
        value =
            stretch_write(w, "output.sigma", value, s->sigma.scale, s->sigma.floor, s->sigma.count);
        output_write(w, "sigma", &s->sigma, value);
    }
    if (spec_has(&s->eta))
        output_write(w, "eta", &s->eta, from_write(w, &s->eta.from, "output.eta", inputs, layers));
}

/* Metadata */

static void metadata_add(struct writer *w, struct message *model, const char *key,
                         const char *value)
{
    struct message entry = message_new(w->arena);
    message_put_text(&entry, ENTRY_KEY, key);
    message_put_text(&entry, ENTRY_VALUE, value);
    message_put_message(model, MODEL_METADATA, &entry);
}

static void inputs_describe(struct writer *w, struct message *model)
{
    const struct spec *s = w->spec;
    for (size_t i = 0; i < s->n_inputs; i++)
        metadata_add(w, model, arena_printf(w->arena, "input_%zu", i),
                     arena_printf(w->arena, "%s, %.9g to %.9g%s%s", s->inputs[i].name,
                                  (double)s->inputs[i].min, (double)s->inputs[i].max,
                                  s->inputs[i].unit == NULL ? "" : " ",
                                  s->inputs[i].unit == NULL ? "" : s->inputs[i].unit));
    for (size_t i = 0; i < s->mean.n_names; i++)
        metadata_add(w, model, arena_printf(w->arena, "output_%zu", i), s->mean.names[i]);
}

static void provenance_describe(struct writer *w, struct message *model)
{
    for (size_t i = 0; i < w->spec->n_provenance; i++) {
        const struct spec_pair *pair = &w->spec->provenance[i];
        if (pair->text != NULL)
            metadata_add(w, model, arena_printf(w->arena, "provenance.%s", pair->key), pair->text);
        for (size_t k = 0; k < pair->n_children; k++)
            metadata_add(
                w, model,
                arena_printf(w->arena, "provenance.%s.%s", pair->key, pair->children[k].key),
                pair->children[k].text);
    }
}

struct output onnx_make(struct arena *arena, const struct spec *spec, const char *sha256)
{
    struct writer w = {arena, spec, message_new(arena)};
    const char **layers = arena_alloc(arena, spec->n_layers, sizeof(*layers));
    const char *inputs = inputs_write(&w);
    for (size_t i = 0; i < spec->n_layers; i++) {
        const struct spec_layer *layer = &spec->layers[spec->order[i]];
        const char *from = from_write(&w, &layer->from, layer->name, inputs, layers);
        layers[spec->order[i]] = layer_write(&w, layer, from);
    }
    outputs_write(&w, inputs, layers);
    message_put_text(&w.graph, GRAPH_NAME, spec->name);
    struct message input = value_info(&w, "inputs", spec->n_inputs);
    message_put_message(&w.graph, GRAPH_INPUT, &input);

    struct message model = message_new(arena), opset = message_new(arena);
    message_put_number(&model, MODEL_IR_VERSION, IR_VERSION);
    message_put_text(&model, MODEL_PRODUCER, "epigen");
    message_put_text(&model, MODEL_PRODUCER_VERSION, epigen_version);
    message_put_number(&opset, OPSET_VERSION, OPSET);
    message_put_message(&model, MODEL_OPSET, &opset);
    message_put_message(&model, MODEL_GRAPH, &w.graph);
    metadata_add(&w, &model, "spec_sha256", sha256);
    inputs_describe(&w, &model);
    provenance_describe(&w, &model);
    return (struct output){.text = (const char *)model.bytes, .size = model.size};
}
