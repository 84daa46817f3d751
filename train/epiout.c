/* See epiout.h. */
#include "epiout.h"

#include "base/fail.h"
#include "eta/distil.h"
#include "eta/sample.h"
#include "net/shrink.h"

#include <math.h>
#include <string.h>

static void network_check(const struct network *network, const struct recipe *recipe,
                          const char *section)
{
    for (size_t i = 0; i < network->n_fit + network->n_eta; i++)
        if (!isfinite(network->parameters[i]))
            fail("%s: the training diverged, expected a smaller \"%s: rate\"",
                 recipe->file == NULL ? "recipe" : recipe->file, section);
}

struct stage {
    const struct epiout_progress *progress;
    const char *name;
};

static void stage_show(void *context, double done, double loss)
{
    const struct stage *stage = context;
    if (stage->progress != NULL)
        stage->progress->show(stage->progress->context, stage->name, done, loss);
}

/* Sigma is fitted on the rows that the mean was fitted on, and so it comes out too small. The
   validation rows say by which factor. CAUTION imagined rows that ask for no change keep a handful
   of validation rows from changing much. */
static void sigma_calibrate(struct network *network, const struct rows *validation)
{
    enum { CAUTION = 10 };
    struct arena *arena = arena_new();
    size_t rows = validation->count, n_out = validation->n_out;
    float *mean = arena_alloc(arena, rows * n_out, sizeof(*mean));
    float *sigma = arena_alloc(arena, rows * n_out, sizeof(*sigma));
    double n = (double)rows;
    network_predict(network, validation, mean, sigma, NULL);
    for (size_t k = 0; k < n_out; k++) {
        double square = 0.0; /* n times the mean squared normalised error */
        for (size_t i = k; i < rows * n_out; i += n_out) {
            double normalised = ((double)validation->y[i] - (double)mean[i]) / (double)sigma[i];
            square += normalised * normalised;
        }
        network->sigma_scale[k] = sqrt((square + CAUTION) / (n + CAUTION));
    }
    arena_free(arena);
}

/* `effort` times the steps, at least one. */
static size_t steps_with_effort(size_t steps, double effort)
{
    double scaled = ceil(effort * (double)steps);
    return scaled < 1.0 ? 1 : (size_t)scaled;
}

/* Stage 1; it runs a second time, from where it ended, if weights are to be pruned. */
static void mean_sigma_fit(struct network *network, const struct recipe *recipe,
                           const struct rows *train, const struct rows *validation,
                           struct stage *stage, struct random *random)
{
    struct arena *arena = arena_new();
    struct fit_options o = recipe->fit;
    o.epochs = fit_epochs(&o, train->count);
    o.progress = stage_show;
    o.context = stage;
    fit(network, train, validation, &o, random);
    if (recipe->prune.sparsity > 0.0) {
        struct prune prune =
            prune_new(arena, network, false, recipe->prune.by, recipe->prune.sparsity);
        stage->name = "pruning";
        o.prune = &prune;
        o.warmup = 0.0;
        o.epochs = steps_with_effort(o.epochs, recipe->prune.effort);
        fit(network, train, validation, &o, random);
    }
    network_check(network, recipe, "fit");
    if (o.calibrate && validation->count > 0)
        sigma_calibrate(network, validation);
    arena_free(arena);
}

/* Clears the weights with which the eta branch reads inputs of distance weight 0, or their squares.
   Returns a factor for each parameter of the branch that keeps them 0; NULL: there is no such
   input. A branch on the trunk keeps all weights: it reads such inputs through the trunk. */
static const float *eta_keep(struct arena *arena, struct network *network,
                             const struct eta_options *o)
{
    const struct dense *first = &network->eta.layers[0];
    bool on_trunk = network->shape.eta_from == ETA_FROM_TRUNK;
    float *keep = arena_alloc(arena, network->n_eta, sizeof(*keep));
    bool all = true;
    for (size_t i = 0; i < network->n_eta; i++)
        keep[i] = 1.0F;
    for (size_t i = 0; i < first->n_out * first->stride && !on_trunk; i++)
        if (i % first->stride < first->n_in &&
            !input_counts(o, i % first->stride % network->shape.n_in)) {
            keep[(size_t)(first->weights - network->parameters) - network->n_fit + i] = 0.0F;
            first->weights[i] = 0.0F;
            all = false;
        }
    return all ? NULL : keep;
}

static struct prune eta_prune(struct arena *arena, struct network *network,
                              const struct recipe *recipe, const float *keep)
{
    struct prune prune = prune_new(arena, network, true, recipe->prune.by, recipe->prune.eta);
    for (size_t i = 0; keep != NULL && i < network->n_eta; i++)
        prune.keep[i] = keep[i];
    return prune;
}

/* The training rows and the validation rows. */
struct epiout_rows {
    const struct rows *train, *validation;
};

