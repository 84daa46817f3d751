/* See onnx_graph.h. A call of a local function is replaced by the nodes of its body, whose names
   are a scope of their own; its attributes reach those of the body that refer to them. */
#include "import/onnx/onnx_graph.h"

#include "base/fail.h"
#include "import/graph/names.h"
#include "import/onnx/onnx_file.h"
#include "import/onnx/onnx_tensor.h"
#include "spec/yaml_tree.h"

#include <string.h>

enum {
    OPSET_FIRST = 1,
    OPSET_SETTLED = 7, /* before it broadcasting and the modes of training were attributes */
    OPSET_LAST = 21,
    FUNCTION_DEPTH = 16,
    SCOPE_FUNCTIONS = 0, /* the names of local functions */
    SCOPE_MAIN = 1,
    NAME_LEFT_OUT = -2,            /* an input of a function that its call leaves out */
    MAX_NUMBERS = 16 * 1000 * 1000 /* in all tensors of a file */
};

struct builder {
    struct arena *arena;
    const Onnx__ModelProto *model;
    struct graph *graph;
    struct names *names;
    struct tensor_source source;
    size_t node_room, value_room;
    unsigned scopes; /* so many are in use */
};

/* A list of nodes under way: of the graph, or of a function's body with the attributes of its call.
 */
struct body {
    unsigned scope, depth;
    const struct node *call; /* NULL: the graph */
};

static const char *text_of(const char *text) { return text == NULL ? "" : text; }

static int value_new(struct builder *b)
{
    struct graph *g = b->graph;
    if (g->n_values == b->value_room) {
        size_t wider = b->value_room * 2 + 64;
        g->constants =
            arena_grow(b->arena, g->constants, g->n_values, wider, sizeof(struct tensor *));
        b->value_room = wider;
    }
    return (int)g->n_values++;
}

/* The value of this name, which is new or was named before; "" is none. */
static int value_named(struct builder *b, unsigned scope, const char *name)
{
    if (*text_of(name) == '\0')
        return GRAPH_ABSENT;
    int value = names_find(b->names, scope, name);
    if (value == NAME_LEFT_OUT)
        return GRAPH_ABSENT;
    if (value == NAME_UNKNOWN) {
        value = value_new(b);
        names_set(b->names, scope, name, value);
    }
    return value;
}

static const int *values_named(struct builder *b, unsigned scope, char **names, size_t count)
{
    int *values = arena_alloc(b->arena, count + 1, sizeof(*values));
    for (size_t i = 0; i < count; i++)
        values[i] = value_named(b, scope, names[i]);
    return values;
}

static struct node *node_append(struct builder *b)
{
    struct graph *g = b->graph;
    if (g->n_nodes == GRAPH_MAX_NODES)
        fail("%s: has more than %d nodes with those of its functions, the limit of epiimport",
             g->file, GRAPH_MAX_NODES);
    if (g->n_nodes == b->node_room) {
        size_t wider = b->node_room * 2 + 64;
        g->nodes = arena_grow(b->arena, g->nodes, g->n_nodes, wider, sizeof(*g->nodes));
        b->node_room = wider;
    }
    return &g->nodes[g->n_nodes++];
}

/* Attributes */

static const double *numbers_copy(struct arena *arena, const float *numbers, size_t count)
{
    double *copy = arena_alloc(arena, count + 1, sizeof(*copy));
    for (size_t i = 0; i < count; i++)
        copy[i] = (double)numbers[i];
    return copy;
}

static enum attribute_kind attribute_kind(const Onnx__AttributeProto *proto)
{
    switch (proto->type) {
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT: return ATTRIBUTE_INTEGER;
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT: return ATTRIBUTE_FLOAT;
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING: return ATTRIBUTE_TEXT;
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS: return ATTRIBUTE_INTEGERS;
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS: return ATTRIBUTE_FLOATS;
    case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR:
        return proto->t == NULL ? ATTRIBUTE_OTHER : ATTRIBUTE_TENSOR;
    default: return ATTRIBUTE_OTHER;
    }
}

