/* See given.h. */
#include "given/given.h"

#include "base/fail.h"
#include "base/files.h"
#include "data/unpack.h"
#include "given/foreign.h"
#include "result/answers.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* --- the file --------------------------------------------------------------------------------- */

static bool ends_in(const char *file, const char *suffix)
{
    size_t length = strlen(file), end = strlen(suffix);
    return length >= end && strcmp(file + length - end, suffix) == 0;
}

/* Marks the layers that lead to a source. In reverse order each comes behind all that read it. */
static bool *layers_needed(struct arena *arena, const struct spec *spec)
{
    bool *needed = arena_alloc(arena, spec->n_layers, sizeof(*needed));
    for (size_t i = 0; i < spec->mean.from.count; i++)
        if (spec->mean.from.sources[i] != SOURCE_INPUTS)
            needed[spec->mean.from.sources[i]] = true;
    for (size_t n = spec->n_layers; n-- > 0;) {
        const struct spec_from *from = &spec->layers[spec->order[n]].from;
        for (size_t i = 0; needed[spec->order[n]] && i < from->count; i++)
            if (from->sources[i] != SOURCE_INPUTS)
                needed[from->sources[i]] = true;
    }
    return needed;
}

/* The spec with its mean alone, and the layers that lead there. */
static struct spec *mean_only(struct arena *arena, const struct spec *spec)
{
    struct spec *mean = arena_alloc(arena, 1, sizeof(*mean));
    const bool *needed = layers_needed(arena, spec);
    *mean = *spec;
    mean->sigma = mean->eta = (struct spec_output){0};
    mean->layers = arena_alloc(arena, spec->n_layers, sizeof(*mean->layers));
    mean->n_layers = 0;
    for (size_t i = 0; i < spec->n_layers; i++)
        if (needed[i])
            mean->layers[mean->n_layers++] = spec->layers[i];
    return mean;
}

static void network_set(struct arena *arena, struct given *given, const struct spec *spec)
{
    given->spec = mean_only(arena, spec);
    given->interpreter = interpreter_of_spec(arena, given->spec);
}

/* The domain of a network is what it was made for: the recipe's does not leave it. */
static void domain_limit(struct arena *arena, const struct spec *spec, struct recipe *recipe)
{
    float *limits = arena_alloc(arena, 2 * recipe->n_inputs, sizeof(*limits));
    for (size_t i = 0; i < recipe->n_inputs; i++) {
        limits[2 * i] = spec->inputs[i].min;
        limits[2 * i + 1] = spec->inputs[i].max;
    }
    recipe->domain.limits = limits;
}

static void inputs_expect(const struct given *given, const struct recipe *recipe)
{
    const struct spec *spec = given->spec;
    if (spec->n_inputs != recipe->n_inputs)
        fail_at(recipe->file, recipe->inputs[0].line,
                "%zu inputs, expected %zu, in the order of %s", recipe->n_inputs, spec->n_inputs,
                given->file);
    for (size_t i = 0; i < spec->n_inputs; i++)
        for (size_t k = 0; k < spec->n_inputs; k++)
            if (k != i && strcmp(recipe->inputs[i].name, spec->inputs[k].name) == 0)
                fail_at(recipe->file, recipe->inputs[i].line,
                        "input %zu is %s, which is input %zu of %s, expected its order", i + 1,
                        recipe->inputs[i].name, k + 1, given->file);
}

/* Refuses a file that cannot be read, or is of a kind that only another tool can turn into ONNX. */
static void file_expect(const struct recipe *recipe, const char *file)
{
    static const char *const others[] = {".pt",     ".pth", ".ckpt",   ".h5",         ".keras",
                                         ".tflite", ".pb",  ".pickle", ".safetensors"};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (ends_in(file, others[i]))
            fail_at(recipe->file, recipe->mean_from.line,
                    "mean_from is %s, expected a spec, an .onnx or a .nnet file: let the tool that "
                    "trained the network export it as ONNX",
                    file);
    if (strcmp(file, "-") != 0 && access(file, R_OK) != 0)
        fail_at(recipe->file, recipe->mean_from.line, "%s: %s", file, strerror(errno));
}

