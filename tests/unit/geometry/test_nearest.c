/* Nearest neighbours against two plain loops over the definition in nearest.h: the same bits for
   every number of inputs, metric, width of vectors and number of threads, with ties, duplicates
   and insertions. */
#include "base/random.h"
#include "geometry/nearest.h"
#include "geometry/nearest_tree.h"
#include "net/lanes.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <math.h>
#include <stdbool.h>

/* --- the plain loops -------------------------------------------------------------------------- */

static float plain_coordinate(const struct nearest_metric *m, size_t j, float x)
{
    float period = m->periods == NULL ? 0.0F : m->periods[j];
    if (period > 0.0F) {
        float turns = rintf(x / period);
        x = x - period * turns;
        x = x > 0.5F * period ? 0.5F * period : x;
        x = x < -0.5F * period ? -0.5F * period : x;
    }
    return m->weights == NULL ? x : sqrtf(m->weights[j]) * x;
}

static float plain_distance(const struct nearest_metric *m, const float *a, const float *b)
{
    float sum = 0.0F;
    for (size_t j = 0; j < m->dims; j++) {
        float d = fabsf(plain_coordinate(m, j, a[j]) - plain_coordinate(m, j, b[j]));
        if (m->periods != NULL && m->periods[j] > 0.0F) {
            float scale = m->weights == NULL ? 1.0F : sqrtf(m->weights[j]);
            d = fminf(d, scale * m->periods[j] - d);
        }
        sum += d * d;
    }
    return sum;
}

static uint32_t plain_nearest(const struct nearest_metric *m, const float *points, size_t n,
                              const float *query, float *distance)
{
    uint32_t best = NEAREST_NONE;
    *distance = INFINITY;
    for (size_t i = 0; i < n; i++) {
        float d = plain_distance(m, query, points + i * m->dims);
        if (best == NEAREST_NONE || d < *distance) {
            best = (uint32_t)i;
            *distance = d;
        }
    }
    return best;
}

static int float_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void plain_sorted(const struct nearest_metric *m, const float *points, size_t n,
                         const float *query, size_t skip, float *distances)
{
    for (size_t i = 0; i < n; i++)
        distances[i] = i == skip ? INFINITY : plain_distance(m, query, points + i * m->dims);
    qsort(distances, n, sizeof(*distances), float_compare);
}

/* --- data ------------------------------------------------------------------------------------- */

enum pattern { GAUSSIAN, GRID, EQUAL, PAIRS, DRIFTING, FAR, PATTERNS };
enum metric_kind { EUCLIDEAN, WEIGHTED, PERIODIC, WEIGHTED_PERIODIC, METRICS };

static float normal(struct random *random)
{
    double sum = -6.0;
    for (size_t i = 0; i < 12; i++)
        sum += random_uniform(random);
    return (float)sum;
}

static void pattern_fill(enum pattern pattern, struct random *random, size_t n, size_t dims,
                         float *x)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dims; j++) {
            float *v = &x[i * dims + j];
            *v = normal(random);
            if (pattern == GRID) /* many ties */
                *v = (float)(random_bits(random) % 3);
            if (pattern == EQUAL)
                *v = 0.5F;
            if (pattern == PAIRS && i % 2 == 1) /* duplicates */
                *v = x[(i - 1) * dims + j];
            if (pattern == DRIFTING) /* sorted, as a time series may be */
                *v = 0.01F * (float)i + 0.001F * *v;
            if (pattern == FAR) /* differences with few bits left */
                *v = 1e4F + *v;
        }
}

static struct nearest_metric metric_make(struct arena *arena, enum metric_kind kind, size_t dims)
{
    struct nearest_metric metric = {.dims = dims};
    float *weights = arena_alloc(arena, dims, sizeof(*weights));
    float *periods = arena_alloc(arena, dims, sizeof(*periods));
    for (size_t j = 0; j < dims; j++) {
        weights[j] = j % 5 == 4 ? 0.0F : 0.3F + 0.4F * (float)j;
        periods[j] = j % 3 == 1 ? 0.0F : 1.7F + 0.1F * (float)j;
    }
    metric.weights = kind == WEIGHTED || kind == WEIGHTED_PERIODIC ? weights : NULL;
    metric.periods = kind == PERIODIC || kind == WEIGHTED_PERIODIC ? periods : NULL;
    return metric;
}

