/* Successive halving: who goes on follows from scores and numbers alone, and many workers are busy.
   With EPI_TUNE_TABLE in the environment the table of train/tune/README.md is printed. */
#include "base/random.h"
#include "tune/schedule.h"
#include "unit/testing.h"

#include <math.h>

static struct arena *arena;

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* A score that depends on trial and rung alone; some trials cannot go on. */
static double score_of(struct slot slot)
{
    struct random random = {slot.number * 1000 + slot.rung};
    double u = random_uniform(&random);
    return u < 0.05 ? (double)INFINITY : u;
}

/* Runs a schedule with `workers` jobs at a time, which end in a random order. Fills how often each
   trial was trained at each rung. */
static size_t schedule_play(const struct schedule_options *o, size_t workers, uint64_t seed,
                            unsigned char *trained)
{
    struct schedule *s = schedule_new(arena, o);
    struct slot *running = arena_alloc(arena, workers, sizeof(*running));
    struct random random = {seed};
    size_t n = 0, all = 0;
    for (;;) {
        enum work_state state = WORK_WAIT;
        while (n < workers && (state = schedule_next(s, &running[n])) == WORK_READY) {
            trained[running[n].rung * (o->trials + 1) + running[n].number]++;
            n++;
            all++;
        }
        if (n == 0) {
            assert_int_equal(state, WORK_END);
            return all;
        }
        assert_true(state != WORK_END);
        size_t ends = (size_t)(random_uniform(&random) * (double)n);
        struct slot slot = running[ends];
        running[ends] = running[--n];
        schedule_done(s, slot, score_of(slot), slot.number % 3);
    }
}

static void test_order_does_not_matter(void **state)
{
    (void)state;
    const struct schedule_options o = {
        .trials = 150, .cohort = 32, .divisor = 4, .rungs = 3, .share = 0.0625};
    size_t size = 3 * (o.trials + 1);
    unsigned char *first = arena_alloc(arena, size, 1);
    size_t all = schedule_play(&o, 1, 1, first);
    /* 4 cohorts of 32 + 8 + 2 trials, one of 22 + 6 + 2 */
    assert_int_equal(all, 4 * 42 + 30);
    for (size_t workers = 1; workers <= 200; workers = workers * 3 + 1) {
        unsigned char *other = arena_alloc(arena, size, 1);
        schedule_play(&o, workers, workers, other);
        assert_memory_equal(first, other, size);
    }
}

/* Those that go on are the best, and of equals those with lower numbers. */
static void test_best_go_on(void **state)
{
    (void)state;
    const struct schedule_options o = {.trials = 8, .cohort = 8, .divisor = 4, .rungs = 2};
    static const double scores[] = {3.0, 1.0, INFINITY, 2.0, 1.0, 1.0, NAN, 5.0};
    struct schedule *s = schedule_new(arena, &o);
    struct slot slot;
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(schedule_next(s, &slot), WORK_READY);
    assert_int_equal(schedule_next(s, &slot), WORK_WAIT);
    for (size_t i = 8; i-- > 0;)
        schedule_done(s, (struct slot){0, i + 1}, scores[i], 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(schedule_next(s, &slot), WORK_READY);
        assert_int_equal(slot.rung, 1);
        assert_int_equal(slot.number, i == 0 ? 2 : 5);
    }
    assert_int_equal(schedule_next(s, &slot), WORK_WAIT);
    schedule_done(s, (struct slot){1, 5}, 0.0, 0);
    schedule_done(s, (struct slot){1, 2}, 0.0, 0);
    assert_int_equal(schedule_next(s, &slot), WORK_END);
}