struct given *given_open(struct arena *arena, struct recipe *recipe, FILE *err)
{
    struct given *given = arena_alloc(arena, 1, sizeof(*given));
    size_t size;
    const char *file = recipe->mean_from.path;
    file_expect(recipe, file);
    const char *bytes = file_read(arena, file, SPEC_MAX_BYTES, &size);
    given->file = file;
    given->sha256 = bytes_sum(arena, bytes, size);
    if (ends_in(file, ".onnx"))
        return given; /* it has no domain of its own */
    struct spec *spec;
    if (ends_in(file, ".nnet")) {
        spec = foreign_read(arena, file, recipe->name, NULL);
    } else {
        spec = spec_read(arena, file, bytes, size);
        spec_check(arena, spec);
    }
    if (spec_has(&spec->sigma) || spec_has(&spec->eta))
        warning_print(err, file, "the network has %s; its mean alone is taken",
                      spec_outputs_text(spec));
    network_set(arena, given, spec);
    inputs_expect(given, recipe);
    domain_limit(arena, given->spec, recipe);
    return given;
}

/* --- the rows --------------------------------------------------------------------------------- */

/* The ONNX file with the domain of the rows; its inputs are not standardised beside what it does
   itself. */
static void onnx_read(struct arena *arena, struct given *given, const struct recipe *recipe,
                      const struct problem *p)
{
    struct import_domain domain = {.label = recipe->file, .count = recipe->n_inputs};
    domain.inputs = arena_alloc(arena, domain.count, sizeof(*domain.inputs));
    for (size_t i = 0; i < domain.count; i++)
        domain.inputs[i] = (struct import_input){.name = p->inputs[i].name,
                                                 .unit = p->inputs[i].unit,
                                                 .min = (double)p->inputs[i].low,
                                                 .max = (double)p->inputs[i].high,
                                                 .scale = 1.0};
    network_set(arena, given, foreign_read(arena, given->file, recipe->name, &domain));
    inputs_expect(given, recipe);
}

/* What the network says of the rows, (count, n_out). */
static float *means_of(struct arena *arena, const struct given *given, const struct rows *rows)
{
    size_t n_out = given->spec->mean.count;
    float *means = arena_alloc(arena, rows->count * n_out, sizeof(*means));
    for (size_t i = 0; i < rows->count; i++)
        memcpy(means + i * n_out,
               interpreter_run(given->interpreter, rows->raw + i * rows->n_in)->mean,
               n_out * sizeof(*means));
    return means;
}

/* Mean and standard deviation of output k. */
static struct scaling scaling_of(const float *values, size_t count, size_t n_out, size_t k)
{
    double mean = 0.0, square = 0.0;
    for (size_t i = 0; i < count; i++)
        mean += (double)values[i * n_out + k] / (double)count;
    for (size_t i = 0; i < count; i++) {
        double v = (double)values[i * n_out + k] - mean;
        square += v * v / (double)count;
    }
    bool constant = !(sqrt(square) > 1e-30);
    return (struct scaling){
        .mean = (float)mean, .scale = constant ? 1.0F : (float)sqrt(square), .constant = constant};
}

/* Rows without outputs get those of the network. */
static void outputs_fill(struct arena *arena, const struct given *given, struct rows *rows,
                         const struct scaling *outputs)
{
    float *y = means_of(arena, given, rows);
    rows->n_out = given->spec->mean.count;
    for (size_t i = 0; i < rows->count * rows->n_out; i++) {
        const struct scaling *s = &outputs[i % rows->n_out];
        y[i] = (float)(((double)y[i] - (double)s->mean) / (double)s->scale);
    }
    rows->y = y;
}

static void outputs_from_network(struct arena *arena, const struct given *given,
                                 struct recipe *recipe, struct problem *p)
{
    const struct spec_output *mean = &given->spec->mean;
    const float *values = means_of(arena, given, &p->train);
    p->without_truth = true;
    p->outputs = arena_alloc(arena, mean->count, sizeof(*p->outputs));
    recipe->outputs = arena_alloc(arena, mean->count, sizeof(*recipe->outputs));
    recipe->n_outputs = mean->count;
    for (size_t k = 0; k < mean->count; k++) {
        p->outputs[k] = scaling_of(values, p->train.count, mean->count, k);
        p->outputs[k].name =
            mean->names == NULL ? arena_printf(arena, "y%zu", k + 1) : mean->names[k];
        p->outputs[k].label = p->outputs[k].name;
        p->outputs[k].unit = mean->unit;
        recipe->outputs[k] = (struct column){
            .name = p->outputs[k].name, .line = recipe->mean_from.line, .unit = mean->unit};
    }
    outputs_fill(arena, given, &p->train, p->outputs);
    outputs_fill(arena, given, &p->validation, p->outputs);
    outputs_fill(arena, given, &p->test, p->outputs);
}

