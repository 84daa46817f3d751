/* See search.h. */
#include "tune/search.h"

#include "base/fail.h"
#include "eta/judge/judge.h"
#include "result/progress.h"
#include "tune/recipe_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum job_kind { JOB_ETA, JOB_PROBE, JOB_CHEAPEST, JOB_TRIAL, JOB_SEED, JOB_WHOLE };

/* A job that was handed out. */
struct job {
    enum job_kind kind;
    size_t number, rung; /* of a probe, a trial, a seed */
    const char *name;
    struct job *next;
};

/* A job of the last stages, in the order in which it will be tried. */
struct attempt {
    size_t number, seed;
    double mean, score;
};

struct run {
    struct arena *arena;
    const struct tune *tune;
    const struct search_options *o;
    struct search *s;
    struct recipe_tune space;
    struct job *jobs; /* being done */
    struct probe *probes;
    size_t n_probes, probes_issued, probes_known;
    struct predictor *predictor;
    struct space draws;
    struct widths etas[TUNE_MOST_ETAS + 1];
    double auroc[TUNE_MOST_ETAS + 1];
    bool eta_issued, eta_known, drawn, cheapest_issued, finalists_chosen;
    struct drawn cheapest;
    struct schedule *schedule;
    bool scheduled;    /* all trials are known */
    struct slot *held; /* results that wait for what is known of eta */
    size_t n_held;
    size_t plain_issued, plain_known; /* trainings of the recipe as it is */
    struct attempt *seeds;            /* trainings of finalists with further seeds */
    size_t n_seeds, seeds_issued, seeds_known;
    struct attempt *attempts;
    size_t n_attempts, attempts_issued, attempts_known;
    double units, units_done; /* for the progress: trainings with all steps */
    struct progress progress;
};

/* --- scores ----------------------------------------------------------------------------------- */

double search_score(const struct tune *t, const struct contender *c, const struct figures *f)
{
    if (!f->known || f->diverged)
        return (double)INFINITY;
    return f->nll + (isnan(c->auroc) ? 0.0 : t->recipe->tune.weight * (1.0 - c->auroc));
}

double search_mean(const struct tune *t, const struct contender *c)
{
    double sum = 0.0, n = 0.0;
    for (size_t i = 0; i < MOST_SEEDS; i++)
        if (c->seeds[i].known) {
            sum += search_score(t, c, &c->seeds[i]);
            n += 1.0;
        }
    return n > 0.0 ? sum / n : (double)INFINITY;
}

uint64_t search_seed(const struct tune *t, size_t number) { return t->recipe->seed + number; }

bool search_fits(const struct tune *t, const struct figures *f)
{
    return f->known && f->cost.cycles > 0.0 && budget_load(&t->budget, &f->cost) <= 1.0;
}

/* --- jobs ------------------------------------------------------------------------------------- */

static const char *job_issue(struct run *r, struct job job, const char *what)
{
    struct job *kept = arena_alloc(r->arena, 1, sizeof(*kept));
    *kept = job;
    kept->name = arena_printf(r->arena, "%s %s", r->tune->key, what);
    kept->next = r->jobs;
    r->jobs = kept;
    return kept->name;
}

static const char *trial_issue(struct run *r, struct job job, const struct contender *c,
                               double share, uint64_t seed, bool measured)
{
    struct arena *scratch = arena_new();
    const char *name =
        job_issue(r, job,
                  arena_printf(scratch, "trial %.9g %llu %s %s", share, (unsigned long long)seed,
                               measured ? r->tune->core->name : "-",
                               candidate_text(scratch, &c->drawn.candidate)));
    arena_free(scratch);
    return name;
}

static struct job *job_take(struct run *r, const char *name)
{
    struct job **at = &r->jobs;
    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (*at == NULL)
        fail("internal error: nobody asked for \"%.60s\"", name);
    struct job *job = *at;
    *at = job->next;
    return job;
}

/* --- a worker --------------------------------------------------------------------------------- */

/* Text behind so many words. */
static const char *words_skip(const char *text, size_t count)
{
    for (; count > 0; count--) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    return text;
}

