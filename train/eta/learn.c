/* See learn.h. */
#include "eta/learn.h"

#include "data/domain.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

/* --- which rows do what --------------------------------------------------------------------- */

/* Rows that set the threshold teach nothing: its promise rests on that. */
struct division {
    struct rows teach, threshold;
};

static void rows_append(struct rows *to, const struct rows *from, size_t i)
{
    float *x = (float *)to->x, *y = (float *)to->y;
    uint32_t *block = (uint32_t *)to->block;
    memcpy(x + to->count * to->n_in, from->x + i * to->n_in, to->n_in * sizeof(*x));
    if (from->y != NULL)
        memcpy(y + to->count * to->n_out, from->y + i * to->n_out, to->n_out * sizeof(*y));
    if (block != NULL && from->block != NULL)
        block[to->count] = from->block[i];
    to->count++;
}

static struct rows rows_room(struct arena *arena, const struct rows *like, size_t count)
{
    return (struct rows){
        .n_in = like->n_in,
        .n_out = like->n_out,
        .x = arena_alloc(arena, count * like->n_in, sizeof(float)),
        .y = arena_alloc(arena, count * like->n_out, sizeof(float)),
        .block = like->block == NULL ? NULL : arena_alloc(arena, count, sizeof(*like->block))};
}

/* The validation rows set the threshold. Where they are few, training rows join them, up to a
   quarter of all rows: the fewer rows set the threshold, the more the share of false alarms varies
   from one training to the next. Rows of a log join nothing: their neighbours in time would teach.
 */
static struct division rows_divide(struct arena *arena, const struct eta_task *task,
                                   struct random *random)
{
    enum { ENOUGH = 500, LEAST_TRAIN = 60 };
    const struct rows *train = task->train, *validation = task->validation;
    size_t quarter = (train->count + validation->count) / 4;
    size_t wanted = quarter < ENOUGH ? quarter : ENOUGH;
    size_t joining = wanted > validation->count ? wanted - validation->count : 0;
    if (train->count < LEAST_TRAIN || train->block != NULL)
        joining = 0;
    struct division d = {rows_room(arena, train, train->count),
                         rows_room(arena, validation, validation->count + joining)};
    for (size_t i = 0; i < validation->count; i++)
        rows_append(&d.threshold, validation, i);
    for (size_t i = 0, left = joining; i < train->count; i++) {
        bool joins = random_uniform(random) * (double)(train->count - i) < (double)left;
        left -= joins;
        rows_append(joins ? &d.threshold : &d.teach, train, i);
    }
    return d;
}

/* --- stages --------------------------------------------------------------------------------- */

struct teller {
    const struct eta_task *task;
    const char *stage;
};

static void loss_tell(void *context, double done, double loss)
{
    const struct teller *t = context;
    if (t->task->progress != NULL)
        t->task->progress(t->task->context, t->stage, done, loss);
}

static void done_tell(void *context, double done) { loss_tell(context, done, (double)NAN); }

static struct judgement teacher_choose(struct arena *arena, const struct eta_task *task,
                                       const struct notions_data *data)
{
    struct teller teller = {task, "judge"};
    const struct judge_progress progress = {done_tell, &teller};
    return judge_run(arena, data, task->seed, &progress);
}

static void branch_fit(struct network *network, const struct examples *examples,
                       const struct eta_task *task, struct random *random)
{
    struct arena *arena = arena_new();
    struct eta_options o = *task->options;
    struct teller teller = {task, "eta"};
    o.keep = epistemic_keep(arena, network, &o);
    distil_fit(network, examples, &o, random, loss_tell, &teller);
    if (task->sparsity > 0.0) {
        struct prune prune = prune_new(arena, network, true, task->prune_by, task->sparsity);
        for (size_t i = 0; o.keep != NULL && i < network->n_eta; i++)
            prune.keep[i] = o.keep[i];
        double steps = ceil(task->effort * (double)o.steps);
        teller.stage = "pruning eta";
        o.prune = &prune;
        o.steps = steps < 1.0 ? 1 : (size_t)steps;
        distil_fit(network, examples, &o, random, loss_tell, &teller);
    }
    arena_free(arena);
}

/* Rows inside of the domain that eta calls unknown. */
static size_t rows_unknown(const struct network *network, const struct rows *rows,
                           const struct eta_options *o)
{
    struct arena *arena = arena_new();
    float *eta = arena_alloc(arena, rows->count + 1, sizeof(*eta));
    size_t unknown = 0;
    network_predict(network, rows, NULL, NULL, eta);
    for (size_t i = 0; i < rows->count; i++)
        unknown += eta[i] > 0.5F + 1e-5F &&
                   domain_holds(rows->x + i * rows->n_in, rows->n_in, o->low, o->high);
    arena_free(arena);
    return unknown;
}

/* The gate raises eta of rows that lie beyond its hats, so the threshold is set again. No shift of
   the branch makes up for more of them than there may be false alarms: then there is no gate; or
   with so few rows that each has a hat, the promise is a weaker one. */
static void gate_try(struct arena *arena, struct eta_learned *learned, const struct division *rows,
                     const struct eta_options *o)
{
    struct gate gate;
    struct eta_promise *promise = &learned->promise;
    struct network *gated = gate_add(arena, learned->network, &rows->teach, o, &gate);
    float *bias = gate_bias(gated), shifted = *bias;
    eta_calibrate(gated, bias, &rows->threshold, o);
    if (rows_unknown(gated, &rows->threshold, o) > promise->above) {
        if (gate.hats < rows->teach.count)
            return;
        *bias = shifted;
        double more = (double)rows_unknown(gated, &rows->threshold, o) - (double)promise->above;
        promise->share += more / (double)(promise->rows + 1);
    }
    learned->network = gated;
    learned->gate = gate;
}

struct eta_learned eta_learn(struct arena *arena, struct network *network,
                             const struct eta_task *task, struct random *random)
{
    struct arena *scratch = arena_new();
    const struct eta_options *o = task->options;
    const struct division rows = rows_divide(scratch, task, random);
    struct eta_learned learned = {.network = network, .notions = eta_notions(o)};
    struct notions_data data = {
        .train = &rows.teach, .options = o, .set = learned.notions, .threads = task->threads};
    if (o->teacher == TEACHER_AUTO) {
        learned.judgement = teacher_choose(arena, task, &data);
        data.set = judge_candidates[learned.judgement.chosen];
    }
    const struct notions *notions = notions_new(scratch, &data, random);
    struct examples examples = examples_make(scratch, &data, notions, DISTIL_EXAMPLES, random);
    learned.notions = notions_set(notions);
    examples_label(&examples, learned.notions);
    branch_fit(network, &examples, task, random);
    learned.promise = eta_calibrate(network, eta_bias(network), &rows.threshold, o);
    if (o->guarantee && gate_fits(&network->shape))
        gate_try(arena, &learned, &rows, o);
    learned.threshold = rows_room(arena, &rows.threshold, rows.threshold.count);
    for (size_t i = 0; i < rows.threshold.count; i++)
        rows_append(&learned.threshold, &rows.threshold, i);
    arena_free(scratch);
    return learned;
}
