/* See trial.h. */
#include "tune/trial.h"

#include "base/fail.h"
#include "data/unpack.h"
#include "epiout.h"
#include "eta/gate.h"
#include "fixed/answers.h"
#include "fixed/fixed.h"
#include "program/lower.h"
#include "recipe_data.h"
#include "recipe_read.h"
#include "result/provenance.h"
#include "result/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- figures ---------------------------------------------------------------------------------- */

/* A training that diverged has no finite likelihood. */
const char *figures_text(struct arena *arena, const struct figures *f)
{
    return arena_printf(arena, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g",
                        f->diverged ? (double)INFINITY : f->nll, f->rmse, f->cost.cycles,
                        f->cost.flash, f->cost.stack, f->operations.terms, f->operations.values);
}

struct figures figures_read(const char *text)
{
    struct figures f = {.known = true};
    char *end;
    f.nll = strtod(text, &end);
    f.rmse = strtod(end, &end);
    f.cost.cycles = strtod(end, &end);
    f.cost.flash = strtod(end, &end);
    f.cost.stack = strtod(end, &end);
    f.operations.terms = strtod(end, &end);
    f.operations.values = strtod(end, &end);
    f.diverged = !isfinite(f.nll);
    return f;
}

/* What the emitted code answers. */
static struct answers code_ask(struct arena *arena, const struct problem *p, struct spec *spec,
                               const struct candidate *c, const struct rows *rows)
{
    spec_check(arena, spec);
    if (c->type == TYPE_Q15)
        return fixed_ask(arena, q15_lower(arena, spec, spec->name, false), rows, p->outputs,
                         SIZE_MAX);
    struct program *program = lower(arena, spec, spec->name, &number_float32);
    program->accuracy = c->accuracy;
    return answers_ask(arena, interpreter_new(arena, program), rows, p->outputs, SIZE_MAX);
}

struct figures trial_figures(struct arena *arena, const struct problem *p, struct spec *spec,
                             const struct candidate *candidate, const struct rows *rows)
{
    struct figures f = {.known = true};
    const struct answers a = code_ask(arena, p, spec, candidate, rows);
    double n = (double)a.n_out;
    for (size_t k = 0; k < a.n_out; k++) {
        const struct predictions q = answers_output(&a, k);
        double scale = (double)p->outputs[k].scale;
        f.nll += (metrics_nll(&q) - log(scale)) / n;
        f.rmse += metrics_rmse(&q) / scale / n;
    }
    f.diverged = !isfinite(f.nll) || !isfinite(f.rmse);
    return f;
}

/* --- networks --------------------------------------------------------------------------------- */

/* The network with the gate that epitrain would add. */
static struct network *gated(struct arena *arena, const struct tune *t, const struct recipe *r,
                             struct network *network)
{
    struct gate gate;
    if (!r->epistemic.guarantee || r->epistemic.teacher == TEACHER_SAMPLES || !gate_fits(&r->shape))
        return network;
    return gate_add(arena, network, &t->problem->train, &r->epistemic, &gate);
}

/* The network behind stage 1 as what the candidate's type makes of it. Only who is measured needs
   the gate, and all rows are read to find one: that takes longer than a training at the first rung.
 */
struct settling {
    struct arena *arena;
    const struct tune *tune;
    const struct recipe *recipe;
    struct network *network;
    bool measured;
    struct spec *spec; /* set */
};

static void network_settle(void *context)
{
    struct settling *s = context;
    const struct problem *p = s->tune->problem;
    struct network *network =
        s->measured ? gated(s->arena, s->tune, s->recipe, s->network) : s->network;
    s->spec = s->recipe->fixed_point
                  ? fixed_first(s->arena, network, s->recipe, p)
                  : export_spec(s->arena, network, s->recipe->name, p->inputs, p->outputs);
}

