/* See judge.h. Every region is a job with a random sequence of its own, so that the order of jobs
   does not matter. */
#include "eta/judge/judge.h"

#include "base/jobs.h"
#include "data/metrics.h"
#include "eta/distil.h"
#include "eta/judge/left_out.h"
#include "geometry/process.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

enum {
    N = 1 << NOTION_NEIGHBOURS,
    P = 1 << NOTION_PAIRS,
    S = 1 << NOTION_SAMPLES,
    G = 1 << NOTION_GP,
    EXAMPLES = 8000,
    STEPS = 1500,
    BATCH = 256,
    LEAST_ROWS = 60, /* fewer cannot be judged */
    FEW_ROWS = 500
};

/* Samples alone are no candidate: where a quadrant of thin data was left out they found 0.68, with
   neighbours 0.90, and no region inside had shown it. */
enum { WITHOUT_GP, WITH_GP, WITHOUT_PAIRS };
const unsigned judge_candidates[JUDGE_CANDIDATES] = {N | P | S, N | P | S | G, N | S, N, G};
const char *const judge_names[JUDGE_CANDIDATES] = {"all notions but gp", "all notions",
                                                   "neighbours and samples", "neighbours", "gp"};

struct work {
    const struct notions_data *data;
    const struct rows *rows;
    struct judgement *judgement;
    uint64_t seed;
    const struct judge_progress *progress;
};

/* Networks of the notion samples get this share of their usual steps here. */
static const double networks_effort = 0.3;

static double effort_of(const struct notions_data *data)
{
    return data->effort > 0.0 ? data->effort : 1.0;
}

/* --- one region ----------------------------------------------------------------------------- */

/* The distance to the nearest rows alone, which costs no training. */
static double neighbours_auroc(struct arena *arena, const struct notions *notions,
                               const struct left_out *p)
{
    const struct rows *asked[2] = {&p->inside, &p->outside};
    float *score[2];
    for (size_t k = 0; k < 2; k++) {
        size_t n = asked[k]->count;
        float *logits = arena_alloc(arena, n * NOTION_COUNT, sizeof(*logits));
        score[k] = arena_alloc(arena, n, sizeof(**score));
        notions_ask(notions, asked[k]->x, n, logits);
        for (size_t i = 0; i < n; i++)
            score[k][i] = logits[i * NOTION_COUNT + NOTION_NEIGHBOURS];
        left_out_bound(p, asked[k], score[k]);
    }
    return metrics_auroc(score[0], p->inside.count, score[1], p->outside.count);
}

/* A branch to be tried: what teaches it, and its shape. */
struct branch {
    unsigned notions;
    const struct widths *widths; /* NULL: those of eta_budget */
    enum eta_from from;
};

/* What a branch says about the rows of a region and about rows elsewhere: scores, the share of the
   former that it finds. */
struct branch_finding {
    double auroc, branch, caught;
};

/* Trains a branch as its notions teach it, and asks it. */
static struct branch_finding branch_try(struct examples *examples, const struct notions_data *data,
                                        const struct left_out *p, const struct branch *b,
                                        struct random random)
{
    struct arena *arena = arena_new();
    struct branch_finding found;
    struct eta_options o = *data->options;
    o.teacher = TEACHER_BLEND;
    struct shape shape = {.n_in = p->train.n_in,
                          .eta = eta_budget(&o, p->train.n_in),
                          .eta_from = b->from,
                          .activation = ACT_TANH};
    if (b->widths != NULL)
        shape.eta = *b->widths;
    struct network *network = network_new(arena, &shape);
    o.steps = (size_t)ceil(STEPS * data->effort);
    o.batch = BATCH;
    o.prune = NULL;
    network_randomise(network, &random);
    o.keep = epistemic_keep(arena, network, &o);
    examples_label(examples, b->notions);
    distil_fit(network, examples, &o, &random, NULL, NULL);
    float *inside = arena_alloc(arena, p->inside.count, sizeof(*inside));
    float *outside = arena_alloc(arena, p->outside.count, sizeof(*outside));
    network_predict(network, &p->inside, NULL, NULL, inside);
    network_predict(network, &p->outside, NULL, NULL, outside);
    found.branch = metrics_auroc(inside, p->inside.count, outside, p->outside.count);
    left_out_bound(p, &p->inside, inside);
    left_out_bound(p, &p->outside, outside);
    found.auroc = metrics_auroc(inside, p->inside.count, outside, p->outside.count);
    float limit = left_out_limit(inside, p->inside.count, data->options->false_alarms);
    found.caught = left_out_share(outside, p->outside.count, limit);
    arena_free(arena);
    return found;
}

