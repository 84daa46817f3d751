/* See epiout.h. */
#include "epiout.h"

#include "fail.h"

#include <math.h>

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

struct epiout epiout_fit(struct arena *arena, const struct recipe *recipe, const struct rows *train,
                         const struct rows *validation, const struct epiout_progress *progress)
{
    struct random random = {.state = recipe->seed};
    struct epiout e = {.network = network_new(arena, &recipe->shape)};
    struct stage stage = {progress, "mean, sigma"};
    struct fit_options fit_options = recipe->fit;
    fit_options.progress = stage_show;
    fit_options.context = &stage;
    network_randomise(e.network, &random);
    fit(e.network, train, validation, &fit_options, &random);
    network_check(e.network, recipe, "fit");
    stage.name = "eta";
    e.set = epistemic_sample(arena, e.network, train, &recipe->epistemic, recipe->threads, &random);
    epistemic_fit(e.network, &e.set, &recipe->epistemic, &random, stage_show, &stage);
    network_check(e.network, recipe, "epistemic");
    return e;
}
