/* The labelled set against its definition, and the set grown point by point against the set made at
   once: the same rows and labels after sorting, for every step of random sequences. */
#include "base/random.h"
#include "eta/epistemic_set.h"
#include "unit/message.h"
#include "unit/testing.h"

#include <stdbool.h>

enum pattern { GAUSSIAN, GRID, EQUAL, CLUSTERS, PATTERNS };

struct sequence {
    struct arena *arena;
    struct nearest_metric metric;
    size_t n_inputs, per_input; /* and as many samples for each input */
    float *inputs, *samples;
};

static float number(struct random *random, enum pattern pattern)
{
    double u = random_uniform(random) + random_uniform(random) + random_uniform(random) - 1.5;
    if (pattern == GRID)
        return (float)(random_bits(random) % 3);
    if (pattern == EQUAL)
        return 0.25F;
    return pattern == CLUSTERS ? (float)(0.01 * u + (double)(random_bits(random) % 2)) : (float)u;
}

static struct sequence sequence_make(enum pattern pattern, size_t dims, size_t n, size_t per_input,
                                     uint64_t seed)
{
    struct random random = {seed};
    struct sequence s = {arena_new(), {.dims = dims}, n, per_input, NULL, NULL};
    s.inputs = arena_alloc(s.arena, n * dims, sizeof(float));
    s.samples = arena_alloc(s.arena, n * per_input * dims, sizeof(float));
    for (size_t i = 0; i < n * dims; i++)
        s.inputs[i] = number(&random, pattern);
    for (size_t i = 0; i < n * per_input * dims; i++)
        s.samples[i] = s.inputs[i / dims / per_input * dims + i % dims] +
                       (pattern == GRID || pattern == EQUAL ? (float)(random_bits(&random) % 2)
                                                            : 0.3F * number(&random, GAUSSIAN));
    if (seed % 2 == 1) { /* every second sequence lives on a circle */
        float *periods = arena_alloc(s.arena, dims, sizeof(*periods));
        periods[0] = 2.0F;
        s.metric.periods = periods;
    }
    return s;
}

static struct epistemic_set *set_of(const struct sequence *s, enum epistemic_rule rule, size_t n,
                                    unsigned threads)
{
    struct nearest_points inputs = {s->inputs, n}, samples = {s->samples, n * s->per_input};
    return epistemic_set_new(s->arena, &s->metric, rule, inputs, samples, threads);
}

/* --- the definition --------------------------------------------------------------------------- */

struct ranked {
    float distance;
    uint32_t sample;
};

static int ranked_compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->sample < y->sample ? -1 : x->sample > y->sample;
}

static void check_definition(const struct epistemic_set *set, enum epistemic_rule rule)
{
    struct arena *arena = arena_new();
    struct ranked *ranked = arena_alloc(arena, set->n_samples, sizeof(*ranked));
    bool *known = arena_alloc(arena, set->n_samples, sizeof(*known));
    size_t *times = arena_alloc(arena, set->n_inputs, sizeof(*times));
    for (size_t i = 0; i < set->n_samples; i++)
        ranked[i] = (struct ranked){set->distance[i], (uint32_t)i};
    qsort(ranked, set->n_samples, sizeof(*ranked), ranked_compare);
    for (size_t i = 0; i < set->n_inputs; i++)
        known[ranked[i].sample] = true;
    for (size_t i = 0; i < set->n_samples; i++) {
        const float *row = set->samples + i * set->metric.dims;
        assert_true(epistemic_set_label(set, i) == (known[i] ? 0.0F : 1.0F));
        if (known[i]) {
            uint32_t input = rule == EPISTEMIC_ONCE ? set->stand_in[i] : set->nearest[i];
            assert_in_range(input, 0, set->n_inputs - 1);
            times[input]++;
            row = set->inputs + input * set->metric.dims;
        }
        assert_ptr_equal(epistemic_set_row(set, i), row);
    }
    for (size_t i = 0; rule == EPISTEMIC_ONCE && i < set->n_inputs; i++)
        assert_int_equal(times[i], 1);
    arena_free(arena);
}

/* --- equality --------------------------------------------------------------------------------- */

static size_t row_size; /* for qsort */

static int row_compare(const void *a, const void *b) { return memcmp(a, b, row_size); }

/* Rows with their labels, sorted by their bytes. */
static float *set_sorted(struct arena *arena, const struct epistemic_set *set)
{
    size_t dims = set->metric.dims;
    float *rows = arena_alloc(arena, set->n_samples * (dims + 1), sizeof(*rows));
    for (size_t i = 0; i < set->n_samples; i++) {
        memcpy(rows + i * (dims + 1), epistemic_set_row(set, i), dims * sizeof(*rows));
        rows[i * (dims + 1) + dims] = epistemic_set_label(set, i);
    }
    row_size = (dims + 1) * sizeof(*rows);
    qsort(rows, set->n_samples, row_size, row_compare);
    return rows;
}

static void check_same(const struct epistemic_set *a, const struct epistemic_set *b)
{
    struct arena *arena = arena_new();
    assert_int_equal(a->n_inputs, b->n_inputs);
    assert_int_equal(a->n_samples, b->n_samples);
    if (a->n_samples > 0) {
        assert_memory_equal(a->distance, b->distance, a->n_samples * sizeof(*a->distance));
        assert_memory_equal(a->nearest, b->nearest, a->n_samples * sizeof(*a->nearest));
        const float *rows_a = set_sorted(arena, a), *rows_b = set_sorted(arena, b);
        assert_memory_equal(rows_a, rows_b, a->n_samples * row_size);
    }
    arena_free(arena);
}