static const char *eta_do(const struct run *r, struct arena *arena)
{
    const struct tune *t = r->tune;
    struct notions_data data = {.train = &t->problem->train,
                                .options = &t->recipe->epistemic,
                                .set = t->recipe->epistemic.teacher == TEACHER_SAMPLES
                                           ? 1U << NOTION_SAMPLES
                                           : eta_notions(&t->recipe->epistemic),
                                .threads = 1};
    const struct judge_shapes shapes = {t->recipe->shape.eta_from, r->etas, r->s->n_etas};
    double auroc[TUNE_MOST_ETAS + 1];
    size_t regions = judge_shapes_run(&data, t->recipe->seed, &shapes, auroc);
    const char *text = arena_printf(arena, "%zu", regions);
    for (size_t i = 0; i < shapes.count; i++)
        text = arena_printf(arena, "%s %.17g", text, auroc[i]);
    return text;
}

static const char *probe_do(const struct run *r, struct arena *arena, const char *candidate)
{
    const struct candidate c = candidate_read(candidate);
    const struct figures f = {.cost = trial_cost(r->tune, &c)};
    return figures_text(arena, &f);
}

static const char *trial_do(const struct run *r, struct arena *arena, const char *words)
{
    const struct candidate c = candidate_read(words_skip(words, 3));
    const struct trial trial = {.candidate = &c,
                                .seed = strtoull(words_skip(words, 1), NULL, 10),
                                .share = strtod(words, NULL),
                                .measured = *words_skip(words, 2) != '-'};
    const struct figures f = trial_run(r->tune, &trial);
    return figures_text(arena, &f);
}

/* The first line has the figures, the rest is the spec. */
static const char *whole_do(const struct run *r, struct arena *arena, const char *words)
{
    const struct tune *t = r->tune;
    const struct candidate c = candidate_read(words_skip(words, 2));
    const char *text = recipe_text(arena, t, &c, strtoull(words, NULL, 10));
    const struct whole w = trial_whole(arena, t, recipe_text_path(arena, t), text, &c);
    return arena_printf(arena, "%s %.17g %.17g %zu\n%.*s", figures_text(arena, &w.figures), w.auroc,
                        w.caught, w.regions, (int)w.spec_size, w.spec);
}

static const char *job_do(void *context, struct arena *arena, const char *name)
{
    const struct run *r = context;
    const char *kind = words_skip(name, 1), *rest = words_skip(name, 2);
    switch (*kind) {
    case 'e': return eta_do(r, arena);
    case 'p': return probe_do(r, arena, words_skip(rest, 1));
    case 't': return trial_do(r, arena, rest);
    default: return whole_do(r, arena, rest);
    }
}

/* --- the leader: results ---------------------------------------------------------------------- */

/* What the judge says about the branch of a candidate; NAN: it was not asked. */
static double auroc_of(const struct run *r, const struct widths *eta)
{
    for (size_t i = 0; i < r->s->n_etas && r->s->regions > 0; i++)
        if (widths_same(&r->etas[i], eta))
            return r->auroc[i];
    return (double)NAN;
}

/* Whether a trained network is beyond the budget: as measured, or else as its operations say. The
   prediction counts for nothing where it was wrong before: of the cheapest candidate, compiled. */
static bool trial_is_beyond(const struct run *r, const struct candidate *c, const struct figures *f)
{
    const struct budget *b = &r->tune->budget;
    const struct cost before = predict(r->predictor, c);
    const struct cost after = predict_trained(r->predictor, c, &f->operations);
    if (f->cost.cycles > 0.0)
        return budget_load(b, &f->cost) > 1.0;
    return budget_load(b, &before) <= 1.0 && budget_load(b, &after) > 1.0;
}

/* Depth and pruning change how fast a network learns. */
static size_t kind_of(const struct candidate *c)
{
    return 1000 * c->trunk.count + (size_t)(999.0 * c->sparsity);
}

static void trial_decide(struct run *r, struct slot slot)
{
    const struct contender *c = &r->s->contenders[slot.number];
    const struct figures *f = &c->rungs[slot.rung];
    bool beyond = trial_is_beyond(r, &c->drawn.candidate, f);
    schedule_done(r->schedule, slot, beyond ? (double)INFINITY : search_score(r->tune, c, f),
                  kind_of(&c->drawn.candidate));
}

