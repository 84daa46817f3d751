/* See simplify.h. The passes of network_make stand in its order. */
#include "import/neurons/simplify.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Numbers among the outputs become neurons without terms. */
static void outputs_list(struct network *w, struct tensor **outputs)
{
    struct neurons *n = w->neurons;
    size_t count = 0;
    for (size_t i = 0; i < n->graph->n_outputs; i++)
        count += outputs[i]->count;
    w->outputs = arena_alloc(n->arena, count + 1, sizeof(*w->outputs));
    uint32_t group = neurons_group(n, NULL);
    for (size_t i = 0; i < n->graph->n_outputs; i++)
        for (size_t k = 0; k < outputs[i]->count; k++) {
            int32_t neuron = tensor_neuron(outputs[i], k);
            if (neuron == NOT_A_NEURON) {
                struct sum sum = sum_begin(n, group, 0);
                if (!isfinite(outputs[i]->values[k]))
                    fail("%s: output \"%s\" has a constant that is not finite", n->graph->file,
                         yaml_excerpt(n->graph->outputs[i].name).text);
                sum.bias = outputs[i]->values[k];
                neuron = sum_end_neuron(&sum);
            }
            w->outputs[w->n_out++] = neuron;
        }
}

static void alive_mark(struct network *w)
{
    const struct neurons *n = w->neurons;
    memset(w->alive, 0, n->count * sizeof(*w->alive));
    for (size_t i = 0; i < w->n_out; i++)
        w->alive[w->outputs[i]] = true;
    for (size_t i = n->count; i-- > n->n_inputs;)
        for (size_t k = 0; w->alive[i] && k < n->all[i].count; k++)
            w->alive[n->all[i].sources[k]] = true;
}

static struct neuron unit_of(struct neurons *n, const struct neuron *old, int32_t source,
                             double bias)
{
    int32_t *sources = arena_alloc(n->arena, 1, sizeof(*sources));
    double *weights = arena_alloc(n->arena, 1, sizeof(*weights));
    struct neuron unit = *old;
    *sources = source;
    *weights = 1.0;
    unit.count = 1;
    unit.sources = sources;
    unit.weights = weights;
    unit.bias = bias;
    return unit;
}

/* A sum whose value is needed on its own is not computed again for its activation: later neurons
   that share its terms read it instead, except those of its own layer, which cannot. */
static void sums_share(struct network *w)
{
    struct neurons *n = w->neurons;
    int32_t *owners = arena_alloc(n->arena, n->count + 1, sizeof(*owners)); /* 0: none, or neuron */
    for (size_t i = n->n_inputs; i < n->count; i++) {
        struct neuron *neuron = &n->all[i];
        int32_t *owner = &owners[neuron->origin];
        if (!w->alive[i] || neuron->count < 2)
            continue;
        bool other = *owner != 0 && n->all[*owner].group != neuron->group;
        double shift = *owner == 0 ? NAN : neuron->bias - n->all[*owner].bias;
        if (other && (shift == 0.0 || n->all[*owner].bias == 0.0))
            *neuron = unit_of(n, neuron, *owner, shift);
        else if ((*owner == 0 || other) && neuron->activation == ACT_IDENTITY)
            *owner = (int32_t)i;
    }
}

/* The terms of sums that the neuron reads, in place of the sums. */
static void neuron_fold(struct neurons *n, struct neuron *neuron)
{
    size_t room = 0;
    bool any = false;
    for (size_t k = 0; k < neuron->count; k++) {
        const struct neuron *source = &n->all[neuron->sources[k]];
        bool sum = (size_t)neuron->sources[k] >= n->n_inputs && source->activation == ACT_IDENTITY;
        any = any || sum;
        room += sum ? source->count : 1;
    }
    if (!any)
        return;
    struct sum sum = sum_begin(n, neuron->group, room);
    sum.bias = neuron->bias;
    for (size_t k = 0; k < neuron->count; k++) {
        const struct neuron *source = &n->all[neuron->sources[k]];
        bool inner =
            (size_t)neuron->sources[k] >= n->n_inputs && source->activation == ACT_IDENTITY;
        if (!inner)
            sum_add_neuron(&sum, neuron->sources[k], neuron->weights[k]);
        for (size_t j = 0; inner && j < source->count; j++)
            sum_add_neuron(&sum, source->sources[j], neuron->weights[k] * source->weights[j]);
        sum.bias += inner ? neuron->weights[k] * source->bias : 0.0;
    }
    sum_merge(&sum);
    neuron->count = sum.count;
    neuron->sources = sum.sources;
    neuron->weights = sum.weights;
    neuron->bias = sum.bias;
}

static void sums_fold(struct network *w)
{
    for (size_t i = w->neurons->n_inputs; i < w->neurons->count; i++)
        if (w->alive[i])
            neuron_fold(w->neurons, &w->neurons->all[i]);
    alive_mark(w);
}

/* Inputs that the file itself standardises */