/* Stage 3; it runs a second time, from where it ended, if weights are to be pruned. */
static void eta_fit(struct network *network, const struct recipe *recipe,
                    const struct labelled *set, struct stage *stage, struct random *random)
{
    struct arena *arena = arena_new();
    struct eta_options o = recipe->epistemic;
    o.keep = eta_keep(arena, network, &o);
    stage->name = "eta";
    epistemic_fit(network, set, &o, random, stage_show, stage);
    if (recipe->prune.eta > 0.0) {
        struct prune prune = eta_prune(arena, network, recipe, o.keep);
        stage->name = "pruning eta";
        o.prune = &prune;
        o.steps = steps_with_effort(o.steps, recipe->prune.effort);
        epistemic_fit(network, set, &o, random, stage_show, stage);
    }
    network_check(network, recipe, "epistemic");
    arena_free(arena);
}

/* A network that has learned from samples with the default settings; it is one part of the teacher.
 */
static struct network *samples_network(struct arena *arena, const struct recipe *recipe,
                                       const struct labelled *set, struct random *random)
{
    const struct recipe plain = recipe_default(recipe->shape.n_in, 1);
    struct shape shape = plain.shape;
    struct eta_options o = recipe->epistemic;
    shape.trunk = (struct widths){0};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, random);
    o.steps = plain.epistemic.steps;
    o.batch = plain.epistemic.batch;
    o.rate = plain.epistemic.rate;
    o.keep = eta_keep(arena, network, &o);
    epistemic_fit(network, set, &o, random, NULL, NULL);
    return network;
}

/* Every second row, from row `first` on. */
static struct rows rows_half(struct arena *arena, const struct rows *rows, size_t first)
{
    struct rows half = {.count = (rows->count + 1 - first) / 2, .n_in = rows->n_in};
    float *x = arena_alloc(arena, half.count * half.n_in, sizeof(*x));
    for (size_t i = 0; i < half.count; i++)
        memcpy(x + i * half.n_in, rows->x + (2 * i + first) * half.n_in, half.n_in * sizeof(*x));
    half.x = x;
    return half;
}

/* Stage 3 with `teacher: blend`. With fewer than 100 rows, or 10 for each input, a network that
   learns from samples is too sure of itself; then the teacher has distances alone. */
static void eta_distil(struct epiout *e, const struct recipe *recipe,
                       const struct epiout_rows *rows, struct stage *stage, struct random *random)
{
    enum { ENOUGH_ROWS = 20 };
    struct arena *arena = arena_new();
    const struct rows *train = rows->train;
    /* Rows that set the threshold have no part in what the teacher says: its promise rests on that.
     */
    bool halves = rows->validation->count / 2 >= ENOUGH_ROWS;
    struct rows scale_rows = {.n_in = train->n_in}, threshold_rows = *rows->validation;
    if (halves) {
        scale_rows = rows_half(arena, rows->validation, 0);
        threshold_rows = rows_half(arena, rows->validation, 1);
    }
    bool distances_alone = train->count < 10 * train->n_in || train->count < 100;
    struct eta_options o = recipe->epistemic;
    stage->name = "eta";
    const struct teacher_data data = {
        train, &scale_rows,
        distances_alone ? NULL : samples_network(arena, recipe, &e->set, random),
        &recipe->epistemic, recipe->threads};
    const struct teacher *teacher = teacher_new(arena, &data, random);
    struct examples examples = examples_make(arena, train, teacher, random);
    o.keep = eta_keep(arena, e->network, &o);
    distil_fit(e->network, &examples, &o, random, stage_show, stage);
    if (recipe->prune.eta > 0.0) {
        struct prune prune = eta_prune(arena, e->network, recipe, o.keep);
        stage->name = "pruning eta";
        o.prune = &prune;
        o.steps = steps_with_effort(o.steps, recipe->prune.effort);
        distil_fit(e->network, &examples, &o, random, stage_show, stage);
    }
    network_check(e->network, recipe, "epistemic");
    e->promise = eta_calibrate(e->network, &threshold_rows, o.false_alarms);
    arena_free(arena);
}

struct epiout epiout_fit(struct arena *arena, const struct recipe *recipe, const struct rows *train,
                         const struct rows *validation, const struct epiout_progress *progress)
{
    struct random random = {.state = recipe->seed};
    struct epiout e = {.network = network_new(arena, &recipe->shape)};
    struct stage stage = {progress, "mean, sigma"};
    network_randomise(e.network, &random);
    mean_sigma_fit(e.network, recipe, train, validation, &stage, &random);
    if (recipe->prune.sparsity > 0.0)
        e.network = network_shrink(arena, e.network);
    e.set = epistemic_sample(arena, e.network, train, &recipe->epistemic, recipe->threads, &random);
    if (recipe->epistemic.teacher == TEACHER_BLEND)
        eta_distil(&e, recipe, &(struct epiout_rows){train, validation}, &stage, &random);
    else
        eta_fit(e.network, recipe, &e.set, &stage, &random);
    if (recipe->prune.eta > 0.0)
        e.network = network_shrink(arena, e.network);
    return e;
}
