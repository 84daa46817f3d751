/* See import.h. import_graph is the list of passes. */
#include "import/import.h"

#include "base/fail.h"
#include "base/files.h"
#include "import/graph/labels.h"
#include "import/neurons/layers.h"
#include "import/nnet.h"
#include "import/onnx/onnx_graph.h"
#include "spec/yaml_tree.h"

#include <float.h>
#include <math.h>
#include <sha2.h>
#include <string.h>

struct job {
    struct arena *arena;
    const struct graph *graph;
    const struct import_options *options;
    struct spec *spec;
    size_t n_in, n_out;
    const struct import_input **inputs; /* (n_in) what the domain says of each; NULL: the file */
    const struct import_input *outputs; /* (n_out) columns of a log behind those of the inputs */
};

/* The domain of each input */

static bool names_equal(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static const struct import_input *domain_find(const struct import_domain *d, const char *name)
{
    for (size_t i = 0; i < d->count; i++)
        if (names_equal(d->inputs[i].name, name))
            return &d->inputs[i];
    return NULL;
}

/* By name where --names names columns, else by order. */
static void domain_assign(struct job *job, const struct label *labels)
{
    const struct import_domain *d = job->options->domain;
    bool by_name = labels != NULL && !d->for_all;
    for (size_t i = 0; by_name && i < job->n_in; i++)
        by_name = domain_find(d, labels[i].name) != NULL;
    bool fits =
        d->for_all || by_name || d->count == job->n_in || d->count == job->n_in + job->n_out;
    if (!fits)
        fail("%s: has %zu columns, the network %zu inputs and %zu outputs; expected as many "
             "columns, or --names with those of the inputs",
             d->label, d->count, job->n_in, job->n_out);
    for (size_t i = 0; i < job->n_in; i++)
        job->inputs[i] = by_name ? domain_find(d, labels[i].name) : &d->inputs[d->for_all ? 0 : i];
    if (!d->for_all && !by_name && d->count == job->n_in + job->n_out)
        job->outputs = d->inputs + job->n_in;
}

/* The nearest float32 that is not above, or not below. */
static float float_below(double x)
{
    float f = (float)x;
    return (double)f > x ? nextafterf(f, -INFINITY) : f;
}

static float float_above(double x) { return -float_below(-x); }

static float float_normal(float f) { return fabsf(f) < FLT_MIN ? 0.0F : f; }

static void bounds_set(const struct job *job, size_t i, double min, double max)
{
    struct spec_input *input = &job->spec->inputs[i];
    if (!(min <= max) || !(fabs(min) < 1e38 && fabs(max) < 1e38))
        fail("%s: input %zu has the domain %g to %g, expected two ascending numbers",
             job->options->domain == NULL ? job->graph->file : job->options->domain->label, i + 1,
             min, max);
    input->min = float_normal(float_below(min));
    input->max = float_normal(float_above(max));
    if (input->min == input->max) {
        input->min -= fmaxf(fabsf(input->min) * 0x1p-22F, 0x1p-60F);
        input->max += fmaxf(fabsf(input->max) * 0x1p-22F, 0x1p-60F);
    }
}

/* Which of the network's inputs number i belongs to, and its place there. */
static const struct terminal *terminal_of(const struct graph *g, size_t *i)
{
    const struct terminal *t = g->inputs;
    while (*i >= shape_count(&t->shape)) {
        *i -= shape_count(&t->shape);
        t++;
    }
    return t;
}

static void domain_set(const struct job *job)
{
    for (size_t i = 0; i < job->n_in; i++) {
        size_t place = i;
        const struct terminal *t = terminal_of(job->graph, &place);
        if (job->inputs[i] != NULL)
            bounds_set(job, i, job->inputs[i]->min, job->inputs[i]->max);
        else if (t->min != NULL)
            bounds_set(job, i, t->min[place], t->max[place]);
        else
            fail_usage("%s names no domain of its inputs, expected --domain: the numbers between "
                       "which each input lies, outside of which the emitted code sets a status "
                       "bit. It is a CSV log, a YAML box, a VNN-LIB file or, for all inputs, "
                       "--domain=-1,1",
                       job->graph->file);
    }
}

/* Names */

/* The names of a terminal's numbers: obs_0, obs_1, ... or its own for one. */
static const char *terminal_label(const struct job *job, const char *name, size_t count, size_t i)
{
    const char *base = label_identifier(job->arena, name, SPEC_MAX_LABEL - 5, "x");
    return count == 1 ? base : arena_printf(job->arena, "%s_%zu", base, i);
}

static struct label *labels_given(const struct job *job, const char *option, const char *text,
                                  size_t count)
{
    size_t given;
    if (text == NULL)
        return NULL;
    struct label *labels = labels_parse(job->arena, text, &given);
    if (given != count)
        fail_usage("--%s has %zu names, expected %zu", option, given, count);
    return labels;
}

static void inputs_name(const struct job *job, const struct label *labels)
{
    const char **names = arena_alloc(job->arena, job->n_in + 1, sizeof(*names));
    for (size_t i = 0; i < job->n_in; i++) {
        size_t place = i;
        const struct terminal *t = terminal_of(job->graph, &place);
        const struct import_input *d = job->inputs[i];
        const char *own = labels != NULL ? labels[i].name : d != NULL ? d->name : NULL;
        names[i] = own == NULL ? terminal_label(job, t->name, shape_count(&t->shape), place)
                               : label_identifier(job->arena, own, SPEC_MAX_LABEL,
                                                  arena_printf(job->arena, "x%zu", i));
        job->spec->inputs[i].name = names[i];
        job->spec->inputs[i].unit = labels != NULL && labels[i].unit != NULL ? labels[i].unit
                                    : d != NULL                              ? d->unit
                                                                             : NULL;
    }
    labels_distinct(job->arena, names, job->n_in);
    for (size_t i = 0; i < job->n_in; i++)
        job->spec->inputs[i].name = names[i];
}

/* The unit of all outputs, where they have one. */
static const char *unit_common(const char *const *units, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!names_equal(units[i], units[0]))
            return NULL;
    return units[0];
}