static struct attribute attribute_read(struct builder *b, const Onnx__AttributeProto *proto)
{
    struct attribute a = {.name = text_of(proto->name), .kind = attribute_kind(proto)};
    a.integer = proto->i;
    a.number = (double)proto->f;
    a.text = proto->s.data == NULL
                 ? ""
                 : arena_strndup(b->arena, (const char *)proto->s.data, proto->s.len);
    a.integers = proto->ints;
    a.count = a.kind == ATTRIBUTE_FLOATS ? proto->n_floats : proto->n_ints;
    if (a.kind == ATTRIBUTE_FLOATS)
        a.numbers = numbers_copy(b->arena, proto->floats, a.count);
    if (a.kind == ATTRIBUTE_TENSOR)
        a.tensor = onnx_tensor_read(&b->source, proto->t);
    return a;
}

/* An attribute in a function's body may be that of the call under another name; where the call has
   none, the node has none. */
static void attributes_read(struct builder *b, const struct body *body,
                            const Onnx__NodeProto *proto, struct node *node)
{
    struct attribute *all = arena_alloc(b->arena, proto->n_attribute + 1, sizeof(*all));
    size_t count = 0;
    for (size_t i = 0; i < proto->n_attribute; i++) {
        const char *outer = text_of(proto->attribute[i]->ref_attr_name);
        if (*outer == '\0') {
            all[count++] = attribute_read(b, proto->attribute[i]);
            continue;
        }
        const struct attribute *given =
            body->call == NULL ? NULL : node_attribute(body->call, outer);
        if (given == NULL)
            continue;
        all[count] = *given;
        all[count++].name = text_of(proto->attribute[i]->name);
    }
    node->attributes = all;
    node->n_attributes = count;
}

/* Nodes and functions */

static const char *node_name(const Onnx__NodeProto *proto)
{
    if (*text_of(proto->name) != '\0')
        return proto->name;
    return proto->n_output > 0 ? text_of(proto->output[0]) : "";
}

static bool domain_is_onnx(const char *domain)
{
    return *domain == '\0' || strcmp(domain, "ai.onnx") == 0;
}

static const char *const unsettled[] = {"broadcast", "is_test", "consumed_inputs"};

static struct node node_read(struct builder *b, const struct body *body,
                             const Onnx__NodeProto *proto)
{
    struct node node = {.name = node_name(proto),
                        .kind = text_of(proto->op_type),
                        .domain = text_of(proto->domain)};
    node.foreign = !domain_is_onnx(node.domain);
    node.n_inputs = proto->n_input;
    node.n_outputs = proto->n_output;
    node.inputs = values_named(b, body->scope, proto->input, proto->n_input);
    node.outputs = values_named(b, body->scope, proto->output, proto->n_output);
    attributes_read(b, body, proto, &node);
    if (b->graph->opset < OPSET_SETTLED)
        for (size_t i = 0; i < sizeof(unsettled) / sizeof(unsettled[0]); i++)
            if (node_attribute(&node, unsettled[i]) != NULL)
                node_refuse(b->graph, &node,
                            "has the attribute %s of opset %ld; export the network "
                            "with opset 7 or a later one",
                            unsettled[i], b->graph->opset);
    return node;
}

static const char *function_key(struct builder *b, const char *domain, const char *name)
{
    return arena_printf(b->arena, "%s:%s", domain_is_onnx(domain) ? "" : domain, name);
}

static void functions_name(struct builder *b)
{
    for (size_t i = 0; i < b->model->n_functions; i++) {
        const Onnx__FunctionProto *f = b->model->functions[i];
        names_set(b->names, SCOPE_FUNCTIONS, function_key(b, text_of(f->domain), text_of(f->name)),
                  (int)i);
    }
}