static void set_grow(struct epistemic_set *set, const struct sequence *s)
{
    size_t i = set->n_inputs, dims = s->metric.dims;
    epistemic_set_add(set, s->inputs + i * dims, s->samples + i * s->per_input * dims,
                      s->per_input);
}

/* --- tests ------------------------------------------------------------------------------------ */

static const size_t some_dims[] = {1, 2, 3, 21};
enum { N_DIMS = 4 };

/* Runs f(sequence, rule) over dims, patterns, rules and samples per input. */
static void over_sequences(void (*check)(const struct sequence *, enum epistemic_rule), size_t n,
                           uint64_t seed)
{
    for (size_t i = 0; i < N_DIMS; i++)
        for (size_t pattern = 0; pattern < PATTERNS; pattern++)
            for (size_t rule = 0; rule < 2; rule++, seed++) {
                size_t per_input = 1 + seed % 4 * 2;
                print_message("seed %d: dims %zu, pattern %zu, %zu samples, rule %zu\n", (int)seed,
                              some_dims[i], pattern, per_input, rule);
                struct sequence s =
                    sequence_make((enum pattern)pattern, some_dims[i], n, per_input, seed);
                check(&s, (enum epistemic_rule)rule);
                arena_free(s.arena);
            }
}

static void check_at_once(const struct sequence *s, enum epistemic_rule rule)
{
    static const unsigned threads[] = {1, 2, 5};
    struct epistemic_set *first = set_of(s, rule, s->n_inputs, 1);
    for (size_t i = 0; i < 3; i++) {
        struct epistemic_set *set = set_of(s, rule, s->n_inputs, threads[i]);
        check_definition(set, rule);
        assert_memory_equal(set->stand_in, first->stand_in,
                            set->n_samples * sizeof(*set->stand_in));
        check_same(set, first);
    }
}

static void made_at_once(void **state)
{
    (void)state;
    over_sequences(check_at_once, 150, 1);
}

static void check_grown(const struct sequence *s, enum epistemic_rule rule)
{
    for (size_t start = 0; start <= 20; start += 20) {
        struct epistemic_set *set = set_of(s, rule, start, 1);
        while (set->n_inputs < s->n_inputs) {
            set_grow(set, s);
            check_same(set, set_of(s, rule, set->n_inputs, 1));
            check_definition(set, rule);
        }
    }
}

static void grown_equals_made_at_once(void **state)
{
    (void)state;
    over_sequences(check_grown, 60, 100);
}

/* Long enough for the structures inside to be split, rebuilt and moved. */
static void grown_far(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_DIMS; i++) {
        struct sequence s = sequence_make(GAUSSIAN, some_dims[i], 1000, 5, 200 + i);
        struct epistemic_set *set = set_of(&s, EPISTEMIC_ONCE, 10, 1);
        print_message("seed %d: dims %zu\n", (int)(200 + i), some_dims[i]);
        while (set->n_inputs < s.n_inputs)
            set_grow(set, &s);
        check_same(set, set_of(&s, EPISTEMIC_ONCE, s.n_inputs, 2));
        check_definition(set, EPISTEMIC_ONCE);
        arena_free(s.arena);
    }
}

/* Samples may come in any number, as long as there are enough of them in all. */
static void uneven_numbers_of_samples(void **state)
{
    static const size_t numbers[] = {5, 0, 0, 1, 3, 0, 0, 0, 7, 1, 1};
    (void)state;
    struct sequence s = sequence_make(GAUSSIAN, 2, 18, 1, 300);
    const struct nearest_points none = {0};
    struct epistemic_set *set =
        epistemic_set_new(s.arena, &s.metric, EPISTEMIC_ONCE, none, none, 1);
    for (size_t i = 0; i < 11; i++) {
        epistemic_set_add(set, s.inputs + 2 * i, s.samples + 2 * set->n_samples, numbers[i]);
        struct nearest_points inputs = {s.inputs, i + 1}, samples = {s.samples, set->n_samples};
        check_same(set, epistemic_set_new(s.arena, &s.metric, EPISTEMIC_ONCE, inputs, samples, 1));
        check_definition(set, EPISTEMIC_ONCE);
    }
    arena_free(s.arena);
}

static void too_few_samples(void **state)
{
    (void)state;
    struct sequence s = sequence_make(GAUSSIAN, 2, 4, 1, 400);
    struct epistemic_set *set = set_of(&s, EPISTEMIC_ONCE, 3, 1);
    message_expect();
    if (setjmp(message_leave) == 0)
        epistemic_set_add(set, s.inputs + 6, NULL, 0);
    assert_string_equal(message, "3 samples for 4 training inputs, expected at least as many");
    message_expect();
    if (setjmp(message_leave) == 0)
        epistemic_set_new(s.arena, &s.metric, EPISTEMIC_ONCE, (struct nearest_points){s.inputs, 4},
                          (struct nearest_points){s.samples, 2}, 1);
    assert_string_equal(message, "2 samples for 4 training inputs, expected at least as many");
    message_ignore();
    arena_free(s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_at_once),    cmocka_unit_test(grown_equals_made_at_once),
        cmocka_unit_test(grown_far),       cmocka_unit_test(uneven_numbers_of_samples),
        cmocka_unit_test(too_few_samples),
    };
    return cmocka_run_group_tests_name("epistemic set", tests, NULL, NULL);
}