struct data {
    struct arena *arena;
    struct nearest_metric metric;
    size_t n, n_queries;
    float *points, *queries;
};

/* Half of the queries are points, the newest first; half lie among them. */
static struct data data_make(enum pattern pattern, enum metric_kind kind, size_t dims, size_t n,
                             uint64_t seed)
{
    struct random random = {seed};
    struct data d = {.arena = arena_new(), .n = n, .n_queries = 24};
    d.metric = metric_make(d.arena, kind, dims);
    d.points = arena_alloc(d.arena, n * dims, sizeof(float));
    d.queries = arena_alloc(d.arena, d.n_queries * dims, sizeof(float));
    pattern_fill(pattern, &random, n, dims, d.points);
    for (size_t i = 0; i < d.n_queries; i++)
        for (size_t j = 0; j < dims; j++)
            d.queries[i * dims + j] = d.points[(n - 1 - i * 7919 % n) * dims + j] +
                                      (i % 2 == 0 ? 0.0F : 0.5F * normal(&random));
    return d;
}

/* --- checks ----------------------------------------------------------------------------------- */

static bool same_bits(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }

static void check_nearest(const struct data *d, const struct nearest *nearest, unsigned threads)
{
    uint32_t *index = arena_alloc(d->arena, d->n_queries, sizeof(*index));
    float *distance = arena_alloc(d->arena, d->n_queries, sizeof(*distance));
    nearest_query(nearest, (struct nearest_points){d->queries, d->n_queries}, threads, index,
                  distance);
    for (size_t i = 0; i < d->n_queries; i++) {
        float expected;
        const float *query = d->queries + i * d->metric.dims;
        uint32_t best = plain_nearest(&d->metric, d->points, d->n, query, &expected);
        assert_int_equal(index[i], best);
        assert_true(same_bits(&distance[i], &expected, sizeof(expected)));
    }
}

static void check_k(const struct data *d, const struct nearest *nearest, size_t k, bool self,
                    unsigned threads)
{
    const float *queries = self ? d->points : d->queries;
    size_t n_queries = self && d->n < d->n_queries ? d->n : d->n_queries;
    float *distances = arena_alloc(d->arena, n_queries * k, sizeof(*distances));
    float *expected = arena_alloc(d->arena, d->n + k, sizeof(*expected));
    nearest_query_k(nearest, (struct nearest_points){queries, n_queries}, k, self, threads,
                    distances);
    for (size_t i = 0; i < n_queries; i++) {
        for (size_t j = d->n; j < d->n + k; j++)
            expected[j] = INFINITY;
        plain_sorted(&d->metric, d->points, d->n, queries + i * d->metric.dims, self ? i : d->n,
                     expected);
        assert_true(same_bits(distances + i * k, expected, k * sizeof(*expected)));
    }
}

static void check_all(const struct data *d, const struct nearest *nearest, unsigned threads)
{
    check_nearest(d, nearest, threads);
    check_k(d, nearest, 1, true, threads);
    check_k(d, nearest, 5, false, threads);
    check_k(d, nearest, NEAREST_MOST, true, threads);
}

static const size_t some_dims[] = {1, 2, 3, 4, 6, 7, 8, 12, 13, 21, 40};
static const size_t some_n[] = {1, 2, 31, 32, 33, 70, 1100};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- tests ------------------------------------------------------------------------------------ */

static void equals_plain_loops(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < COUNT(some_dims); i++)
        for (size_t j = 0; j < COUNT(some_n); j++, seed++) {
            enum pattern pattern = (enum pattern)(seed % PATTERNS);
            enum metric_kind kind = (enum metric_kind)(seed / 2 % METRICS);
            print_message("dims %zu, points %zu, seed %d\n", some_dims[i], some_n[j], (int)seed);
            struct data d = data_make(pattern, kind, some_dims[i], some_n[j], seed);
            check_all(
                &d, nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, d.n}, 2), 2);
            arena_free(d.arena);
        }
}

