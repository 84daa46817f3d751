/* See epiout.h. */
#include "epiout.h"

#include "base/fail.h"
#include "eta/sample.h"
#include "net/shrink.h"

#include <math.h>

static bool network_is_finite(const struct network *network)
{
    bool finite = true;
    for (size_t i = 0; i < network->n_fit + network->n_eta; i++)
        finite = finite && isfinite(network->parameters[i]);
    return finite;
}

static void finite_expect(bool finite, const struct recipe *recipe, const char *section)
{
    if (!finite)
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

/* Stage 1; it runs a second time, from where it ended, if weights are to be pruned. Returns false
   where it diverged. */
static bool mean_sigma_fit(struct network *network, const struct recipe *recipe,
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
    arena_free(arena);
    return network_is_finite(network);
}

static struct prune eta_prune(struct arena *arena, struct network *network,
                              const struct recipe *recipe, const float *keep)
{
    struct prune prune = prune_new(arena, network, true, recipe->prune.by, recipe->prune.eta);
    for (size_t i = 0; keep != NULL && i < network->n_eta; i++)
        prune.keep[i] = keep[i];
    return prune;
}

/* Stage 3; it runs a second time, from where it ended, if weights are to be pruned. */
static void eta_fit(struct network *network, const struct recipe *recipe,
                    const struct labelled *set, struct stage *stage, struct random *random)
{
    struct arena *arena = arena_new();
    struct eta_options o = recipe->epistemic;
    o.keep = epistemic_keep(arena, network, &o);
    stage->name = "eta";
    epistemic_fit(network, set, &o, random, stage_show, stage);
    if (recipe->prune.eta > 0.0) {
        struct prune prune = eta_prune(arena, network, recipe, o.keep);
        stage->name = "pruning eta";
        o.prune = &prune;
        o.steps = steps_with_effort(o.steps, recipe->prune.effort);
        epistemic_fit(network, set, &o, random, stage_show, stage);
    }
    finite_expect(network_is_finite(network), recipe, "epistemic");
    arena_free(arena);
}

/* Stage 3 with another teacher than samples. */
static void eta_teach(struct arena *arena, struct epiout *e, const struct recipe *recipe,
                      const struct epiout_rows *rows, struct stage *stage, struct random *random)
{
    const struct eta_task task = {
        .train = rows->train,
        .validation = rows->validation,
        .options = &recipe->epistemic,
        .prune_by = recipe->prune.by,
        .sparsity = recipe->prune.eta,
        .effort = recipe->prune.effort,
        .seed = recipe->seed,
        .threads = recipe->threads,
        .progress = stage->progress == NULL ? NULL : stage->progress->show,
        .context = stage->progress == NULL ? NULL : stage->progress->context};
    const struct eta_learned learned = eta_learn(arena, e->network, &task, random);
    e->eta = learned;
    e->network = learned.network;
    finite_expect(network_is_finite(e->network), recipe, "epistemic");
}

/* The rows that choose the epoch and the factor on sigma, and those that set its coverage. */
static struct row_halves validation_halves(struct arena *arena, const struct recipe *recipe,
                                           const struct rows *validation)
{
    if (recipe->fit.coverage > 0.0)
        return rows_halve(arena, validation);
    return (struct row_halves){.first = *validation};
}

void epiout_sigma(struct epiout *e, const struct recipe *recipe, const struct rows *validation)
{
    struct arena *arena = arena_new();
    const struct row_halves halves = validation_halves(arena, recipe, validation);
    for (size_t k = 0; k < e->network->shape.n_out; k++)
        e->network->sigma_scale[k] = 1.0;
    if (recipe->fit.calibrate && halves.first.count > 0)
        sigma_calibrate(e->network, &halves.first);
    if (recipe->fit.coverage > 0.0)
        e->sigma = sigma_cover(e->network, &halves.second, recipe->fit.coverage);
    arena_free(arena);
}

/* Stage 1 with what follows from it: the coverage of sigma, a smaller network. Returns false where
   it diverged. */
static bool first_stage(struct arena *arena, struct epiout *e, const struct recipe *recipe,
                        const struct epiout_rows *rows, struct stage *stage, struct random *random)
{
    const struct row_halves halves = validation_halves(arena, recipe, rows->validation);
    if (!mean_sigma_fit(e->network, recipe, rows->train, &halves.first, stage, random))
        return false;
    epiout_sigma(e, recipe, rows->validation);
    if (recipe->prune.sparsity > 0.0)
        e->network = network_shrink(arena, e->network);
    return true;
}

/* Stages 2 and 3. */
static void eta_stages(struct arena *arena, struct epiout *e, const struct recipe *recipe,
                       const struct epiout_rows *rows, struct stage *stage, struct random *random)
{
    e->set = epistemic_sample(arena, e->network, rows->train, &recipe->epistemic, recipe->threads,
                              random);
    if (recipe->epistemic.teacher == TEACHER_SAMPLES)
        eta_fit(e->network, recipe, &e->set, stage, random);
    else
        eta_teach(arena, e, recipe, rows, stage, random);
    if (recipe->prune.eta > 0.0)
        e->network = network_shrink(arena, e->network);
}

static struct epiout epiout_start(struct arena *arena, const struct recipe *recipe,
                                  struct random *random)
{
    struct epiout e = {.network = network_new(arena, &recipe->shape)};
    network_randomise(e.network, random);
    if (recipe->fit.small_start)
        network_narrow(e.network);
    return e;
}

struct epiout epiout_fit(struct arena *arena, const struct recipe *recipe, const struct rows *train,
                         const struct rows *validation, const struct epiout_progress *progress)
{
    struct random random = {.state = recipe->seed};
    struct epiout e = epiout_start(arena, recipe, &random);
    struct stage stage = {progress, "mean, sigma"};
    const struct epiout_rows rows = {train, validation};
    finite_expect(first_stage(arena, &e, recipe, &rows, &stage, &random), recipe, "fit");
    eta_stages(arena, &e, recipe, &rows, &stage, &random);
    return e;
}

bool epiout_eta_alone(const struct recipe *recipe)
{
    return recipe->shape.eta_from != ETA_FROM_TRUNK &&
           recipe->epistemic.spread != SPREAD_GRADIENT && recipe->prune.sparsity == 0.0 &&
           recipe->prune.eta == 0.0 && recipe->fit.patience == 0;
}

struct network *epiout_first(struct arena *arena, const struct recipe *recipe,
                             const struct rows *train, const struct rows *validation,
                             const struct epiout_progress *progress)
{
    struct random random = {.state = recipe->seed};
    struct epiout e = epiout_start(arena, recipe, &random);
    struct stage stage = {progress, "mean, sigma"};
    const struct epiout_rows rows = {train, validation};
    return first_stage(arena, &e, recipe, &rows, &stage, &random) ? e.network : NULL;
}

struct network *epiout_refit(struct arena *arena, const struct recipe *recipe,
                             const struct epiout_rows *rows, const struct network *eta,
                             const struct epiout_progress *progress)
{
    struct network *network = epiout_first(arena, recipe, rows->train, rows->validation, progress);
    finite_expect(network != NULL, recipe, "fit");
    return network_join(arena, network, eta);
}

struct epiout epiout_beside(struct arena *arena, const struct recipe *recipe,
                            const struct epiout_given *given,
                            const struct epiout_progress *progress)
{
    struct random random = {.state = recipe->seed};
    struct epiout e = epiout_start(arena, recipe, &random);
    struct stage stage = {progress, "sigma"};
    struct recipe beside = *recipe;
    beside.fit.mean_given = true;
    const struct epiout_rows residuals = {&given->residual_train, &given->residual_validation};
    if (given->residual_train.count > 0)
        finite_expect(first_stage(arena, &e, &beside, &residuals, &stage, &random), recipe, "fit");
    eta_stages(arena, &e, &beside, &(struct epiout_rows){given->train, given->validation}, &stage,
               &random);
    return e;
}