static void eta_take(struct run *r, const char *text)
{
    char *end;
    r->s->regions = strtoull(text, &end, 10);
    for (size_t i = 0; i < r->s->n_etas; i++)
        r->auroc[i] = strtod(end, &end);
    r->eta_known = true;
    for (size_t i = 0; i < r->s->count; i++)
        r->s->contenders[i].auroc = auroc_of(r, &r->s->contenders[i].drawn.candidate.eta);
    for (size_t i = 0; i < r->n_held; i++)
        trial_decide(r, r->held[i]);
    r->n_held = 0;
}

static void trial_take(struct run *r, const struct job *job, const struct figures *f)
{
    struct contender *c = &r->s->contenders[job->number];
    const struct slot slot = {job->rung, job->number};
    c->rungs[job->rung] = *f;
    if (job->rung + 1 == r->o->schedule.rungs)
        c->seeds[0] = *f;
    if (r->eta_known)
        trial_decide(r, slot);
    else
        r->held[r->n_held++] = slot;
}

static void whole_take(struct run *r, const char *text)
{
    const struct attempt *a = &r->attempts[r->attempts_known++];
    struct search *s = r->s;
    const char *line = words_skip(text, FIGURES);
    struct whole w = {.figures = figures_read(text)};
    char *end;
    w.auroc = strtod(line, &end);
    w.caught = strtod(end, &end);
    w.regions = strtoull(end, &end, 10);
    w.spec = arena_strdup(r->arena, end + 1);
    w.spec_size = strlen(w.spec);
    if (!search_fits(r->tune, &w.figures))
        return;
    s->winner = &s->contenders[a->number];
    s->winner_seed = a->seed;
    s->whole = w;
    s->winner_recipe =
        recipe_text(r->arena, r->tune, &s->winner->drawn.candidate, search_seed(r->tune, a->seed));
}

static void cheapest_take(struct run *r, const struct figures *f)
{
    const struct tune *t = r->tune;
    const struct cost *cost = f->diverged ? &r->cheapest.predicted : &f->cost;
    if (budget_load(&t->budget, cost) > 1.0)
        fail("nothing meets the budget: the cheapest model found (%s) takes %.0f cycles, %.0f "
             "bytes of flash and %.0f of stack on %s; expected a larger budget, or cheaper models "
             "to choose from in \"tune\" of %s: eta, guarantee, width, sparsity",
             candidate_words(r->arena, &r->cheapest.candidate), cost->cycles, cost->flash,
             cost->stack, t->core->name, t->recipe->file);
    r->cheapest.predicted = *cost;
    r->cheapest.fits = true;
}

/* The share of a training with all steps that a job takes, roughly. */
static double job_units(const struct run *r, const struct job *job)
{
    switch (job->kind) {
    case JOB_ETA: return 4.0;
    case JOB_PROBE:
    case JOB_CHEAPEST: return 0.05;
    case JOB_TRIAL: return schedule_share(&r->o->schedule, job->rung);
    case JOB_SEED: return 1.0;
    case JOB_WHOLE: break;
    }
    return 8.0;
}

static void progress_add(struct run *r, const struct job *job)
{
    r->units_done += job_units(r, job);
    progress_show(&r->progress, "search", fmin(r->units_done / r->units, 0.999), (double)NAN);
    if (job->kind == JOB_TRIAL || job->kind == JOB_SEED) {
        r->s->trained_share += job_units(r, job);
        r->s->trainings++;
    }
}

static void job_done(void *context, const char *name, const char *text)
{
    struct run *r = context;
    const struct job *job = job_take(r, name);
    progress_add(r, job);
    if (job->kind == JOB_ETA) {
        eta_take(r, text);
        return;
    }
    if (job->kind == JOB_WHOLE) {
        whole_take(r, text);
        return;
    }
    const struct figures f = figures_read(text);
    switch (job->kind) {
    case JOB_PROBE:
        r->probes[job->number].cost = f.cost;
        r->probes_known++;
        break;
    case JOB_CHEAPEST: cheapest_take(r, &f); break;
    case JOB_TRIAL: trial_take(r, job, &f); break;
    default:
        r->s->contenders[job->number].seeds[job->rung] = f;
        r->plain_known += job->number == 0;
        r->seeds_known += job->number != 0;
    }
}