static void every_pattern_and_metric(void **state)
{
    uint64_t seed = 1000;
    (void)state;
    for (size_t pattern = 0; pattern < PATTERNS; pattern++)
        for (size_t kind = 0; kind < METRICS; kind++, seed++) {
            print_message("pattern %zu, metric %zu, seed %d\n", pattern, kind, (int)seed);
            struct data d = data_make((enum pattern)pattern, (enum metric_kind)kind, 3, 400, seed);
            check_all(
                &d, nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, d.n}, 1), 1);
            arena_free(d.arena);
        }
}

/* Every width of vectors that this machine has, as an older machine would use it. */
static void every_width(void **state)
{
    static const unsigned widths[] = {4, 8, 16};
    (void)state;
    for (size_t i = 0; i < COUNT(widths); i++)
        for (size_t kind = 0; kind < METRICS; kind++) {
            struct data d = data_make(GAUSSIAN, (enum metric_kind)kind, 9, 300, 7);
            lanes_limit = widths[i];
            check_all(
                &d, nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, d.n}, 1), 1);
            lanes_limit = LANES_MOST;
            arena_free(d.arena);
        }
}

/* Enough points for the tree to be built by several threads. */
static void every_number_of_threads(void **state)
{
    static const unsigned threads[] = {0, 1, 2, 5};
    (void)state;
    for (size_t i = 0; i < COUNT(threads); i++) {
        struct data d = data_make(GAUSSIAN, EUCLIDEAN, 2, 90000, 11);
        d.n_queries = 6;
        check_nearest(
            &d, nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, d.n}, threads[i]),
            threads[i]);
        arena_free(d.arena);
    }
}

static void insertion(void **state)
{
    enum { MOST = 1100 }; /* more than 32 blocks: the boxes get a second level on the way */
    uint64_t seed = 2000;
    (void)state;
    for (size_t pattern = 0; pattern < PATTERNS; pattern++)
        for (size_t i = 0; i < COUNT(some_dims); i += 2, seed++) {
            size_t start = (size_t)seed % 3 * 50; /* 0: from nothing */
            print_message("dims %zu, from %zu, seed %d\n", some_dims[i], start, (int)seed);
            struct data d = data_make((enum pattern)pattern, (enum metric_kind)(seed % METRICS),
                                      some_dims[i], MOST, seed);
            struct nearest *nearest =
                nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, start}, 1);
            for (d.n = start; d.n < MOST;) {
                nearest_insert(nearest, d.points + d.n * d.metric.dims, 0.0F);
                d.n++;
                if (d.n == start + 1 || d.n % 387 == 0)
                    check_all(&d, nearest, 1);
            }
            check_all(&d, nearest, 2);
            arena_free(d.arena);
        }
}

/* A line of points makes 35 blocks, 32 of them in the first group. A point far off the line belongs
   to that group; the query next to it starts in the other, and finds it only if the box around
   the first group has grown. */
static void insertion_outside(void **state)
{
    enum { LINE = 1100, PLACES = 10 };
    (void)state;
    for (size_t i = 0; i < PLACES; i++) {
        struct data d = data_make(EQUAL, EUCLIDEAN, 2, LINE + 1, 17);
        for (size_t j = 0; j < LINE; j++) {
            d.points[2 * j] = (float)j;
            d.points[2 * j + 1] = 0.0F;
        }
        d.points[(size_t)2 * LINE] = 1000.0F - 16.0F * (float)i;
        d.points[(size_t)2 * LINE + 1] = 650.0F;
        for (size_t j = 0; j < d.n_queries; j++) {
            d.queries[2 * j] = 1000.0F + 4.0F * (float)j;
            d.queries[2 * j + 1] = 700.0F;
        }
        struct nearest *nearest =
            nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, LINE}, 1);
        nearest_insert(nearest, &d.points[(size_t)2 * LINE], 0.0F);
        check_all(&d, nearest, 1);
        arena_free(d.arena);
    }
}

static size_t tree_depth(const struct nearest_tree *tree, uint32_t number)
{
    const struct tree_node *node = &tree->nodes[number];
    if (node->left == NEAREST_NONE)
        return 1;
    size_t left = tree_depth(tree, node->left), right = tree_depth(tree, node->right);
    return 1 + (left > right ? left : right);
}

