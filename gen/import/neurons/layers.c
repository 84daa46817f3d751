/* See layers.h. Neurons with the same group, activation and parameters become one layer. A layer
   reads whole layers; weights of what a neuron does not read are 0, and such terms are left out of
   the emitted code. */
#include "import/neurons/layers.h"

#include "base/fail.h"
#include "import/graph/labels.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct draft {
    const struct neuron *first; /* any of its neurons, for group and activation */
    const char *name;
    size_t count; /* neurons */
    int next;     /* another layer of the same group, or -1 */
    int32_t *neurons;
};

struct maker {
    const struct network *network;
    const struct neurons *neurons;
    struct arena *arena;
    struct spec *spec;
    struct draft *drafts;
    size_t n_drafts;
    int *head;      /* (groups) the last layer of the group, or -1 */
    int *layer;     /* (neurons) the layer of each, SOURCE_INPUTS for an input */
    size_t *place;  /* (neurons) its place in the layer */
    size_t weights; /* in all layers so far */
};

/* A number as a float32 of a spec: normal, or 0. */
static float float_of(const struct maker *m, double number)
{
    float value = (float)number;
    if (!isfinite(value))
        fail("%s: has a weight or bias of %g, which no float32 holds", m->neurons->graph->file,
             number);
    return fabsf(value) < FLT_MIN ? 0.0F : value;
}

static bool same_layer(const struct neuron *a, const struct neuron *b)
{
    bool same = a->activation == b->activation;
    for (size_t i = 0; i < ACT_PARAMETERS; i++)
        same = same && a->parameters[i] == b->parameters[i];
    return same;
}

static void layer_limit(const struct maker *m)
{
    if (m->n_drafts >= SPEC_MAX_LAYERS - 2)
        fail("%s: becomes more than %d layers, the limit of a spec", m->neurons->graph->file,
             SPEC_MAX_LAYERS);
}

/* The layer of the neuron, which is new where no earlier one fits. */
static int draft_of(struct maker *m, const struct neuron *neuron)
{
    int at = m->head[neuron->group];
    while (at >= 0 && !same_layer(m->drafts[at].first, neuron))
        at = m->drafts[at].next;
    if (at >= 0)
        return at;
    layer_limit(m);
    at = (int)m->n_drafts++;
    m->drafts[at] = (struct draft){.first = neuron, .next = m->head[neuron->group]};
    m->head[neuron->group] = at;
    return at;
}

static void neurons_place(struct maker *m)
{
    const struct neurons *n = m->neurons;
    for (size_t i = 0; i < n->n_groups; i++)
        m->head[i] = -1;
    for (size_t i = 0; i < n->count; i++) {
        m->layer[i] = SOURCE_INPUTS;
        m->place[i] = i;
        if (i < n->n_inputs || !m->network->alive[i])
            continue;
        m->layer[i] = draft_of(m, &n->all[i]);
        m->place[i] = m->drafts[m->layer[i]].count++;
    }
    for (size_t i = 0; i < m->n_drafts; i++)
        m->drafts[i].neurons =
            arena_alloc(m->arena, m->drafts[i].count, sizeof(*m->drafts[i].neurons));
    for (size_t i = n->n_inputs; i < n->count; i++)
        if (m->network->alive[i])
            m->drafts[m->layer[i]].neurons[m->place[i]] = (int32_t)i;
}

static void drafts_name(struct maker *m)
{
    const char **names = arena_alloc(m->arena, m->n_drafts + 3, sizeof(*names));
    names[0] = "inputs";
    names[1] = "restored";
    names[2] = "outputs";
    for (size_t i = 0; i < m->n_drafts; i++) {
        const struct node *node = m->neurons->groups[m->drafts[i].first->group].node;
        names[i + 3] = label_identifier(m->arena, node == NULL ? "constant" : node->name,
                                        SPEC_MAX_LABEL, "layer");
    }
    labels_distinct(m->arena, names, m->n_drafts + 3);
    for (size_t i = 0; i < m->n_drafts; i++)
        m->drafts[i].name = names[i + 3];
}

/* What a layer reads: whole layers in ascending order, the inputs first. */
struct reading {
    size_t *start; /* (layers + 1) where the numbers of a source begin; [0] is that of the inputs */
    bool *used;
    struct spec_from from;
    size_t width;
};

