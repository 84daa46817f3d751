/* See left_out.h. */
#include "eta/judge/left_out.h"

#include "data/domain.h"
#include "data/sorted.h"

#include <math.h>

enum { MOST_ASKED = 400 };

static const float outside_domain = 1e9F;

static struct rows rows_pick(struct arena *arena, const struct rows *rows, const size_t *index,
                             size_t count)
{
    return rows_take(arena, &(struct row_batch){rows, index, count});
}

/* Moves the rows of some blocks to the front of a random order of row numbers, about `wanted` of
   them; returns how many. Neighbours in time are nearly equal, so that single rows of a log would
   not be new to what learned the others. Without blocks the first rows are at the front already. */
static size_t blocks_front(const struct rows *rows, size_t *index, size_t count, size_t wanted)
{
    size_t front = 0;
    if (rows->block == NULL)
        return wanted;
    while (front < wanted) {
        uint32_t block = rows->block[index[front]];
        for (size_t i = front; i < count; i++)
            if (rows->block[index[i]] == block) {
                size_t swapped = index[i];
                index[i] = index[front];
                index[front++] = swapped;
            }
    }
    return front < count ? front : count / 2; /* all rows are of one block */
}

void left_out_domain(const struct rows *train, const struct eta_options *o, float *low, float *high)
{
    size_t d = train->n_in;
    double margin = domain_margin(train, eta_outside_share(o));
    for (size_t j = 0; j < d; j++) {
        float least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < train->count; i++) {
            least = fminf(least, train->x[i * d + j]);
            most = fmaxf(most, train->x[i * d + j]);
        }
        bool given = o->bounds_given != NULL && o->bounds_given[j];
        low[j] = given ? o->low[j] : least - (float)margin * (most - least);
        high[j] = given ? o->high[j] : most + (float)margin * (most - least);
    }
}

struct left_out left_out_make(struct arena *arena, const struct rows *rows,
                              const struct region *region, const struct eta_options *options,
                              struct random *random)
{
    size_t *in = arena_alloc(arena, rows->count, sizeof(*in)), n_in = 0;
    size_t *out = arena_alloc(arena, rows->count, sizeof(*out)), n_out = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (region->member[i])
            out[n_out++] = i;
        else
            in[n_in++] = i;
    rows_shuffle(in, n_in, random);
    rows_shuffle(out, n_out, random);
    size_t held = n_in / 4 < MOST_ASKED ? n_in / 4 : MOST_ASKED;
    held = blocks_front(rows, in, n_in, held);
    struct left_out left = {
        .train = rows_pick(arena, rows, in + held, n_in - held),
        .inside = rows_pick(arena, rows, in, held),
        .outside = rows_pick(arena, rows, out, n_out < MOST_ASKED ? n_out : MOST_ASKED),
        .low = arena_alloc(arena, rows->n_in, sizeof(*left.low)),
        .high = arena_alloc(arena, rows->n_in, sizeof(*left.high))};
    left_out_domain(&left.train, options, left.low, left.high);
    return left;
}

struct rows left_out_validation(struct arena *arena, struct left_out *left,
                                const struct eta_options *options)
{
    size_t n = left->train.count, *index = arena_alloc(arena, n, sizeof(*index));
    for (size_t i = 0; i < n; i++) /* the rows are in a random order already */
        index[i] = i;
    size_t taken = blocks_front(&left->train, index, n, n / 5);
    struct rows validation = rows_pick(arena, &left->train, index, taken);
    left->train = rows_pick(arena, &left->train, index + taken, n - taken);
    left_out_domain(&left->train, options, left->low, left->high);
    return validation;
}

void left_out_bound(const struct left_out *left, const struct rows *rows, float *score)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!domain_holds(rows->x + i * rows->n_in, rows->n_in, left->low, left->high))
            score[i] = outside_domain;
}

float left_out_limit(const float *score, size_t n, double share)
{
    struct arena *arena = arena_new();
    const float *sorted = floats_sorted(arena, score, n);
    double rank = fmin(ceil((double)(n + 1) * (1.0 - share)), (double)n);
    float limit = sorted[(size_t)rank - 1];
    arena_free(arena);
    return limit;
}

double left_out_share(const float *score, size_t n, float limit)
{
    size_t above = 0;
    for (size_t i = 0; i < n; i++)
        above += score[i] > limit;
    return (double)above / (double)n;
}