/* Those that cannot go on do not, even where places are left. */
static void test_places_stay_empty(void **state)
{
    (void)state;
    const struct schedule_options o = {
        .trials = 4, .cohort = 4, .divisor = 2, .rungs = 2, .share = 0.25};
    static const double scores[] = {INFINITY, 1.0, INFINITY, NAN};
    struct schedule *s = schedule_new(arena, &o);
    struct slot slot;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(schedule_next(s, &slot), WORK_READY);
    for (size_t i = 0; i < 4; i++)
        schedule_done(s, (struct slot){0, i + 1}, scores[i], 0);
    assert_int_equal(schedule_next(s, &slot), WORK_READY);
    assert_int_equal(slot.rung, 1);
    assert_int_equal(slot.number, 2);
    assert_int_equal(schedule_next(s, &slot), WORK_WAIT);
    schedule_done(s, slot, 0.0, 0);
    assert_int_equal(schedule_next(s, &slot), WORK_END);
}

/* The best of each kind go on before any second best, whatever its score; a kind that cannot go on
   leaves its place to others. */
static void test_kinds(void **state)
{
    (void)state;
    const struct schedule_options o = {
        .trials = 8, .cohort = 8, .divisor = 2, .rungs = 2, .share = 0.25};
    static const double scores[] = {1.0, 2.0, 3.0, 4.0, 9.0, 8.0, INFINITY, INFINITY};
    static const size_t kinds[] = {5, 5, 5, 5, 1, 1, 7, 7}, went[] = {1, 6, 2, 5};
    struct schedule *s = schedule_new(arena, &o);
    struct slot slot;
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(schedule_next(s, &slot), WORK_READY);
    for (size_t i = 0; i < 8; i++)
        schedule_done(s, (struct slot){0, i + 1}, scores[i], kinds[i]);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(schedule_next(s, &slot), WORK_READY);
        assert_int_equal(slot.rung, 1);
        assert_int_equal(slot.number, went[i]);
    }
    assert_int_equal(schedule_next(s, &slot), WORK_WAIT);
}

static void test_shares(void **state)
{
    (void)state;
    const struct schedule_options o = {
        .trials = 64, .cohort = 32, .divisor = 4, .rungs = 3, .share = 0.0625};
    assert_true(schedule_share(&o, 0) == 1.0 / 16.0);
    assert_true(schedule_share(&o, 1) == 0.25);
    assert_true(schedule_share(&o, 2) == 1.0);
    assert_int_equal(schedule_size(&o, 32, 0), 32);
    assert_int_equal(schedule_size(&o, 32, 2), 2);
}

/* Shards have every trial once, and together do what one machine does. */
static void test_shards(void **state)
{
    (void)state;
    struct schedule_options o = {.trials = 150, .cohort = 16, .divisor = 4, .rungs = 3};
    size_t size = 3 * (o.trials + 1), trials = 0;
    unsigned char *whole = arena_alloc(arena, size, 1), *parts = arena_alloc(arena, size, 1);
    schedule_play(&o, 3, 1, whole);
    for (size_t i = 1; i <= 4; i++) {
        o.shard = (struct shard){i, 4};
        trials += schedule_trials(&o);
        schedule_play(&o, 3, i, parts);
    }
    assert_int_equal(trials, o.trials);
    assert_memory_equal(whole, parts, size);
}

/* --- simulation ------------------------------------------------------------------------------- */

/* What a training took, its compilation included where there is one, in seconds of one processor:
   nine evenly spaced ones of each rung, 1/16 and all of the steps, of a search for crazyflie with a
   budget of 8000 cycles. */
enum { TRACED = 9 };
static const double trace[2][TRACED] = {
    {0.006, 0.006, 0.014, 0.017, 0.018, 0.020, 0.023, 0.030, 0.040},
    {0.34, 0.34, 0.41, 0.43, 0.49, 0.50, 0.54, 0.68, 0.78}};

/* A binary heap of jobs by the time when they end. */
struct ending {
    double at;
    struct slot slot;
};