static struct cost cost_of(struct arena *arena, const struct tune *t, const struct spec *spec,
                           const struct candidate *c)
{
    return measure(&(struct emission){spec, c, t->core, tune_scratch(arena, t)});
}

struct cost trial_cost(const struct tune *t, const struct candidate *c)
{
    struct arena *arena = arena_new();
    const struct recipe r = candidate_recipe(t->recipe, c, 1);
    struct random random = {.state = 1};
    struct network *network = network_new(arena, &r.shape);
    network_randomise(network, &random);
    network->sigma_floor = r.fit.floor;
    const struct spec *spec = export_spec(arena, gated(arena, t, &r, network), r.name,
                                          t->problem->inputs, t->problem->outputs);
    const struct cost cost = cost_of(arena, t, spec, c);
    arena_free(arena);
    return cost;
}

struct figures trial_run(const struct tune *t, const struct trial *trial)
{
    struct arena *arena = arena_new();
    const struct problem *p = t->problem;
    struct figures f = {.known = true, .diverged = true, .nll = INFINITY, .rmse = INFINITY};
    struct recipe r = candidate_recipe(t->recipe, trial->candidate, trial->seed);
    double epochs = ceil(trial->share * (double)fit_epochs(&r.fit, p->train.count));
    r.fit.epochs = epochs < 1.0 ? 1 : (size_t)epochs;
    struct settling s = {arena, t, &r, NULL, trial->measured, NULL};
    s.network = epiout_first(arena, &r, &p->train, &p->validation, NULL);
    /* weights that numbers of 16 bits cannot hold are no reason to end the search */
    if (s.network != NULL && fail_catch(network_settle, &s) == NULL) {
        f = trial_figures(arena, p, s.spec, trial->candidate, &p->validation);
        f.operations = operations_of(s.network);
        if (trial->measured)
            f.cost = cost_of(arena, t, s.spec, trial->candidate);
    }
    arena_free(arena);
    return f;
}

/* --- in full ---------------------------------------------------------------------------------- */

/* The recipe of a text as epitrain would read it from a file of that name. */
static struct recipe *recipe_of_text(struct arena *arena, const char *label, const char *text)
{
    struct recipe *r = recipe_read(arena, label, text, strlen(text));
    r->sha256 = bytes_sum(arena, text, strlen(text));
    recipe_expand(arena, r);
    if (!r->split_is_fixed)
        r->split.seed = r->seed;
    r->threads = 1;
    return r;
}

/* The same notes were printed when the search read these rows. */
static struct problem *problem_quietly(struct arena *arena, struct recipe *recipe)
{
    char *text = NULL;
    size_t size;
    FILE *notes = open_memstream(&text, &size);
    if (notes == NULL)
        fail("out of memory");
    struct problem *problem = problem_prepare(arena, recipe, notes);
    fclose(notes);
    free(text);
    return problem;
}

struct whole trial_whole(struct arena *arena, const struct tune *t, const char *label,
                         const char *text, const struct candidate *c)
{
    struct whole w = {.figures = {.known = true}};
    struct recipe *recipe = recipe_of_text(arena, label, text);
    const struct problem *problem = problem_quietly(arena, recipe);
    const struct trained trained = trained_make(arena, recipe, problem, NULL);
    const struct epiout e = trained.epiout;
    struct spec *spec = trained.spec;
    const struct report *report = report_make(arena, interpreter_of_spec(arena, spec), problem, &e);
    provenance_add(arena, spec, recipe, problem, &e, report);
    if (trained.fixed != NULL)
        fixed_provenance(arena, trained.fixed, problem, spec);
    w.figures = trial_figures(arena, problem, spec, c, &problem->validation);
    w.figures.cost = cost_of(arena, t, spec, c);
    w.auroc = e.eta.judgement.auroc;
    w.caught = e.eta.judgement.caught;
    w.regions = e.eta.judgement.n_counted;
    w.spec = spec_text(arena, spec, &w.spec_size);
    return w;
}