/* Sorted points would make a plain search tree a list. */
static void insertion_stays_balanced(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct nearest_blocks blocks = {.arena = arena, .dims = 1};
    struct nearest_tree tree;
    nearest_tree_build(&tree, &blocks, NULL, 1);
    for (size_t i = 0; i < 20000; i++) {
        float y = (float)i;
        nearest_blocks_append(&blocks, 0.0F);
        nearest_tree_insert(&tree, &y);
    }
    assert_in_range(tree_depth(&tree, tree.root), 10,
                    24);                      /* 625 leaves; log(625) / log(4/3) = 22 */
    assert_in_range(blocks.count, 625, 1300); /* free places of blocks are used again */
    arena_free(arena);
}

static const struct nearest_kernels *counted;
static size_t blocks_searched;

static void block_search_count(const struct nearest_blocks *b, size_t block,
                               struct nearest_search *s)
{
    blocks_searched++;
    counted->block_search(b, block, s);
}

/* Thousands of equal points are one query's work, not thousands of blocks': every one is as near as
   the nearest, but only those with the smallest indices count. */
static void equal_points_are_skipped(void **state)
{
    enum { N = 20000, VALUES = 4, K = 5 };
    (void)state;
    counted = nearest_kernels_choose();
    struct nearest_kernels kernels = *counted;
    kernels.block_search = block_search_count;
    struct arena *arena = arena_new();
    struct nearest_blocks blocks = {.arena = arena, .dims = 1, .kernels = &kernels};
    struct nearest_tree tree;
    nearest_tree_build(&tree, &blocks, NULL, 1);
    for (size_t i = 0; i < N; i++) {
        float y = (float)(i % VALUES);
        nearest_blocks_append(&blocks, 0.0F);
        nearest_tree_insert(&tree, &y);
    }
    for (uint32_t i = 0; i < 100; i++) {
        float y = (float)(i % VALUES);
        struct nearest_search search;
        nearest_search_start(&search, &y, K, i);
        nearest_search_block(&blocks, nearest_tree_block(&tree, &y), &search);
        nearest_search_others(&blocks, &search, 1);
        assert_int_equal(nearest_search_index(&search, 0), i < VALUES ? i + VALUES : i % VALUES);
    }
    assert_in_range(blocks_searched, 100, 100 * 20); /* of 625 and more */
    arena_free(arena);
}

/* More neighbours than a block holds: until a second block is searched the bound is infinite. The
   work must not grow with the points all the same, wherever the query is. */
static void few_blocks_are_searched(void **state)
{
    enum { POINTS = 64000, QUERIES = 50 };
    (void)state;
    size_t before = blocks_searched;
    struct arena *arena = arena_new();
    struct nearest_blocks blocks = {.arena = arena, .dims = 1, .n = POINTS, .room = POINTS};
    counted = nearest_kernels_choose();
    struct nearest_kernels kernels = *counted;
    kernels.block_search = block_search_count;
    blocks.kernels = &kernels;
    blocks.reach = arena_alloc(arena, POINTS, sizeof(*blocks.reach));
    float *y = arena_alloc(arena, POINTS, sizeof(*y));
    for (size_t i = 0; i < POINTS; i++)
        y[i] = (float)(i * 31 % POINTS);
    struct nearest_tree tree;
    nearest_tree_build(&tree, &blocks, y, 1);
    for (size_t i = 0; i < QUERIES; i++) {
        const size_t place = i * POINTS / QUERIES;
        const float query = (float)place + 0.5F;
        struct nearest_search search;
        nearest_search_start(&search, &query, NEAREST_MOST, NEAREST_NONE);
        nearest_search_block(&blocks, nearest_tree_block(&tree, &query), &search);
        nearest_search_others(&blocks, &search, 1);
        assert_true(nearest_search_distance(&search, NEAREST_MOST - 1) <= 33.0F * 33.0F);
    }
    assert_in_range(blocks_searched - before, QUERIES, 8 * QUERIES);
    arena_free(arena);
}