void given_join(struct arena *arena, struct given *given, struct recipe *recipe,
                struct problem *problem)
{
    if (given->spec == NULL)
        onnx_read(arena, given, recipe, problem);
    if (recipe->n_outputs == 0)
        outputs_from_network(arena, given, recipe, problem);
    if (recipe->n_outputs != given->spec->mean.count)
        fail_at(recipe->file, recipe->outputs[0].line,
                "%zu outputs, expected %zu, in the order of %s, or none", recipe->n_outputs,
                given->spec->mean.count, given->file);
    recipe->shape.n_out = recipe->n_outputs;
}

/* --- residuals -------------------------------------------------------------------------------- */

/* y of the rows in its unit, minus the given mean. */
static double *residuals_of(struct arena *arena, const struct given *given, const struct rows *rows,
                            const struct scaling *outputs)
{
    const float *means = means_of(arena, given, rows);
    double *residuals = arena_alloc(arena, rows->count * rows->n_out, sizeof(*residuals));
    for (size_t i = 0; i < rows->count * rows->n_out; i++) {
        const struct scaling *s = &outputs[i % rows->n_out];
        residuals[i] = (double)s->mean + (double)s->scale * (double)rows->y[i] - (double)means[i];
    }
    return residuals;
}

struct scaling *given_outputs(struct arena *arena, const struct given *given,
                              const struct problem *p)
{
    const double least = 1e-6; /* of the output's scale: what is far below it is rounding */
    size_t n_out = p->train.n_out;
    struct arena *scratch = arena_new();
    struct scaling *outputs = arena_alloc(arena, n_out, sizeof(*outputs));
    const double *residuals = residuals_of(scratch, given, &p->train, p->outputs);
    for (size_t k = 0; k < n_out; k++) {
        double square = 0.0;
        for (size_t i = 0; i < p->train.count; i++)
            square += residuals[i * n_out + k] * residuals[i * n_out + k];
        double scale = sqrt(square / (double)p->train.count);
        outputs[k] = p->outputs[k];
        outputs[k].mean = 0.0F;
        outputs[k].scale = (float)fmax(scale, least * (double)p->outputs[k].scale);
    }
    arena_free(scratch);
    return outputs;
}

static struct rows residual_rows(struct arena *arena, const struct given *given,
                                 const struct problem *p, const struct rows *rows,
                                 const struct scaling *outputs)
{
    struct rows r = *rows;
    const double *residuals = residuals_of(arena, given, rows, p->outputs);
    float *y = arena_alloc(arena, rows->count * rows->n_out, sizeof(*y));
    for (size_t i = 0; i < rows->count * rows->n_out; i++)
        y[i] = (float)(residuals[i] / (double)outputs[i % rows->n_out].scale);
    r.y = y;
    return r;
}

struct epiout_given given_rows(struct arena *arena, const struct given *given,
                               const struct problem *p, const struct scaling *outputs)
{
    struct epiout_given rows = {.train = &p->train, .validation = &p->validation};
    if (p->without_truth)
        return rows;
    rows.residual_train = residual_rows(arena, given, p, &p->train, outputs);
    rows.residual_validation = residual_rows(arena, given, p, &p->validation, outputs);
    return rows;
}

void given_print(const struct given *given, const struct problem *p, FILE *out)
{
    struct arena *arena = arena_new();
    size_t n = p->train.count, n_out = p->train.n_out;
    fprintf(out, "mean: as it is in %s, not trained\n", given->file);
    const double *residuals = residuals_of(arena, given, &p->train, p->outputs);
    for (size_t k = 0; k < n_out && !p->without_truth; k++) {
        double scale = (double)p->outputs[k].scale, square = 0.0, sum = 0.0;
        for (size_t i = 0; i < n; i++) {
            square += residuals[i * n_out + k] * residuals[i * n_out + k] / (double)n;
            sum += residuals[i * n_out + k] / (double)n;
        }
        fprintf(out,
                "given mean of %s on %zu training rows: RMSE %.4g, of which a constant error of "
                "%.4g; it explains %.1f %% of their variance\n",
                p->outputs[k].name, n, sqrt(square), sum, 100.0 * (1.0 - square / (scale * scale)));
    }
    if (p->without_truth)
        fprintf(out, "the rows have no outputs to compare the mean with: eta alone is trained\n");
    arena_free(arena);
}