static void nodes_read(struct builder *b, const struct body *body, Onnx__NodeProto **protos,
                       size_t count);

/* The body's inputs are the values of the call; its outputs become those of the call by Identity.
 */
static void call_unfold(struct builder *b, const struct body *outer, const struct node *call,
                        const Onnx__FunctionProto *function)
{
    struct body body = {++b->scopes, outer->depth + 1, call};
    if (body.depth > FUNCTION_DEPTH)
        node_refuse(b->graph, call, "functions call each other on more than %d levels",
                    FUNCTION_DEPTH);
    if (call->n_inputs > function->n_input || call->n_outputs > function->n_output)
        node_refuse(b->graph, call, "passes %zu and %zu values to a function with %zu and %zu",
                    call->n_inputs, call->n_outputs, function->n_input, function->n_output);
    for (size_t i = 0; i < function->n_input; i++) {
        bool given = i < call->n_inputs && call->inputs[i] != GRAPH_ABSENT;
        names_set(b->names, body.scope, text_of(function->input[i]),
                  given ? call->inputs[i] : NAME_LEFT_OUT);
    }
    nodes_read(b, &body, function->node, function->n_node);
    for (size_t i = 0; i < call->n_outputs; i++) {
        int *ends = arena_alloc(b->arena, 2, sizeof(*ends));
        ends[0] = value_named(b, body.scope, function->output[i]);
        ends[1] = call->outputs[i];
        if (ends[0] < 0 || ends[1] < 0)
            continue;
        *node_append(b) = (struct node){.name = call->name,
                                        .kind = "Identity",
                                        .domain = "",
                                        .n_inputs = 1,
                                        .n_outputs = 1,
                                        .inputs = ends,
                                        .outputs = ends + 1};
    }
}

static void nodes_read(struct builder *b, const struct body *body, Onnx__NodeProto **protos,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct node node = node_read(b, body, protos[i]);
        int function =
            b->model->n_functions == 0
                ? NAME_UNKNOWN
                : names_find(b->names, SCOPE_FUNCTIONS, function_key(b, node.domain, node.kind));
        if (function == NAME_UNKNOWN)
            *node_append(b) = node;
        else
            call_unfold(b, body, &node, b->model->functions[function]);
    }
}

/* Inputs and outputs */

__attribute__((format(printf, 3, 4))) static _Noreturn void
input_refuse(const struct graph *g, const Onnx__ValueInfoProto *input, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    fail("%s: input \"%s\" %s", g->file, yaml_excerpt(text_of(input->name)).text, what);
}

static const Onnx__TypeProto__Tensor *input_type(const struct graph *g,
                                                 const Onnx__ValueInfoProto *input)
{
    const Onnx__TypeProto *type = input->type;
    if (type == NULL || type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE ||
        type->tensor_type == NULL || type->tensor_type->shape == NULL)
        input_refuse(g, input, "has no shape, expected one: export the network with fixed shapes");
    return type->tensor_type;
}

static bool input_is_float(const struct graph *g, const Onnx__ValueInfoProto *input)
{
    int32_t number = input_type(g, input)->elem_type;
    return number == ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT ||
           number == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE ||
           number == ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT16;
}

/* A dim that the file leaves open is 1: the number of rows in a batch, as a rule. */
static struct shape input_shape(const struct graph *g, const Onnx__ValueInfoProto *input)
{
    const Onnx__TensorShapeProto *proto = input_type(g, input)->shape;
    struct shape shape = {.rank = proto->n_dim};
    if (shape.rank > TENSOR_RANK)
        input_refuse(g, input, "has %zu dimensions, the limit is %d", shape.rank, TENSOR_RANK);
    for (size_t i = 0; i < shape.rank; i++) {
        const Onnx__TensorShapeProto__Dimension *dim = proto->dim[i];
        bool fixed = dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE &&
                     dim->dim_value > 0;
        shape.dims[i] = fixed ? (size_t)dim->dim_value : 1;
    }
    return shape;
}

