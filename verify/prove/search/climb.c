/* See climb.h. In each round the boxes with the highest bounds are cut, and their halves are asked
   by several threads. */
#include "prove/search/climb.h"

#include "base/fail.h"
#include "base/jobs.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND_HALVES = 64 }; /* of 32 boxes */

struct bench_link {
    void *bench;
    struct bench_link *next;
};

struct ascent {
    const struct climb *climb;
    struct climb_box *heap; /* the highest bound on top */
    size_t count, room;
    struct climb_box halves[ROUND_HALVES];
    struct bench_link *idle;
    pthread_mutex_t lock;
};

static struct climb_box box_new(const struct climb *c, const float *low, const float *high)
{
    float *memory = malloc(3 * c->n_inputs * sizeof(*memory));
    if (memory == NULL)
        fail("out of memory");
    memcpy(memory, low, c->n_inputs * sizeof(*memory));
    memcpy(memory + c->n_inputs, high, c->n_inputs * sizeof(*memory));
    return (struct climb_box){
        .low = memory, .high = memory + c->n_inputs, .x = memory + 2 * c->n_inputs};
}

static void box_free(struct climb_box *box) { free(box->low); }

static void heap_push(struct ascent *a, struct climb_box box)
{
    if (a->count == a->room) {
        a->room = a->room == 0 ? 256 : 2 * a->room;
        a->heap = realloc(a->heap, a->room * sizeof(*a->heap));
        if (a->heap == NULL)
            fail("out of memory");
    }
    size_t i = a->count++;
    for (; i > 0 && a->heap[(i - 1) / 2].bound < box.bound; i = (i - 1) / 2)
        a->heap[i] = a->heap[(i - 1) / 2];
    a->heap[i] = box;
}

static struct climb_box heap_pop(struct ascent *a)
{
    struct climb_box top = a->heap[0], last = a->heap[--a->count];
    size_t i = 0;
    for (size_t child = 1; child < a->count; child = 2 * i + 1) {
        if (child + 1 < a->count && a->heap[child + 1].bound > a->heap[child].bound)
            child++;
        if (!(a->heap[child].bound > last.bound))
            break;
        a->heap[i] = a->heap[child];
        i = child;
    }
    if (a->count > 0)
        a->heap[i] = last;
    return top;
}

static void half_ask(void *context, size_t number)
{
    struct ascent *a = context;
    pthread_mutex_lock(&a->lock);
    struct bench_link *link = a->idle;
    a->idle = link->next;
    pthread_mutex_unlock(&a->lock);
    a->climb->box_ask(a->climb->context, link->bench, &a->halves[number]);
    pthread_mutex_lock(&a->lock);
    link->next = a->idle;
    a->idle = link;
    pthread_mutex_unlock(&a->lock);
}

/* Asks halves[0..n) and keeps what can still hold the largest value. */
static void halves_take(struct ascent *a, size_t n, struct climbed *best, unsigned threads)
{
    jobs_run(&(struct jobs){n, half_ask, NULL, a}, threads);
    best->boxes += n;
    for (size_t i = 0; i < n; i++)
        if (a->halves[i].value > best->value) {
            best->value = a->halves[i].value;
            memcpy(best->x, a->halves[i].x, a->climb->n_inputs * sizeof(float));
        }
    for (size_t i = 0; i < n; i++) {
        if (isnan(a->halves[i].bound)) /* an overflow: nothing is known */
            a->halves[i].bound = INFINITY;
        if (a->halves[i].bound > best->value)
            heap_push(a, a->halves[i]);
        else
            box_free(&a->halves[i]);
    }
}

/* Cuts a box; false: it is a single input. */
static bool box_cut(struct ascent *a, const struct climb_box *box, struct climb_box halves[2])
{
    size_t i = box->input;
    if (!(box->low[i] < box->high[i]))
        for (i = 0; i < a->climb->n_inputs && !(box->low[i] < box->high[i]);)
            i++;
    if (i == a->climb->n_inputs)
        return false;
    float cut = (float)(0.5 * ((double)box->low[i] + (double)box->high[i]));
    cut = cut >= box->high[i] ? nextafterf(box->high[i], -INFINITY) : cut;
    halves[0] = box_new(a->climb, box->low, box->high);
    halves[1] = box_new(a->climb, box->low, box->high);
    box_lower(halves[0].high, i, cut);
    box_upper(halves[1].low, i, cut);
    return true;
}

/* One round; what a single input can reach, `settled`, is not cut again. */
static void round_climb(struct ascent *a, struct climbed *best, double *settled, unsigned threads)
{
    size_t n = 0;
    while (n < ROUND_HALVES && a->count > 0) {
        struct climb_box box = heap_pop(a);
        if (box.bound > best->value && box_cut(a, &box, &a->halves[n]))
            n += 2;
        else if (box.bound > best->value)
            *settled = fmax(*settled, box.bound);
        box_free(&box);
    }
    halves_take(a, n, best, threads);
}

static bool is_done(const struct climb *c, const struct climbed *best)
{
    if (c->goal < INFINITY)
        return best->bound <= c->goal || best->value > c->goal;
    return isfinite(best->value) &&
           best->bound - best->value <= fmax(c->tolerance, c->relative * fabs(best->value));
}

struct climbed climb(struct arena *arena, const struct climb *c, const struct limits *limits)
{
    struct arena *own = arena_new();
    struct ascent *a = arena_alloc(own, 1, sizeof(*a));
    struct climbed best = {.value = -INFINITY, .x = arena_alloc(arena, c->n_inputs, sizeof(float))};
    double began = clock_seconds(), settled = -INFINITY;
    a->climb = c;
    pthread_mutex_init(&a->lock, NULL);
    for (unsigned t = 0; t < (limits->threads == 0 ? 1 : limits->threads); t++) {
        struct bench_link *link = arena_alloc(own, 1, sizeof(*link));
        *link = (struct bench_link){c->bench_new(own, c->context), a->idle};
        a->idle = link;
    }
    a->halves[0] = box_new(c, c->low, c->high);
    halves_take(a, 1, &best, limits->threads);
    for (;;) {
        double top = a->count > 0 ? fmax(a->heap[0].bound, settled) : settled;
        best.bound = fmax(top, best.value);
        if (a->count == 0 || is_done(c, &best))
            break;
        if (limit_reached(limits, best.boxes, began))
            break;
        round_climb(a, &best, &settled, limits->threads);
    }
    for (size_t i = 0; i < a->count; i++)
        box_free(&a->heap[i]);
    free(a->heap);
    arena_free(own);
    return best;
}