static void heap_push(struct ending *heap, size_t *n, struct ending e)
{
    size_t i = (*n)++;
    for (; i > 0 && heap[(i - 1) / 2].at > e.at; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static struct ending heap_pop(struct ending *heap, size_t *n)
{
    struct ending first = heap[0], last = heap[--*n];
    size_t i = 0;
    for (size_t k = 1; k < *n; k = 2 * i + 1) {
        k += k + 1 < *n && heap[k + 1].at < heap[k].at;
        if (last.at <= heap[k].at)
            break;
        heap[i] = heap[k];
        i = k;
    }
    heap[i] = last;
    return first;
}

/* A training that was done. */
struct done {
    double began, took;
    bool last; /* of the last rung */
};

struct simulated {
    double seconds;
    double busy, busy_before; /* the share of workers that work: in all, and until no trial below
                                 the last rung is left to start */
};

static struct simulated busy_of(const struct done *all, size_t n, double seconds, size_t workers)
{
    double before = 0.0, sum = 0.0, sum_before = 0.0;
    for (size_t i = 0; i < n; i++)
        before = all[i].last ? before : fmax(before, all[i].began);
    for (size_t i = 0; i < n; i++) {
        sum += all[i].took;
        sum_before += fmax(0.0, fmin(all[i].took, before - all[i].began));
    }
    return (struct simulated){seconds, sum / (seconds * (double)workers),
                              before > 0.0 ? sum_before / (before * (double)workers) : 1.0};
}

/* `leader` seconds go by for each result: the journal and the scheduler, which serve one at a time.
 */
static struct simulated simulate(const struct schedule_options *o, size_t workers, double leader)
{
    struct arena *own = arena_new();
    struct schedule *s = schedule_new(own, o);
    struct ending *heap = arena_alloc(own, workers + 1, sizeof(*heap));
    struct done *all = arena_alloc(own, o->trials * o->rungs, sizeof(*all));
    struct random random = {5};
    size_t n = 0, n_done = 0;
    double now = 0.0;
    for (;;) {
        struct slot slot;
        while (n < workers && schedule_next(s, &slot) == WORK_READY) {
            double took = trace[slot.rung][(size_t)(random_uniform(&random) * TRACED)];
            heap_push(heap, &n, (struct ending){now + took, slot});
            all[n_done++] = (struct done){now, took, slot.rung + 1 == o->rungs};
        }
        if (n == 0)
            break;
        struct ending e = heap_pop(heap, &n);
        now = fmax(now, e.at) + leader;
        schedule_done(s, e.slot, score_of(e.slot), 0);
    }
    const struct simulated result = busy_of(all, n_done, now, workers);
    arena_free(own);
    return result;
}

/* What the leader takes for a result, its record in the journal included, in seconds of one
   processor: with 50 workers and with 900. */
static const double leader_s = 1.8e-5;

/* 1,000 workers with 10,000 trials are busy until the last rung. */
static void test_simulation(void **state)
{
    (void)state;
    static const size_t workers[] = {1, 10, 100, 300, 1000, 3000, 10000};
    const struct schedule_options o = {
        .trials = 10000, .cohort = 64, .divisor = 8, .rungs = 2, .share = 0.0625};
    for (size_t i = 0; i < sizeof(workers) / sizeof(*workers); i++) {
        const struct simulated ideal = simulate(&o, workers[i], 0.0);
        const struct simulated real = simulate(&o, workers[i], leader_s);
        if (getenv("EPI_TUNE_TABLE") != NULL)
            printf("| %zu | %.1f | %.0f %% | %.0f %% | %.1f | %.0f %% |\n", workers[i],
                   ideal.seconds, 100.0 * ideal.busy_before, 100.0 * ideal.busy, real.seconds,
                   100.0 * real.busy_before);
        if (workers[i] <= 1000) {
            assert_true(ideal.busy_before >= 0.85);
            assert_true(real.busy_before >= 0.85);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order_does_not_matter, setup, teardown),
        cmocka_unit_test_setup_teardown(test_best_go_on, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places_stay_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shares, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shards, setup, teardown),
        cmocka_unit_test_setup_teardown(test_simulation, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
