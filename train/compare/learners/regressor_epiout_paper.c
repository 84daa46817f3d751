/* The learner epiout-paper: EpiOut with `preset: paper` and 2 x 50 units. */
#include "compare/learners/epiout_model.h"

static struct fitted *paper_fit(const struct task *task)
{
    struct recipe recipe = *task->recipe;
    recipe.shape.trunk = (struct widths){2, {50, 50}};
    recipe.shape.mean = recipe.shape.sigma = (struct widths){0};
    recipe.prune = (struct recipe_prune){0};
    recipe_paper(&recipe);
    recipe.epistemic.teacher = TEACHER_SAMPLES;
    return epiout_model_fit(&regressor_epiout_paper, task, &recipe);
}

const struct regressor regressor_epiout_paper = {
    .name = "epiout-paper",
    .title = "EpiOut (paper)",
    .has_mean = true,
    .unitless = true,
    .fit = paper_fit,
    .predict = epiout_model_predict,
    .free = fitted_free,
};