/* --- the leader: what is next ----------------------------------------------------------------- */

static void contenders_draw(struct run *r)
{
    r->predictor = predictor_new(r->arena, r->tune, r->probes, r->n_probes);
    r->draws = (struct space){r->tune, &r->space, r->predictor, r->o->random};
    r->cheapest = space_cheapest(&r->draws);
}

/* Whether a trial of the same cohort with a lower number trains the same. */
static bool contender_is_double(const struct run *r, size_t number)
{
    const struct contender *all = r->s->contenders;
    const size_t cohort = r->o->schedule.cohort;
    for (size_t i = (number - 1) / cohort * cohort + 1; i < number; i++)
        if (candidates_same(&all[i].drawn.candidate, &all[number].drawn.candidate))
            return true;
    return false;
}

/* What a trial trains. Those with lower numbers have been drawn. */
static void contender_draw(struct run *r, size_t number)
{
    enum { ATTEMPTS = 16 };
    struct contender *c = &r->s->contenders[number];
    size_t attempt = 0;
    do {
        c->drawn = space_draw(&r->draws, number, attempt);
        r->s->refused += c->drawn.refused;
        if (!c->drawn.fits) /* the budget leaves next to nothing to choose */
            c->drawn = r->cheapest;
    } while (contender_is_double(r, number) && ++attempt < ATTEMPTS);
    c->number = number;
    c->auroc = r->eta_known ? auroc_of(r, &c->drawn.candidate.eta) : (double)NAN;
}

static void trials_begin(struct run *r)
{
    for (size_t i = 1; i < r->s->count; i++)
        contender_draw(r, i);
    r->schedule = schedule_new(r->arena, &r->o->schedule);
    r->drawn = true;
}

static int attempts_compare(const void *left, const void *right)
{
    const struct attempt *a = left, *b = right;
    if (a->mean != b->mean)
        return a->mean < b->mean ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->score != b->score ? (a->score < b->score ? -1 : 1)
                                : (a->seed > b->seed) - (a->seed < b->seed);
}

/* Moves the finalists to the front, and returns how many there are: the first ones, but what
   another cohort trained too counts once. */
static size_t attempts_first(const struct run *r, struct attempt *all, size_t count)
{
    const struct contender *contenders = r->s->contenders;
    size_t n = 0;
    for (size_t i = 0; i < count && n < r->space.finalists; i++) {
        bool again = false;
        for (size_t k = 0; k < n; k++)
            again = again || candidates_same(&contenders[all[k].number].drawn.candidate,
                                             &contenders[all[i].number].drawn.candidate);
        if (!again)
            all[n++] = all[i];
    }
    return n;
}

/* The best of all that had all steps and are within the budget get further seeds; with them goes
   the recipe as it is, if it is within the budget. */
static void finalists_choose(struct run *r)
{
    struct search *s = r->s;
    struct attempt *all = arena_alloc(r->arena, s->count + 1, sizeof(*all));
    size_t n = 0;
    for (size_t i = 1; i < s->count; i++) {
        const struct contender *c = &s->contenders[i];
        double score = search_score(r->tune, c, &c->seeds[0]);
        if (search_fits(r->tune, &c->seeds[0]) && isfinite(score))
            all[n++] = (struct attempt){i, 0, score, score};
    }
    qsort(all, n, sizeof(*all), attempts_compare);
    n = attempts_first(r, all, n);
    r->seeds = arena_alloc(r->arena, (n + 1) * s->n_seeds, sizeof(*r->seeds));
    for (size_t i = 0; i < n; i++) {
        s->contenders[all[i].number].finalist = true;
        for (size_t k = 1; k < s->n_seeds; k++)
            r->seeds[r->n_seeds++] = (struct attempt){all[i].number, k, 0.0, 0.0};
    }
    s->contenders[0].finalist = search_fits(r->tune, &s->contenders[0].seeds[0]);
    r->finalists_chosen = true;
}