static size_t source_width(const struct maker *m, int source)
{
    return source == SOURCE_INPUTS ? m->neurons->n_inputs : m->drafts[source].count;
}

static const char *source_name(const struct maker *m, int source, bool restored)
{
    return source != SOURCE_INPUTS ? m->drafts[source].name : restored ? "restored" : "inputs";
}

static void reading_use(const struct maker *m, struct reading *r, const int32_t *neurons,
                        size_t count)
{
    for (size_t k = 0; k < count; k++)
        r->used[m->layer[neurons[k]] + 1] = true;
}

/* Gives the used sources their places; a layer that reads nothing reads the inputs, with weight 0.
 */
static void reading_end(const struct maker *m, struct reading *r, const char *what, bool restored)
{
    size_t limit = m->n_drafts + 1;
    r->from.names = arena_alloc(m->arena, limit + 1, sizeof(*r->from.names));
    for (size_t i = 0; i < limit; i++) {
        if (!r->used[i])
            continue;
        r->start[i] = r->width;
        r->width += source_width(m, (int)i - 1);
        r->from.names[r->from.count++] = source_name(m, (int)i - 1, restored);
    }
    if (r->from.count == 0) {
        r->width = m->neurons->n_inputs;
        r->from.names[r->from.count++] = source_name(m, SOURCE_INPUTS, restored);
    }
    if (r->from.count > SPEC_MAX_SOURCES || r->width > SPEC_MAX_WIDTH)
        fail("%s: %s \"%s\" reads %zu numbers of %zu layers, a spec has at most %d and %d",
             m->neurons->graph->file, "what becomes layer", what, r->width, r->from.count,
             SPEC_MAX_WIDTH, SPEC_MAX_SOURCES);
}

static struct reading reading_begin(const struct maker *m)
{
    struct reading r = {0};
    r.start = arena_alloc(m->arena, m->n_drafts + 2, sizeof(*r.start));
    r.used = arena_alloc(m->arena, m->n_drafts + 2, sizeof(*r.used));
    return r;
}

static void layer_size(struct maker *m, struct spec_layer *layer)
{
    if (layer->n_out > SPEC_MAX_WIDTH)
        fail("%s: layer \"%s\" has %zu neurons, a spec has at most %d", m->neurons->graph->file,
             layer->name, layer->n_out, SPEC_MAX_WIDTH);
    m->weights += layer->n_in * layer->n_out;
    if (m->weights > SPEC_MAX_WEIGHTS)
        fail("%s: becomes layers with more than %d weights, the limit of a spec",
             m->neurons->graph->file, SPEC_MAX_WEIGHTS);
    layer->weights = arena_alloc(m->arena, layer->n_in * layer->n_out, sizeof(float));
    layer->bias = arena_alloc(m->arena, layer->n_out, sizeof(float));
}

static void layer_fill(struct maker *m, const struct draft *draft, struct spec_layer *layer,
                       bool restored)
{
    const struct neuron *all = m->neurons->all;
    struct reading r = reading_begin(m);
    for (size_t i = 0; i < draft->count; i++)
        reading_use(m, &r, all[draft->neurons[i]].sources, all[draft->neurons[i]].count);
    reading_end(m, &r, draft->name, restored);
    *layer = (struct spec_layer){.name = draft->name,
                                 .kind = LAYER_DENSE,
                                 .activation = draft->first->activation,
                                 .from = r.from,
                                 .n_in = r.width,
                                 .n_out = draft->count};
    memcpy(layer->parameters, draft->first->parameters, sizeof(layer->parameters));
    layer_size(m, layer);
    for (size_t i = 0; i < draft->count; i++) {
        const struct neuron *neuron = &all[draft->neurons[i]];
        layer->bias[i] = float_of(m, neuron->bias);
        for (size_t k = 0; k < neuron->count; k++) {
            int32_t source = neuron->sources[k];
            size_t at = r.start[m->layer[source] + 1] + m->place[source];
            layer->weights[i * layer->n_in + at] = float_of(m, neuron->weights[k]);
        }
    }
}