/* Points whose reach covers an origin, over a sequence of origins and insertions. */
static void check_claims(enum pattern pattern, enum metric_kind kind, size_t dims, uint64_t seed)
{
    enum { START = 200, STEPS = 60 };
    struct data d = data_make(pattern, kind, dims, START + STEPS, seed);
    struct random random = {seed};
    float *reach = arena_alloc(d.arena, d.n, sizeof(*reach));
    uint32_t *claimed = arena_alloc(d.arena, d.n, sizeof(*claimed));
    for (size_t i = 0; i < d.n; i++)
        reach[i] = (float)((double)dims * random_uniform(&random));
    struct nearest *nearest =
        nearest_new(d.arena, &d.metric, (struct nearest_points){d.points, START}, 1);
    nearest_reach_all(nearest, reach);
    for (size_t n = START; n < START + STEPS; n++) {
        const float *origin = d.queries + n % d.n_queries * dims;
        size_t expected = 0, count = nearest_claim(nearest, origin, claimed);
        for (size_t i = 0; i < n; i++) {
            float distance = plain_distance(&d.metric, origin, d.points + i * dims);
            expected += distance < reach[i];
            reach[i] = distance < reach[i] ? distance : reach[i];
            assert_true(nearest_reach(nearest, i) == reach[i]);
        }
        assert_int_equal(count, expected);
        nearest_insert(nearest, d.points + n * dims, reach[n]);
    }
    arena_free(d.arena);
}

static void claims(void **state)
{
    uint64_t seed = 3000;
    (void)state;
    for (size_t pattern = 0; pattern < PATTERNS; pattern++)
        for (size_t i = 0; i < COUNT(some_dims); i += 3, seed++) {
            print_message("dims %zu, seed %d\n", some_dims[i], (int)seed);
            check_claims((enum pattern)pattern, (enum metric_kind)(seed % METRICS), some_dims[i],
                         seed);
        }
}

/* A distance that overflows is still found as the farthest; an empty set gives NONE. */
static void far_away_and_nowhere(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct nearest_metric metric = {.dims = 2};
    const float points[] = {3e38F, 0.0F, -3e38F, 0.0F}, query[] = {0.0F, 3e38F};
    uint32_t index = 7;
    float distance = 0.0F;
    nearest_query(nearest_new(arena, &metric, (struct nearest_points){points, 2}, 1),
                  (struct nearest_points){query, 1}, 1, &index, &distance);
    assert_int_equal(index, 0);
    assert_true(isinf(distance));
    nearest_query(nearest_new(arena, &metric, (struct nearest_points){points, 0}, 1),
                  (struct nearest_points){query, 1}, 1, &index, &distance);
    assert_int_equal(index, NEAREST_NONE);
    assert_true(isinf(distance));
    arena_free(arena);
}

static void check_refused(const struct nearest_metric *metric, const float *point, size_t k,
                          const char *expected)
{
    struct arena *arena = arena_new();
    float distances[NEAREST_MOST];
    message_expect();
    if (setjmp(message_leave) == 0)
        nearest_query_k(nearest_new(arena, metric, (struct nearest_points){point, 1}, 1),
                        (struct nearest_points){point, 1}, k, false, 1, distances);
    message_ignore();
    assert_string_equal(message, expected);
    arena_free(arena);
}

static void refusals(void **state)
{
    const float good[] = {1.0F, 2.0F}, bad[] = {1.0F, NAN}, worse[] = {1.0F, -2.0F};
    const struct nearest_metric plain = {2, NULL, NULL};
    (void)state;
    check_refused(&plain, good, 1, "");
    check_refused(&plain, good, 0, "0 nearest neighbours, expected 1 to 33");
    check_refused(&plain, good, 34, "34 nearest neighbours, expected 1 to 33");
    check_refused(&plain, bad, 1, "point 1 of a search of nearest neighbours is not finite");
    check_refused(&(struct nearest_metric){2, worse, NULL}, good, 1,
                  "weight 2 of the distance is -2, expected a number >= 0");
    check_refused(&(struct nearest_metric){2, NULL, worse}, good, 1,
                  "period 2 of the distance is -2, expected a number >= 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_plain_loops),
        cmocka_unit_test(every_pattern_and_metric),
        cmocka_unit_test(every_width),
        cmocka_unit_test(every_number_of_threads),
        cmocka_unit_test(insertion),
        cmocka_unit_test(insertion_outside),
        cmocka_unit_test(insertion_stays_balanced),
        cmocka_unit_test(equal_points_are_skipped),
        cmocka_unit_test(few_blocks_are_searched),
        cmocka_unit_test(claims),
        cmocka_unit_test(far_away_and_nowhere),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