/* What is left when a region is left out, with the notions of these rows. */
struct taught {
    struct random random;
    struct left_out parts;
    struct notions_data data;
    const struct notions *notions;
    struct examples examples;
};

static struct taught *region_teach(struct arena *arena, const struct work *w, size_t number,
                                   unsigned set)
{
    struct taught *t = arena_alloc(arena, 1, sizeof(*t));
    t->random.state = w->seed + 1000003U * (number + 1);
    t->parts =
        left_out_make(arena, w->rows, &w->judgement->regions[number], w->data->options, &t->random);
    t->data = *w->data;
    t->data.train = &t->parts.train;
    t->data.set = set;
    t->data.threads = 1;
    t->data.effort = networks_effort * effort_of(w->data);
    t->notions = notions_new(arena, &t->data, &t->random);
    size_t count = (size_t)ceil(EXAMPLES * effort_of(w->data));
    t->examples = examples_make(arena, &t->data, t->notions, count, &t->random);
    t->data.effort = effort_of(w->data);
    return t;
}

static void region_judge(const struct work *w, size_t number)
{
    struct arena *arena = arena_new();
    struct finding *finding = &w->judgement->findings[number];
    struct taught *t = region_teach(arena, w, number, NOTIONS_ALL);
    finding->neighbours = neighbours_auroc(arena, t->notions, &t->parts);
    for (size_t c = 0; c < JUDGE_CANDIDATES; c++) {
        const struct branch b = {.notions = judge_candidates[c], .from = ETA_FROM_SQUARES};
        const struct branch_finding found =
            branch_try(&t->examples, &t->data, &t->parts, &b, t->random);
        finding->auroc[c] = found.auroc;
        finding->branch[c] = found.branch;
        finding->caught[c] = found.caught;
    }
    arena_free(arena);
}

static void region_job(void *context, size_t number) { region_judge(context, number); }

static void done_tell(void *context, size_t done)
{
    const struct work *w = context;
    if (w->progress != NULL)
        w->progress->tell(w->progress->context, (double)done / (double)w->judgement->n_regions);
}

/* --- the choice ----------------------------------------------------------------------------- */

/* How many standard errors over the regions count as chance: with few rows the AUROC of a region is
   itself uncertain. */
static double errors_needed(const struct judgement *j) { return j->rows < FEW_ROWS ? 2.0 : 1.0; }

/* By how much candidate c is better than the default, less what chance may have added. */
static double margin_of(const struct judgement *j, size_t c)
{
    const double least = 0.01, errors = errors_needed(j);
    double n = (double)j->n_counted, mean = 0.0, square = 0.0;
    for (size_t i = 0; i < j->n_regions; i++)
        if (j->regions[i].counts)
            mean += (j->findings[i].branch[c] - j->findings[i].branch[j->usual]) / n;
    for (size_t i = 0; i < j->n_regions; i++) {
        double difference = j->findings[i].branch[c] - j->findings[i].branch[j->usual] - mean;
        square += j->regions[i].counts ? difference * difference : 0.0;
    }
    double error = j->n_counted < 2 ? INFINITY : sqrt(square / (n - 1.0) / n);
    return mean - fmax(errors * error, least);
}

/* The share of rows that the chosen candidate calls unknown in the regions of a kind, if these do
   not count; NAN: there are none. */
static double uncounted_caught(const struct judgement *j, enum region_kind kind)
{
    double sum = 0.0, n = 0.0;
    for (size_t i = 0; i < j->n_regions; i++)
        if (j->regions[i].kind == kind && !j->regions[i].counts) {
            sum += j->findings[i].caught[j->chosen];
            n += 1.0;
        }
    return n > 0.0 ? sum / n : (double)NAN;
}

/* The standard error over the regions of the chosen candidate's AUROC. */
static double auroc_error(const struct judgement *j)
{
    double n = (double)j->n_counted, square = 0.0;
    for (size_t i = 0; i < j->n_regions; i++) {
        double difference = j->findings[i].auroc[j->chosen] - j->auroc;
        square += j->regions[i].counts ? difference * difference : 0.0;
    }
    return j->n_counted < 2 ? 0.0 : sqrt(square / (n - 1.0) / n);
}

/* Sums up what the chosen candidate finds. */
static void choice_describe(struct judgement *j)
{
    const double least_auroc = 0.7, most_behind = 0.05;
    double n = (double)j->n_counted, neighbours = 0.0;
    j->worst = SIZE_MAX;
    for (size_t i = 0; i < j->n_regions; i++) {
        const struct finding *f = &j->findings[i];
        if (!j->regions[i].counts)
            continue;
        j->auroc += f->auroc[j->chosen] / n;
        j->caught += f->caught[j->chosen] / n;
        neighbours += f->neighbours / n;
        if (j->worst == SIZE_MAX || f->auroc[j->chosen] < j->findings[j->worst].auroc[j->chosen])
            j->worst = i;
    }
    j->holes = uncounted_caught(j, REGION_HOLE);
    j->blocks = uncounted_caught(j, REGION_BLOCKS);
    j->trusted = j->auroc - errors_needed(j) * auroc_error(j) >= least_auroc &&
                 j->auroc >= neighbours - most_behind;
}