/* Finalists by their means, each with its seeds by their scores. */
static void attempts_list(struct run *r)
{
    struct search *s = r->s;
    r->attempts = arena_alloc(r->arena, s->count * s->n_seeds, sizeof(*r->attempts));
    for (size_t i = 0; i < s->count; i++) {
        const struct contender *c = &s->contenders[i];
        for (size_t k = 0; k < s->n_seeds && c->finalist; k++)
            if (search_fits(r->tune, &c->seeds[k]))
                r->attempts[r->n_attempts++] = (struct attempt){
                    i, k, search_mean(r->tune, c), search_score(r->tune, c, &c->seeds[k])};
    }
    qsort(r->attempts, r->n_attempts, sizeof(*r->attempts), attempts_compare);
    if (r->n_attempts == 0)
        fail("no trained model is within the budget; expected more trials, or a larger budget");
}

/* The next probe, or NULL. */
static const char *probe_next(struct run *r)
{
    if (r->probes_issued == r->n_probes)
        return NULL;
    size_t i = r->probes_issued++;
    return job_issue(r, (struct job){.kind = JOB_PROBE, .number = i},
                     arena_printf(r->arena, "probe %s %s", r->tune->core->name,
                                  candidate_text(r->arena, &r->probes[i].candidate)));
}

/* What depends on no other job: eta's branches, the recipe as it is. */
static const char *first_next(struct run *r)
{
    struct search *s = r->s;
    if (!r->eta_issued) {
        const char *widths = "";
        for (size_t i = 0; i < s->n_etas; i++)
            widths =
                arena_printf(r->arena, "%s %s", widths, widths_text(r->arena, &r->etas[i], ","));
        r->eta_issued = true;
        return job_issue(r, (struct job){.kind = JOB_ETA}, arena_printf(r->arena, "eta%s", widths));
    }
    if (r->o->schedule.shard.of == 0 && r->plain_issued < s->n_seeds) {
        size_t k = r->plain_issued++;
        return trial_issue(r, (struct job){.kind = JOB_SEED, .number = 0, .rung = k},
                           &s->contenders[0], 1.0, search_seed(r->tune, k), true);
    }
    return NULL;
}

/* The cheapest candidate is trained, a little, and compiled if it is predicted to be beyond the
   budget: nothing else is worth a training where it does not fit. */
static const char *cheapest_next(struct run *r)
{
    if (r->predictor == NULL)
        contenders_draw(r);
    if (r->cheapest.fits || r->cheapest_issued)
        return NULL;
    r->cheapest_issued = true;
    const struct contender c = {.drawn = r->cheapest};
    return trial_issue(r, (struct job){.kind = JOB_CHEAPEST}, &c, r->o->schedule.share,
                       search_seed(r->tune, 0), true);
}

/* The next trial of the schedule. */
static enum work_state trial_next(struct run *r, const char **name)
{
    struct slot slot;
    enum work_state state = schedule_next(r->schedule, &slot);
    if (state != WORK_READY)
        return state;
    const struct contender *c = &r->s->contenders[slot.number];
    *name =
        trial_issue(r, (struct job){.kind = JOB_TRIAL, .number = slot.number, .rung = slot.rung}, c,
                    schedule_share(&r->o->schedule, slot.rung), search_seed(r->tune, 0),
                    slot.rung + 1 == r->o->schedule.rungs);
    if (r->o->merging && journal_find(r->o->journal, *name) == NULL)
        fail("%s: trial %zu is in no journal there: its shard has not ended", r->tune->directory,
             slot.number);
    return WORK_READY;
}

static const char *whole_next(struct run *r)
{
    const struct attempt *a = &r->attempts[r->attempts_issued++];
    const struct contender *c = &r->s->contenders[a->number];
    return job_issue(r, (struct job){.kind = JOB_WHOLE},
                     arena_printf(r->arena, "whole %llu %s %s",
                                  (unsigned long long)search_seed(r->tune, a->seed),
                                  r->tune->core->name,
                                  candidate_text(r->arena, &c->drawn.candidate)));
}