static void outputs_name(const struct job *job, struct tensor *const *outputs)
{
    struct spec_output *mean = &job->spec->mean;
    const struct label *labels = labels_given(job, "outputs", job->options->outputs, job->n_out);
    const char **units = arena_alloc(job->arena, job->n_out + 1, sizeof(*units));
    mean->names = arena_alloc(job->arena, job->n_out + 1, sizeof(*mean->names));
    mean->n_names = job->n_out;
    for (size_t k = 0, i = 0; k < job->graph->n_outputs; k++)
        for (size_t place = 0; place < outputs[k]->count; place++, i++) {
            const char *own = labels != NULL         ? labels[i].name
                              : job->outputs != NULL ? job->outputs[i].name
                                                     : NULL;
            units[i] = labels != NULL         ? labels[i].unit
                       : job->outputs != NULL ? job->outputs[i].unit
                                              : NULL;
            mean->names[i] = own == NULL ? terminal_label(job, job->graph->outputs[k].name,
                                                          outputs[k]->count, place)
                                         : label_identifier(job->arena, own, SPEC_MAX_LABEL,
                                                            arena_printf(job->arena, "y%zu", i));
        }
    labels_distinct(job->arena, mean->names, job->n_out);
    mean->unit = unit_common(units, job->n_out);
}

static const char *model_name(const struct job *job)
{
    const char *given = job->options->name;
    if (given != NULL)
        return given;
    const char *slash = strrchr(job->graph->file, '/');
    const char *base = slash == NULL ? job->graph->file : slash + 1;
    size_t length = strcspn(base, ".");
    const char *name = label_identifier(job->arena, arena_strndup(job->arena, base, length),
                                        SPEC_MAX_NAME + 5, "network");
    name = arena_strndup(job->arena, name, strnlen(name, SPEC_MAX_NAME));
    return model_name_fault(name) == NULL ? name : arena_printf(job->arena, "%.16s_net", name);
}

/* Printable ASCII, as provenance has it. */
static const char *printable(struct arena *arena, const char *text)
{
    char *copy = arena_strdup(arena, text);
    for (char *p = copy; *p != '\0'; p++)
        if (*p < 0x20 || *p > 0x7E)
            *p = '?';
    return copy;
}

static void provenance_set(struct arena *arena, const struct graph *graph, struct spec *spec,
                           const char *bytes, size_t size)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)bytes, size, digest);
    spec->provenance = arena_alloc(arena, 2, sizeof(*spec->provenance));
    spec->provenance[0] =
        (struct spec_pair){.key = "imported_from", .text = printable(arena, graph->origin)};
    spec->provenance[1] =
        (struct spec_pair){.key = "file_sha256", .text = arena_strdup(arena, digest)};
    spec->n_provenance = 2;
}

/* Standardising */

static void inputs_standardise(const struct job *job, const struct network *network)
{
    for (size_t i = 0; i < job->n_in; i++) {
        if (!(fabs(network->mean[i]) <= (double)FLT_MAX))
            fail("%s: subtracts %g from input \"%s\", which no float32 holds", job->graph->file,
                 network->mean[i], job->spec->inputs[i].name);
        job->spec->inputs[i].mean = float_normal((float)network->mean[i]);
        job->spec->inputs[i].scale = (float)network->scale[i];
    }
}