/* What few rows show is too little to leave all notions but one. */
static bool may_win(const struct judgement *j, size_t c)
{
    bool single = (judge_candidates[c] & (judge_candidates[c] - 1)) == 0;
    return !single || j->rows >= FEW_ROWS;
}

void judge_choose(struct judgement *j)
{
    double best = 0.0;
    for (size_t i = 0; i < j->n_regions; i++)
        j->n_counted += j->regions[i].counts;
    for (size_t c = 0; c < JUDGE_CANDIDATES; c++)
        if (c != j->usual && may_win(j, c) && margin_of(j, c) > best) {
            best = margin_of(j, c);
            j->chosen = c;
        }
    choice_describe(j);
}

/* Of many inputs few may matter, which gp finds out, and few rows among more than a few inputs are
   too thin for distances alone. Among a few inputs gp calls holes known. */
size_t judge_usual(size_t rows, size_t n_in)
{
    enum { FEW_INPUTS = 4, MANY_INPUTS = 16 };
    if (rows < FEW_ROWS)
        return n_in <= FEW_INPUTS ? WITHOUT_PAIRS : WITH_GP;
    return n_in < MANY_INPUTS ? WITHOUT_GP : WITH_GP;
}

/* The rows that are judged by, and the regions; false: there are too few rows. */
static bool regions_choose(struct arena *arena, const struct notions_data *data, uint64_t seed,
                           struct judgement *j, struct rows *rows)
{
    j->rows = data->train->count;
    j->usual = j->chosen = judge_usual(j->rows, data->train->n_in);
    struct random random = {.state = seed};
    if (data->train->count < LEAST_ROWS)
        return false;
    size_t *index = arena_alloc(arena, j->rows, sizeof(*index));
    for (size_t i = 0; i < j->rows; i++)
        index[i] = i;
    rows_shuffle(index, j->rows, &random);
    j->rows = j->rows < JUDGE_ROWS ? j->rows : JUDGE_ROWS;
    *rows = rows_take(arena, &(struct row_batch){data->train, index, j->rows});
    const struct region_inputs inputs = {data->options->weights, process_effects(arena, rows)};
    j->n_regions = regions_find(arena, rows, &inputs, &random, j->regions);
    return true;
}

struct judgement judge_run(struct arena *arena, const struct notions_data *data, uint64_t seed,
                           const struct judge_progress *progress)
{
    struct judgement j = {0};
    struct rows rows;
    if (!regions_choose(arena, data, seed, &j, &rows))
        return j;
    struct work w = {
        .data = data, .rows = &rows, .judgement = &j, .seed = seed, .progress = progress};
    jobs_run(&(struct jobs){j.n_regions, region_job, done_tell, &w}, data->threads);
    judge_choose(&j);
    if (j.n_counted == 0)
        j.n_regions = 0;
    return j;
}

/* --- shapes --------------------------------------------------------------------------------- */

size_t judge_shapes_run(const struct notions_data *data, uint64_t seed,
                        const struct judge_shapes *shapes, double *auroc)
{
    struct arena *arena = arena_new();
    struct judgement j = {0};
    struct rows rows;
    size_t counted = 0;
    for (size_t k = 0; k < shapes->count; k++)
        auroc[k] = 0.0;
    bool enough = regions_choose(arena, data, seed, &j, &rows);
    const struct work w = {.data = data, .rows = &rows, .judgement = &j, .seed = seed};
    for (size_t i = 0; enough && i < j.n_regions; i++) {
        struct arena *own = arena_new();
        if (j.regions[i].counts) {
            struct taught *t = region_teach(own, &w, i, data->set);
            for (size_t k = 0; k < shapes->count; k++) {
                const struct branch b = {notions_set(t->notions), &shapes->widths[k],
                                         shapes->from == ETA_FROM_SQUARES ? ETA_FROM_SQUARES
                                                                          : ETA_FROM_INPUTS};
                auroc[k] += branch_try(&t->examples, &t->data, &t->parts, &b, t->random).auroc;
            }
            counted++;
        }
        arena_free(own);
    }
    for (size_t k = 0; k < shapes->count && counted > 0; k++)
        auroc[k] /= (double)counted;
    arena_free(arena);
    return counted;
}