/* The stages behind the trials. */
static enum work_state last_jobs(struct run *r, const char **name)
{
    struct search *s = r->s;
    if (r->plain_known < s->n_seeds)
        return WORK_WAIT;
    if (!r->finalists_chosen)
        finalists_choose(r);
    if (r->seeds_issued < r->n_seeds) {
        const struct attempt *a = &r->seeds[r->seeds_issued++];
        *name = trial_issue(r, (struct job){.kind = JOB_SEED, .number = a->number, .rung = a->seed},
                            &s->contenders[a->number], 1.0, search_seed(r->tune, a->seed), true);
        return WORK_READY;
    }
    if (r->seeds_known < r->n_seeds)
        return WORK_WAIT;
    if (r->attempts == NULL)
        attempts_list(r);
    if (s->winner != NULL)
        return WORK_END;
    if (r->attempts_known < r->attempts_issued)
        return WORK_WAIT;
    if (r->attempts_issued == r->n_attempts)
        fail("no finalist trained in full is within the budget; expected a larger one");
    *name = whole_next(r);
    return WORK_READY;
}

static enum work_state job_next(void *context, const char **name)
{
    struct run *r = context;
    *name = probe_next(r);
    if (*name == NULL && r->probes_known == r->n_probes)
        *name = cheapest_next(r);
    bool waits = r->cheapest_issued && !r->cheapest.fits;
    if (*name == NULL && !waits)
        *name = first_next(r);
    if (*name != NULL)
        return WORK_READY;
    if (r->probes_known < r->n_probes || waits)
        return WORK_WAIT;
    if (!r->drawn)
        trials_begin(r);
    enum work_state state = r->scheduled ? WORK_END : trial_next(r, name);
    if (state != WORK_END)
        return state;
    r->scheduled = true;
    return r->o->schedule.shard.of > 0 ? WORK_END : last_jobs(r, name);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void etas_list(struct run *r)
{
    const struct recipe_tune *space = &r->space;
    for (size_t i = 0; i < space->n_etas; i++)
        r->etas[r->s->n_etas++] = space->etas[i];
    r->etas[r->s->n_etas++] = r->tune->recipe->shape.eta;
}

static double units_of(const struct run *r)
{
    const struct schedule_options *o = &r->o->schedule;
    double units = 4.0 + 0.05 * (double)r->n_probes;
    double n = (double)schedule_trials(o), cohort = (double)o->cohort;
    for (size_t rung = 0; rung < o->rungs; rung++)
        units += n / cohort * (double)schedule_size(o, o->cohort, rung) * schedule_share(o, rung);
    if (o->shard.of == 0)
        units += 8.0 + (double)(r->s->n_seeds * (1 + r->space.finalists));
    return units;
}

struct search *search_run(struct arena *arena, const struct tune *t, const struct search_options *o)
{
    struct run r = {.arena = arena, .tune = t, .o = o, .space = predict_space(t)};
    r.s = arena_alloc(arena, 1, sizeof(*r.s));
    r.s->count = o->schedule.trials + 1;
    r.s->n_seeds = r.space.seeds;
    r.s->contenders = arena_alloc(arena, r.s->count, sizeof(*r.s->contenders));
    r.s->contenders[0].drawn.candidate =
        candidate_of_recipe(t->recipe, (enum tune_type)r.space.types[0]);
    r.s->contenders[0].auroc = (double)NAN;
    r.held = arena_alloc(arena, r.s->count * o->schedule.rungs, sizeof(*r.held));
    r.probes = predict_probes(arena, t, &r.n_probes);
    r.eta_issued = r.eta_known = t->recipe->tune.weight == 0.0; /* nobody asks */
    etas_list(&r);
    r.units = units_of(&r);
    r.progress = progress_new(stderr);
    work_run(&(struct work){.next = job_next,
                            .run = job_do,
                            .done = job_done,
                            .context = &r,
                            .journal = o->journal,
                            .workers = o->workers});
    progress_show(&r.progress, "search", 1.0, (double)NAN);
    return r.s;
}