/* Old files list the weights among the inputs; only what has no numbers is an input. */
static void inputs_read(struct builder *b)
{
    const Onnx__GraphProto *proto = b->model->graph;
    struct graph *g = b->graph;
    g->inputs = arena_alloc(b->arena, proto->n_input + 1, sizeof(*g->inputs));
    for (size_t i = 0; i < proto->n_input; i++) {
        int value = value_named(b, SCOPE_MAIN, proto->input[i]->name);
        if (value == GRAPH_ABSENT)
            fail("%s: input %zu has no name", g->file, i + 1);
        if (g->constants[value] != NULL)
            continue;
        g->inputs[g->n_inputs++] =
            (struct terminal){.name = proto->input[i]->name,
                              .value = value,
                              .shape = input_shape(g, proto->input[i]),
                              .floating = input_is_float(g, proto->input[i])};
    }
}

static void outputs_read(struct builder *b)
{
    const Onnx__GraphProto *proto = b->model->graph;
    struct graph *g = b->graph;
    g->outputs = arena_alloc(b->arena, proto->n_output + 1, sizeof(*g->outputs));
    for (size_t i = 0; i < proto->n_output; i++) {
        int value = value_named(b, SCOPE_MAIN, proto->output[i]->name);
        if (value == GRAPH_ABSENT)
            fail("%s: output %zu has no name", g->file, i + 1);
        g->outputs[g->n_outputs++] =
            (struct terminal){.name = proto->output[i]->name, .value = value};
    }
    if (g->n_outputs == 0)
        fail("%s: has no output", g->file);
}

static void initializers_read(struct builder *b)
{
    const Onnx__GraphProto *proto = b->model->graph;
    if (proto->n_sparse_initializer > 0)
        fail("%s: has sparse weights, expected dense ones", b->graph->file);
    for (size_t i = 0; i < proto->n_initializer; i++) {
        int value = value_named(b, SCOPE_MAIN, proto->initializer[i]->name);
        if (value != GRAPH_ABSENT)
            b->graph->constants[value] = onnx_tensor_read(&b->source, proto->initializer[i]);
    }
}

static void opset_check(struct builder *b)
{
    for (size_t i = 0; i < b->model->n_opset_import; i++) {
        const Onnx__OperatorSetIdProto *set = b->model->opset_import[i];
        if (domain_is_onnx(text_of(set->domain)))
            b->graph->opset = (long)set->version;
    }
    if (b->graph->opset < OPSET_FIRST || b->graph->opset > OPSET_LAST)
        fail("%s: has the operators of opset %ld, expected %d to %d: export it with "
             "opset_version=17",
             b->graph->file, b->graph->opset, OPSET_SETTLED, OPSET_LAST);
}

struct graph *onnx_graph_read(struct arena *arena, const char *path, const char *file,
                              const char *bytes, size_t size)
{
    struct builder b = {.arena = arena, .scopes = SCOPE_MAIN};
    b.model = onnx_file_read(arena, file, bytes, size);
    b.names = names_new(arena);
    b.source = (struct tensor_source){arena, path, file, MAX_NUMBERS};
    b.graph = arena_alloc(arena, 1, sizeof(*b.graph));
    b.graph->file = file;
    opset_check(&b);
    functions_name(&b);
    initializers_read(&b);
    inputs_read(&b);
    struct body main = {.scope = SCOPE_MAIN};
    nodes_read(&b, &main, b.model->graph->node, b.model->graph->n_node);
    outputs_read(&b);
    graph_sort(arena, b.graph);
    b.graph->origin = arena_printf(
        arena, "ONNX %ld, opset %ld, %.40s %.40s", (long)b.model->ir_version, b.graph->opset,
        text_of(b.model->producer_name), text_of(b.model->producer_version));
    return b.graph;
}
