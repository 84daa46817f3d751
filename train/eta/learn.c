/* See learn.h. */
#include "eta/learn.h"

#include "base/jobs.h"
#include "data/domain.h"
#include "eta/judge/left_out.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

/* --- which rows do what --------------------------------------------------------------------- */

/* Rows that set the threshold teach nothing: its promise rests on that. */
struct division {
    struct rows teach, threshold;
    bool *outside; /* which rows of the threshold lie outside of the domain that others made */
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

static bool *outside_mark(struct arena *arena, const struct rows *rows, const float *low,
                          const float *high)
{
    bool *outside = arena_alloc(arena, rows->count + 1, sizeof(*outside));
    for (size_t i = 0; i < rows->count; i++)
        outside[i] = !domain_holds(rows->x + i * rows->n_in, rows->n_in, low, high);
    return outside;
}

enum { LEAST_TRAIN = 60 };

/* The validation rows set the threshold. Where they are few, training rows join them, up to a
   quarter of all rows: the fewer rows set the threshold, the more the share of false alarms varies
   from one training to the next. Training rows have made the domain, so one that joins is outside
   if it would be outside of what the others had made. Rows of a log join nothing: their neighbours
   in time would teach. */
static struct division rows_divide(struct arena *arena, const struct eta_task *task,
                                   struct random *random)
{
    enum { ENOUGH = 500 };
    const struct rows *train = task->train, *validation = task->validation;
    const struct eta_options *o = task->options;
    const struct domain_bounds domain = {o->low, o->high, o->bounds_given};
    size_t quarter = (train->count + validation->count) / 4;
    size_t wanted = quarter < ENOUGH ? quarter : ENOUGH;
    size_t joining = wanted > validation->count ? wanted - validation->count : 0;
    if (train->count < LEAST_TRAIN || train->block != NULL)
        joining = 0;
    struct division d = {rows_room(arena, train, train->count),
                         rows_room(arena, validation, validation->count + joining),
                         arena_alloc(arena, validation->count + joining + 1, sizeof(bool))};
    bool *alone = arena_alloc(arena, train->count, sizeof(*alone));
    domain_mark_outside(train, &domain, alone);
    memcpy(d.outside, outside_mark(arena, validation, o->low, o->high),
           validation->count * sizeof(bool));
    for (size_t i = 0; i < validation->count; i++)
        rows_append(&d.threshold, validation, i);
    for (size_t i = 0, left = joining; i < train->count; i++) {
        bool joins = random_uniform(random) * (double)(train->count - i) < (double)left;
        left -= joins;
        if (joins)
            d.outside[d.threshold.count] = alone[i];
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

/* Notions of the rows teach the branch; returns which. */
static unsigned branch_teach(struct arena *arena, struct network *network,
                             const struct notions_data *data, const struct eta_task *task,
                             struct random *random)
{
    const struct notions *notions = notions_new(arena, data, random);
    struct examples examples = examples_make(arena, data, notions, DISTIL_EXAMPLES, random);
    examples_label(&examples, notions_set(notions));
    branch_fit(network, &examples, task, random);
    return notions_set(notions);
}

/* --- stretches that take turns -------------------------------------------------------------- */

enum { TURNS = 5 };

/* A fifth of the stretches of a log, and a network that the others taught. */
struct turn {
    struct arena *arena;
    struct row_halves rows;
    struct network *network;
    bool *outside;
};

struct turns {
    struct turn turn[TURNS];
    size_t count;
    const struct eta_task *task;
    const struct notions_data *data;
    const struct network *like;
};

static void turn_run(void *context, size_t number)
{
    struct turns *t = context;
    struct turn *turn = &t->turn[number];
    struct arena *arena = turn->arena;
    struct random random = {.state = t->task->seed + 104729U * (number + 1)};
    struct eta_task task = *t->task;
    struct notions_data data = *t->data;
    const size_t d = task.train->n_in;
    float *low = arena_alloc(arena, d, sizeof(*low)), *high = arena_alloc(arena, d, sizeof(*high));
    turn->rows = rows_hold_out(arena, task.train, number, TURNS);
    left_out_domain(&turn->rows.first, task.options, low, high);
    turn->outside = outside_mark(arena, &turn->rows.second, low, high);
    turn->network = network_new(arena, &t->like->shape);
    network_randomise(turn->network, &random);
    memcpy(turn->network->parameters, t->like->parameters, t->like->n_fit * sizeof(float));
    task.progress = NULL;
    data.train = &turn->rows.first;
    data.threads = 1;
    branch_teach(arena, turn->network, &data, &task, &random);
}

static void turns_tell(void *context, size_t done)
{
    const struct turns *t = context;
    struct teller teller = {t->task, "threshold"};
    done_tell(&teller, (double)done / TURNS);
}

static size_t blocks_of(struct arena *arena, const struct rows *rows)
{
    return blocks_number(rows->block, rows->count,
                         arena_alloc(arena, rows->count + 1, sizeof(uint32_t)));
}

/* What a network calls unknown differs much from one stretch of a log to the next, so that a few
   stretches say little about the others. Then all training stretches count too: a fifth of them at
   a time teaches nothing to a network of its own. */
static void turns_take(struct arena *arena, struct turns *t)
{
    enum { ENOUGH_BLOCKS = 20 };
    const struct eta_task *task = t->task;
    if (task->train->block == NULL || task->train->count < LEAST_TRAIN ||
        blocks_of(arena, task->train) < TURNS || blocks_of(arena, task->validation) > ENOUGH_BLOCKS)
        return;
    t->count = TURNS;
    for (size_t k = 0; k < TURNS; k++)
        t->turn[k].arena = arena_new();
    jobs_run(&(struct jobs){TURNS, turn_run, turns_tell, t}, task->threads);
}

static void turns_end(struct turns *t)
{
    for (size_t k = 0; k < t->count; k++)
        arena_free(t->turn[k].arena);
}

/* --- the threshold and the gate ------------------------------------------------------------- */

/* The networks that have a part in the threshold, that which is kept at the front. */
struct parts {
    struct held_out part[1 + TURNS];
    size_t count;
};

static struct parts parts_of(const struct division *rows, struct network *network,
                             const struct turns *turns)
{
    struct parts p = {.count = 1 + turns->count};
    p.part[0] = (struct held_out){network, eta_bias(network), &rows->threshold, rows->outside};
    for (size_t k = 0; k < turns->count; k++) {
        const struct turn *turn = &turns->turn[k];
        p.part[k + 1] = (struct held_out){turn->network, eta_bias(turn->network),
                                          &turn->rows.second, turn->outside};
    }
    return p;
}

/* Networks that are taught alike differ in how high eta is on rows that none of them has seen. So
   each is shifted to one share of alarms on the validation rows, and then all by the same number.
 */
static struct eta_promise parts_calibrate(const struct parts *p, const struct eta_options *o)
{
    for (size_t k = 0; k < p->count && p->count > 1; k++) {
        struct held_out own = p->part[0];
        own.network = p->part[k].network;
        own.bias = p->part[k].bias;
        eta_calibrate(&own, 1, o);
    }
    return eta_calibrate(p->part, p->count, o);
}

/* Rows inside of the domain that eta calls unknown. */
static size_t rows_unknown(const struct held_out *part)
{
    struct arena *arena = arena_new();
    const struct rows *rows = part->rows;
    float *eta = arena_alloc(arena, rows->count + 1, sizeof(*eta));
    size_t unknown = 0;
    network_predict(part->network, rows, NULL, NULL, eta);
    for (size_t i = 0; i < rows->count; i++)
        unknown += eta[i] > 0.5F + 1e-5F && !part->outside[i];
    arena_free(arena);
    return unknown;
}

static size_t parts_unknown(const struct parts *p)
{
    size_t unknown = 0;
    for (size_t k = 0; k < p->count; k++)
        unknown += rows_unknown(&p->part[k]);
    return unknown;
}

/* The same parts with a gate on every network. */
static struct parts parts_gated(struct arena *arena, const struct parts *p,
                                const struct division *rows, const struct turns *turns,
                                const struct eta_options *o, struct gate *gate)
{
    struct parts gated = *p;
    for (size_t k = 0; k < p->count; k++) {
        const struct rows *teach = k == 0 ? &rows->teach : &turns->turn[k - 1].rows.first;
        struct gate own;
        struct network *network = gate_add(arena, p->part[k].network, teach, o, &own);
        gated.part[k].network = network;
        gated.part[k].bias = gate_bias(network);
        *gate = k == 0 ? own : *gate;
    }
    return gated;
}

/* The gate raises eta of rows that lie beyond its hats, so the threshold is set again. No shift of
   the branch makes up for more of them than there may be false alarms: then there is no gate; or
   with so few rows that each has a hat, the promise is a weaker one. */
static void gate_try(struct arena *arena, struct eta_learned *learned, struct parts *parts,
                     const struct division *rows, const struct turns *turns,
                     const struct eta_options *o)
{
    struct gate gate = {0};
    struct eta_promise *promise = &learned->promise;
    struct parts gated = parts_gated(arena, parts, rows, turns, o, &gate);
    float shifted[1 + TURNS];
    for (size_t k = 0; k < gated.count; k++)
        shifted[k] = *gated.part[k].bias;
    parts_calibrate(&gated, o);
    if (parts_unknown(&gated) > promise->above) {
        if (gate.hats < rows->teach.count)
            return;
        for (size_t k = 0; k < gated.count; k++)
            *gated.part[k].bias = shifted[k];
        double more = (double)parts_unknown(&gated) - (double)promise->above;
        promise->share += more / (double)(promise->rows + 1);
    }
    *parts = gated;
    learned->gate = gate;
}

/* The rows that the promise comes from, and how many of them eta calls unknown. */
static void threshold_keep(struct arena *arena, struct eta_learned *learned,
                           const struct parts *parts, const struct eta_options *o)
{
    size_t count = 0;
    for (size_t k = 0; k < parts->count; k++)
        count += parts->part[k].rows->count;
    struct rows *all = &learned->threshold;
    *all = rows_room(arena, parts->part[0].rows, count);
    for (size_t k = 0; k < parts->count; k++)
        for (size_t i = 0; i < parts->part[k].rows->count; i++)
            rows_append(all, parts->part[k].rows, i);
    struct arena *scratch = arena_new();
    const bool *outside = outside_mark(scratch, all, o->low, o->high);
    learned->promise.above = rows_unknown(&(struct held_out){learned->network, NULL, all, outside});
    arena_free(scratch);
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
    struct turns turns = {.task = task, .data = &data, .like = network};
    turns_take(scratch, &turns);
    learned.notions = branch_teach(scratch, network, &data, task, random);
    struct parts parts = parts_of(&rows, network, &turns);
    learned.promise = parts_calibrate(&parts, o);
    if (o->guarantee && gate_fits(&network->shape))
        gate_try(arena, &learned, &parts, &rows, &turns, o);
    learned.network = (struct network *)parts.part[0].network;
    threshold_keep(arena, &learned, &parts, o);
    turns_end(&turns);
    arena_free(scratch);
    return learned;
}
