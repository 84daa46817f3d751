/* See schedule.h. */
#include "tune/schedule.h"

#include <math.h>
#include <stdlib.h>

struct entry {
    size_t number, kind;
    double score;
    size_t rank; /* how many of its kind are better */
};

/* One rung of one cohort. */
struct heat {
    struct entry *entries;
    size_t count, known;
};

/* The trials of a rung that may be handed out. */
struct queue {
    size_t *numbers;
    size_t first, last;
};

struct schedule {
    struct arena *arena;
    struct schedule_options o;
    struct heat *heats;   /* (n_cohorts, rungs) */
    struct queue *queues; /* (rungs) */
    size_t n_cohorts, running;
};

static size_t cohorts_of(const struct schedule_options *o)
{
    return (o->trials + o->cohort - 1) / o->cohort;
}

static size_t cohort_size(const struct schedule_options *o, size_t c)
{
    size_t left = o->trials - c * o->cohort;
    return left < o->cohort ? left : o->cohort;
}

double schedule_share(const struct schedule_options *o, size_t rung)
{
    const double last = (double)(o->rungs - 1);
    return rung + 1 == o->rungs ? 1.0 : pow(o->share, 1.0 - (double)rung / last);
}

size_t schedule_size(const struct schedule_options *o, size_t size, size_t rung)
{
    for (size_t r = 0; r < rung; r++)
        size = (size + o->divisor - 1) / o->divisor;
    return size;
}

size_t schedule_trials(const struct schedule_options *o)
{
    size_t n = 0;
    for (size_t c = 0; c < cohorts_of(o); c++)
        n += shard_has(&o->shard, c) ? cohort_size(o, c) : 0;
    return n;
}

static struct heat *heat_of(struct schedule *s, size_t number, size_t rung)
{
    return &s->heats[(number - 1) / s->o.cohort * s->o.rungs + rung];
}

static void trial_add(struct schedule *s, size_t number, size_t rung)
{
    struct heat *heat = heat_of(s, number, rung);
    heat->entries[heat->count++] = (struct entry){.number = number, .score = NAN};
    s->queues[rung].numbers[s->queues[rung].last++] = number;
}

struct schedule *schedule_new(struct arena *arena, const struct schedule_options *o)
{
    struct schedule *s = arena_alloc(arena, 1, sizeof(*s));
    s->arena = arena;
    s->o = *o;
    s->n_cohorts = cohorts_of(o);
    s->heats = arena_alloc(arena, s->n_cohorts * o->rungs, sizeof(*s->heats));
    s->queues = arena_alloc(arena, o->rungs, sizeof(*s->queues));
    for (size_t r = 0; r < o->rungs; r++)
        s->queues[r].numbers = arena_alloc(arena, o->trials, sizeof(size_t));
    for (size_t c = 0; c < s->n_cohorts; c++) {
        size_t size = cohort_size(o, c);
        if (!shard_has(&o->shard, c))
            continue;
        for (size_t r = 0; r < o->rungs; r++)
            s->heats[c * o->rungs + r].entries =
                arena_alloc(arena, schedule_size(o, size, r), sizeof(struct entry));
        for (size_t i = 0; i < size; i++)
            trial_add(s, c * o->cohort + i + 1, 0);
    }
    return s;
}

enum work_state schedule_next(struct schedule *s, struct slot *slot)
{
    for (size_t r = 0; r < s->o.rungs; r++) {
        struct queue *q = &s->queues[r];
        if (q->first == q->last)
            continue;
        *slot = (struct slot){r, q->numbers[q->first++]};
        s->running++;
        return WORK_READY;
    }
    return s->running > 0 ? WORK_WAIT : WORK_END;
}

static int numbers_compare(size_t a, size_t b) { return (a > b) - (a < b); }

static int scores_compare(const struct entry *a, const struct entry *b)
{
    if (a->score != b->score)
        return a->score < b->score ? -1 : 1;
    return numbers_compare(a->number, b->number);
}

static int kinds_compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    return a->kind != b->kind ? numbers_compare(a->kind, b->kind) : scores_compare(a, b);
}

/* Those that cannot go on stand behind all others. */
static int ranks_compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (isfinite(a->score) && isfinite(b->score) && a->rank != b->rank)
        return numbers_compare(a->rank, b->rank);
    return scores_compare(a, b);
}

/* The best of each kind first. */
static void heat_sort(struct heat *heat)
{
    struct entry *e = heat->entries;
    qsort(e, heat->count, sizeof(*e), kinds_compare);
    for (size_t i = 1; i < heat->count; i++)
        e[i].rank = e[i].kind == e[i - 1].kind ? e[i - 1].rank + 1 : 0;
    qsort(e, heat->count, sizeof(*e), ranks_compare);
}

/* The best of a heat go on. */
static void heat_finish(struct schedule *s, struct heat *heat, size_t rung)
{
    size_t most = (heat->count + s->o.divisor - 1) / s->o.divisor;
    heat_sort(heat);
    for (size_t i = 0; i < most && rung + 1 < s->o.rungs; i++)
        if (isfinite(heat->entries[i].score))
            trial_add(s, heat->entries[i].number, rung + 1);
}

void schedule_done(struct schedule *s, struct slot slot, double score, size_t kind)
{
    struct heat *heat = heat_of(s, slot.number, slot.rung);
    for (size_t i = 0; i < heat->count; i++)
        if (heat->entries[i].number == slot.number) {
            heat->entries[i].score = isnan(score) ? (double)INFINITY : score;
            heat->entries[i].kind = kind;
        }
    s->running--;
    if (++heat->known == heat->count)
        heat_finish(s, heat, slot.rung);
}