/* The one neuron that reads each neuron; none or many: NOT_A_NEURON. */
static int32_t *readers_find(const struct network *w)
{
    const struct neurons *n = w->neurons;
    int32_t *readers = arena_alloc(n->arena, n->count + 1, sizeof(*readers));
    unsigned char *seen = arena_alloc(n->arena, n->count + 1, 1);
    for (size_t i = 0; i < n->count; i++)
        readers[i] = NOT_A_NEURON;
    for (size_t i = 0; i < w->n_out; i++)
        seen[w->outputs[i]] = 1;
    for (size_t i = n->n_inputs; i < n->count; i++)
        for (size_t k = 0; w->alive[i] && k < n->all[i].count; k++) {
            int32_t source = n->all[i].sources[k];
            readers[source] = seen[source] != 0 ? NOT_A_NEURON : (int32_t)i;
            seen[source] = 1;
        }
    return readers;
}

/* The sum that is nothing but its one source, scaled and shifted; or NULL. */
static const struct neuron *stretch_of(const struct neurons *n, int32_t neuron)
{
    if (neuron == NOT_A_NEURON)
        return NULL;
    const struct neuron *s = &n->all[neuron];
    return s->count == 1 && s->activation == ACT_IDENTITY ? s : NULL;
}

/* Whether a spec's scale gives this factor: its reciprocal, rounded, is the factor again. */
static bool scale_fits(double factor, double *scale)
{
    float s = (float)(1.0 / factor);
    *scale = (double)s;
    return factor > 0.0 && isfinite(s) && s >= FLT_MIN && s <= 8.0e37F && 1.0F / s == (float)factor;
}

/* Takes x - c and then (x - c) * k behind input i into its mean and scale; returns the neuron that
   is the standardised input. */
static int32_t input_standardise(struct network *w, const int32_t *readers, size_t i)
{
    const struct neurons *n = w->neurons;
    int32_t at = (int32_t)i;
    const struct neuron *s = stretch_of(n, readers[at]);
    if (s != NULL && s->weights[0] == 1.0) {
        w->mean[i] = -s->bias;
        at = readers[at];
        s = stretch_of(n, readers[at]);
    }
    if (s != NULL && s->bias == 0.0 && scale_fits(s->weights[0], &w->scale[i]))
        at = readers[at];
    else
        w->scale[i] = 1.0;
    w->standardised = w->standardised || at != (int32_t)i;
    return at;
}

static void inputs_standardise(struct network *w)
{
    struct neurons *n = w->neurons;
    const int32_t *readers = readers_find(w);
    int32_t *meaning = arena_alloc(n->arena, n->count + 1, sizeof(*meaning));
    for (size_t i = 0; i < n->count; i++)
        meaning[i] = (int32_t)i;
    for (size_t i = 0; i < n->n_inputs; i++)
        meaning[input_standardise(w, readers, i)] = (int32_t)i;
    if (!w->standardised)
        return;
    for (size_t i = n->n_inputs; i < n->count; i++) {
        int32_t *sources = arena_alloc(n->arena, n->all[i].count + 1, sizeof(*sources));
        for (size_t k = 0; k < n->all[i].count; k++)
            sources[k] = meaning[n->all[i].sources[k]];
        n->all[i].sources = sources;
    }
    for (size_t i = 0; i < w->n_out; i++)
        w->outputs[i] = meaning[w->outputs[i]];
    alive_mark(w);
}

/* Outputs that are scaled and shifted neurons */
static void outputs_scale(struct network *w)
{
    const struct neurons *n = w->neurons;
    bool any = false;
    for (size_t i = 0; i < w->n_out; i++) {
        const struct neuron *s =
            (size_t)w->outputs[i] < n->n_inputs ? NULL : stretch_of(n, w->outputs[i]);
        if (s == NULL || (size_t)s->sources[0] < n->n_inputs ||
            !(fabs(s->weights[0]) >= (double)FLT_MIN && fabs(s->weights[0]) <= (double)FLT_MAX))
            return;
        any = true;
    }
    if (!any)
        return;
    w->out_offset = arena_alloc(n->arena, w->n_out + 1, sizeof(double));
    w->out_scale = arena_alloc(n->arena, w->n_out + 1, sizeof(double));
    for (size_t i = 0; i < w->n_out; i++) {
        const struct neuron *s = &n->all[w->outputs[i]];
        w->out_offset[i] = s->bias;
        w->out_scale[i] = s->weights[0];
        w->outputs[i] = s->sources[0];
    }
    alive_mark(w);
}

struct network *network_make(struct neurons *neurons, struct tensor **outputs, bool fold)
{
    struct network *w = arena_alloc(neurons->arena, 1, sizeof(*w));
    w->neurons = neurons;
    outputs_list(w, outputs);
    w->alive = arena_alloc(neurons->arena, neurons->count + 1, sizeof(*w->alive));
    w->mean = arena_alloc(neurons->arena, neurons->n_inputs + 1, sizeof(double));
    w->scale = arena_alloc(neurons->arena, neurons->n_inputs + 1, sizeof(double));
    for (size_t i = 0; i < neurons->n_inputs; i++)
        w->scale[i] = 1.0;
    alive_mark(w);
    sums_share(w);
    if (fold)
        sums_fold(w);
    inputs_standardise(w);
    outputs_scale(w);
    return w;
}