/* A layer that only gives what it reads in another order. */
static void layer_select(struct maker *m, const struct reading *r, struct spec_layer *layer)
{
    const struct network *w = m->network;
    *layer = (struct spec_layer){.name = "outputs",
                                 .kind = LAYER_DENSE,
                                 .activation = ACT_IDENTITY,
                                 .from = r->from,
                                 .n_in = r->width,
                                 .n_out = w->n_out};
    layer_size(m, layer);
    for (size_t i = 0; i < w->n_out; i++) {
        int32_t source = w->outputs[i];
        layer->weights[i * r->width + r->start[m->layer[source] + 1] + m->place[source]] = 1.0F;
    }
}

/* Whether the outputs are all numbers of whole layers, in their order. */
static bool outputs_are_layers(const struct maker *m, const struct reading *r)
{
    const struct network *w = m->network;
    bool same = r->width == w->n_out && m->n_drafts > 0 && !r->used[0];
    for (size_t i = 0; same && i < w->n_out; i++)
        same = r->start[m->layer[w->outputs[i]] + 1] + m->place[w->outputs[i]] == i;
    return same;
}

static float *numbers_of(const struct maker *m, const double *numbers, size_t count)
{
    float *copy = arena_alloc(m->arena, count + 1, sizeof(*copy));
    for (size_t i = 0; i < count; i++)
        copy[i] = float_of(m, numbers[i]);
    return copy;
}

static void mean_fill(struct maker *m, bool restored)
{
    const struct network *w = m->network;
    struct spec_output *mean = &m->spec->mean;
    struct reading r = reading_begin(m);
    reading_use(m, &r, w->outputs, w->n_out);
    reading_end(m, &r, "outputs", restored);
    mean->from = r.from;
    if (!outputs_are_layers(m, &r)) {
        struct spec_layer *last = &m->spec->layers[m->spec->n_layers++];
        layer_select(m, &r, last);
        mean->from = (struct spec_from){.count = 1};
        mean->from.names = arena_alloc(m->arena, 1, sizeof(*mean->from.names));
        mean->from.names[0] = last->name;
    }
    if (w->out_scale == NULL)
        return;
    mean->offset = numbers_of(m, w->out_offset, w->n_out);
    mean->scale = numbers_of(m, w->out_scale, w->n_out);
    mean->n_offset = mean->n_scale = w->n_out;
}

/* The first layer where the spec standardises what the file does not: scale * z + mean. */
static void layer_restore(struct maker *m, const struct standards *s, struct spec_layer *layer)
{
    size_t n = m->neurons->n_inputs;
    *layer = (struct spec_layer){
        .name = "restored", .kind = LAYER_DENSE, .activation = ACT_IDENTITY, .n_in = n, .n_out = n};
    layer->from.count = 1;
    layer->from.names = arena_alloc(m->arena, 1, sizeof(*layer->from.names));
    layer->from.names[0] = "inputs";
    layer_size(m, layer);
    for (size_t i = 0; i < n; i++) {
        layer->weights[i * n + i] = float_of(m, s->scale[i]);
        layer->bias[i] = float_of(m, s->mean[i]);
    }
}

void layers_make(const struct network *network, const struct standards *restored, struct spec *spec)
{
    const struct neurons *n = network->neurons;
    struct maker m = {.network = network, .neurons = n, .arena = n->arena, .spec = spec};
    m.drafts = arena_alloc(m.arena, SPEC_MAX_LAYERS, sizeof(*m.drafts));
    m.head = arena_alloc(m.arena, n->n_groups + 1, sizeof(*m.head));
    m.layer = arena_alloc(m.arena, n->count + 1, sizeof(*m.layer));
    m.place = arena_alloc(m.arena, n->count + 1, sizeof(*m.place));
    neurons_place(&m);
    drafts_name(&m);
    spec->layers = arena_alloc(m.arena, m.n_drafts + 2, sizeof(*spec->layers));
    if (restored != NULL)
        layer_restore(&m, restored, &spec->layers[spec->n_layers++]);
    for (size_t i = 0; i < m.n_drafts; i++)
        layer_fill(&m, &m.drafts[i], &spec->layers[spec->n_layers++], restored != NULL);
    mean_fill(&m, restored != NULL);
}
