/* See turns.h. */
#include "eta/turns.h"

#include "base/jobs.h"
#include "data/domain.h"
#include "eta/judge/left_out.h"

#include <math.h>
#include <string.h>

/* Held-out rows: more hardly change the share of false alarms. */
enum { ENOUGH_ROWS = 500, ENOUGH_BLOCKS = 20 };

struct work {
    struct turns *turns;
    const struct eta_task *task;
    const struct rows *rows; /* that take turns */
    const struct notions_data *data;
    const struct network *like;
};

/* Rows outside of the domain that the others made, or of the one that is kept, which a given
   network may have made narrower. */
static bool *held_outside(struct arena *arena, const struct turn *turn, const struct eta_options *o)
{
    const size_t d = turn->held.n_in;
    float *low = arena_alloc(arena, d, sizeof(*low)), *high = arena_alloc(arena, d, sizeof(*high));
    left_out_domain(&turn->teach, o, low, high);
    bool *outside = domain_outside(arena, &turn->held, low, high);
    const bool *kept = domain_outside(arena, &turn->held, o->low, o->high);
    for (size_t i = 0; i < turn->held.count; i++)
        outside[i] = outside[i] || kept[i];
    return outside;
}

static void turn_run(void *context, size_t number)
{
    const struct work *w = context;
    struct turn *turn = &w->turns->turn[number];
    struct arena *arena = turn->arena;
    struct random random = {.state = w->task->seed + 104729U * (number + 1)};
    struct eta_task task = *w->task;
    struct notions_data data = *w->data;
    const struct row_halves rows = rows_hold_out(arena, w->rows, number, TURNS);
    turn->teach = rows.first;
    turn->held = rows.second;
    turn->outside = held_outside(arena, turn, task.options);
    turn->network = network_new(arena, &w->like->shape);
    network_randomise(turn->network, &random);
    memcpy(turn->network->parameters, w->like->parameters, w->like->n_fit * sizeof(float));
    task.progress = NULL;
    data.rows = data.train->count; /* all networks are taught by the same notions */
    data.train = &turn->teach;
    data.threads = 1;
    branch_teach(arena, turn->network, &data, &task, &random);
}

static void done_tell(void *context, size_t done)
{
    const struct work *w = context;
    eta_tell(w->task, "threshold", (double)done / TURNS, (double)NAN);
}

size_t turns_held_out(const struct eta_task *task)
{
    size_t quarter = (task->train->count + task->validation->count) / 4;
    return quarter < ENOUGH_ROWS ? quarter : ENOUGH_ROWS;
}

bool turns_wanted(const struct eta_task *task)
{
    const struct rows *train = task->train, *validation = task->validation;
    if (train->count < TURNS_LEAST_ROWS)
        return false;
    if (train->block != NULL)
        return blocks_count(train) >= TURNS && blocks_count(validation) <= ENOUGH_BLOCKS;
    size_t held = turns_held_out(task);
    return validation->count < held && held < ENOUGH_ROWS;
}

/* Files are sorted by one thing or another, so that rows without an order get one at random. */
static struct rows rows_mixed(struct arena *arena, const struct rows *rows, struct random *random)
{
    if (rows->block != NULL)
        return *rows;
    size_t *index = arena_alloc(arena, rows->count, sizeof(*index));
    for (size_t i = 0; i < rows->count; i++)
        index[i] = i;
    rows_shuffle(index, rows->count, random);
    return rows_take(arena, &(struct row_batch){rows, index, rows->count});
}

struct turns turns_take(const struct eta_task *task, const struct notions_data *data,
                        const struct network *like, struct random *random)
{
    struct turns turns = {.count = turns_wanted(task) ? TURNS : 0};
    if (turns.count == 0)
        return turns;
    struct arena *arena = arena_new();
    const struct rows rows = rows_mixed(arena, task->train, random);
    for (size_t k = 0; k < TURNS; k++)
        turns.turn[k].arena = arena_new();
    struct work w = {&turns, task, &rows, data, like};
    jobs_run(&(struct jobs){TURNS, turn_run, done_tell, &w}, task->threads);
    arena_free(arena);
    return turns;
}

void turns_free(struct turns *turns)
{
    for (size_t k = 0; k < turns->count; k++)
        arena_free(turns->turn[k].arena);
}
