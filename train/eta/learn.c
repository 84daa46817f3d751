/* See learn.h. */
#include "eta/learn.h"

#include "data/domain.h"
#include "eta/turns.h"
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

/* The validation rows set the threshold. Where they are few, training rows join them, up to a
   quarter of all rows: the fewer rows set the threshold, the more the share of false alarms varies
   from one training to the next. Training rows have made the domain, so one that joins is outside
   if it would be outside of what the others had made. Rows of a log join nothing: their neighbours
   in time would teach. */
static struct division rows_divide(struct arena *arena, const struct eta_task *task, bool turns,
                                   struct random *random)
{
    const struct rows *train = task->train, *validation = task->validation;
    const struct eta_options *o = task->options;
    const struct domain_bounds domain = {o->low, o->high, o->bounds_given};
    size_t wanted = turns_held_out(task);
    size_t joining = wanted > validation->count ? wanted - validation->count : 0;
    if (train->count < TURNS_LEAST_ROWS || train->block != NULL || turns)
        joining = 0;
    struct division d = {rows_room(arena, train, train->count),
                         rows_room(arena, validation, validation->count + joining),
                         arena_alloc(arena, validation->count + joining + 1, sizeof(bool))};
    bool *alone = arena_alloc(arena, train->count, sizeof(*alone));
    domain_mark_outside(train, &domain, alone);
    memcpy(d.outside, domain_outside(arena, validation, o->low, o->high),
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

/* --- the teacher ---------------------------------------------------------------------------- */

static void judge_tell(void *context, double done)
{
    eta_tell(context, "judge", done, (double)NAN);
}

static struct judgement teacher_choose(struct arena *arena, const struct eta_task *task,
                                       const struct notions_data *data)
{
    const struct judge_progress progress = {judge_tell, (void *)task};
    return judge_run(arena, data, task->seed, &progress);
}

/* --- the threshold and the gate ------------------------------------------------------------- */

/* The networks that have a part in the threshold, that which is kept at the front. */
struct parts {
    struct held_out part[1 + TURNS];
    size_t count;
    const struct rows *reference; /* what the networks are compared by; NULL: there is one */
};

static struct parts parts_of(const struct division *rows, struct network *network,
                             const struct turns *turns, const struct rows *reference)
{
    struct parts p = {.count = 1 + turns->count, .reference = turns->count > 0 ? reference : NULL};
    p.part[0] = (struct held_out){network, eta_bias(network), &rows->threshold, rows->outside};
    for (size_t k = 0; k < turns->count; k++) {
        const struct turn *turn = &turns->turn[k];
        p.part[k + 1] =
            (struct held_out){turn->network, eta_bias(turn->network), &turn->held, turn->outside};
    }
    return p;
}

static struct eta_promise parts_calibrate(const struct parts *p, const struct eta_options *o)
{
    return eta_calibrate(p->part, p->count, p->reference, o);
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
        const struct rows *teach = k == 0 ? &rows->teach : &turns->turn[k - 1].teach;
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
    const bool *outside = domain_outside(scratch, all, o->low, o->high);
    learned->promise.above = rows_unknown(&(struct held_out){learned->network, NULL, all, outside});
    arena_free(scratch);
}

struct eta_learned eta_learn(struct arena *arena, struct network *network,
                             const struct eta_task *task, struct random *random)
{
    struct arena *scratch = arena_new();
    const struct eta_options *o = task->options;
    const struct division rows = rows_divide(scratch, task, turns_wanted(task), random);
    struct eta_learned learned = {.network = network, .notions = eta_notions(o)};
    struct notions_data data = {
        .train = &rows.teach, .options = o, .set = learned.notions, .threads = task->threads};
    if (o->teacher == TEACHER_AUTO) {
        learned.judgement = teacher_choose(arena, task, &data);
        data.set = judge_candidates[learned.judgement.chosen];
    }
    struct turns turns = turns_take(task, &data, network, random);
    const struct eta_taught taught = branch_teach(scratch, network, &data, task, random);
    struct parts parts = parts_of(&rows, network, &turns, &taught.points);
    learned.notions = taught.notions;
    learned.promise = parts_calibrate(&parts, o);
    learned.promise.turns = turns.count;
    if (o->guarantee && gate_fits(&network->shape))
        gate_try(arena, &learned, &parts, &rows, &turns, o);
    learned.network = (struct network *)parts.part[0].network;
    threshold_keep(arena, &learned, &parts, o);
    turns_free(&turns);
    arena_free(scratch);
    return learned;
}