/* By the domain's mean and scale, where the file itself does not; NULL: not at all. */
static const struct standards *standards_of(const struct job *job, const struct network *network)
{
    const struct import_domain *d = job->options->domain;
    if (d == NULL || !d->standardised || network->standardised || job->options->plain)
        return NULL;
    struct standards *s = arena_alloc(job->arena, 1, sizeof(*s));
    double *mean = arena_alloc(job->arena, job->n_in + 1, sizeof(*mean));
    double *scale = arena_alloc(job->arena, job->n_in + 1, sizeof(*scale));
    for (size_t i = 0; i < job->n_in; i++) {
        mean[i] = (double)float_normal((float)job->inputs[i]->mean);
        scale[i] = (double)(float)job->inputs[i]->scale;
        job->spec->inputs[i].mean = (float)mean[i];
        job->spec->inputs[i].scale = (float)scale[i];
    }
    *s = (struct standards){mean, scale};
    return s;
}

static void inputs_check(const struct graph *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->n_inputs; i++) {
        size_t more = shape_count(&g->inputs[i].shape);
        const char *name = g->inputs[i].name;
        if (!g->inputs[i].floating)
            fail("%s: input \"%s\" has integers, expected floating-point numbers", g->file,
                 yaml_excerpt(name).text);
        if (more == 0 || more > SPEC_MAX_INPUTS - count)
            fail("%s: with input \"%s\" the network has %zu numbers as inputs, a spec has 1 to %d",
                 g->file, yaml_excerpt(name).text, more == SIZE_MAX ? more : count + more,
                 SPEC_MAX_INPUTS);
        count += more;
    }
    if (count == 0)
        fail("%s: has no input", g->file);
}

static void outputs_check(const struct job *job)
{
    if (job->n_out == 0 || job->n_out > SPEC_MAX_WIDTH)
        fail("%s: has %zu numbers as outputs, a spec has 1 to %d", job->graph->file, job->n_out,
             SPEC_MAX_WIDTH);
}

/* A .nnet file begins with a comment or a number, and has only text. */
static bool is_text(const char *bytes, size_t size)
{
    bool text = size > 0 && (bytes[0] == '/' || (bytes[0] >= '0' && bytes[0] <= '9'));
    for (size_t i = 0; text && i < size && i < 16; i++)
        text = (bytes[i] >= ' ' && bytes[i] <= '~') || strchr("\t\r\n", bytes[i]) != NULL;
    return text;
}

struct import *import_graph(struct arena *arena, const struct graph *graph,
                            const struct import_options *options)
{
    struct import *result = arena_alloc(arena, 1, sizeof(*result));
    inputs_check(graph);
    struct evaluation *evaluation = evaluation_new(arena, graph);
    struct job job = {.arena = arena, .graph = graph, .options = options};
    job.n_in = evaluation->n_in;
    struct neurons *neurons = neurons_new(arena, graph, job.n_in);
    struct tensor **outputs = evaluation_trace(evaluation, neurons);
    for (size_t i = 0; i < graph->n_outputs; i++)
        job.n_out += outputs[i]->count;
    outputs_check(&job);
    struct network *network = network_make(neurons, outputs, options->fold);

    struct spec *spec = arena_alloc(arena, 1, sizeof(*spec));
    job.spec = spec;
    spec->file = graph->file;
    spec->n_inputs = job.n_in;
    spec->inputs = arena_alloc(arena, job.n_in, sizeof(*spec->inputs));
    job.inputs = arena_alloc(arena, job.n_in, sizeof(const struct import_input *));
    const struct label *labels = labels_given(&job, "names", options->names, job.n_in);
    if (options->domain != NULL)
        domain_assign(&job, labels);
    domain_set(&job);
    inputs_name(&job, labels);
    outputs_name(&job, outputs);
    inputs_standardise(&job, network);
    layers_make(network, standards_of(&job, network), spec);
    spec->name = model_name(&job);
    spec_check(arena, spec);
    *result = (struct import){spec, evaluation, job.n_in, job.n_out};
    return result;
}

struct import *import_bytes(struct arena *arena, const char *path, const char *file,
                            const char *bytes, size_t size, const struct import_options *options)
{
    const struct graph *graph = is_text(bytes, size)
                                    ? nnet_read(arena, file, bytes, size)
                                    : onnx_graph_read(arena, path, file, bytes, size);
    struct import *result = import_graph(arena, graph, options);
    provenance_set(arena, graph, result->spec, bytes, size);
    return result;
}

struct import *import_read(struct arena *arena, const char *path,
                           const struct import_options *options)
{
    size_t size;
    const char *bytes = file_read(arena, path, GRAPH_MAX_BYTES, &size);
    bool standard = strcmp(path, "-") == 0;
    return import_bytes(arena, standard ? NULL : path, standard ? "standard input" : path, bytes,
                        size, options);
}
