/* The judge of eta: which regions it leaves out, what it finds, what it chooses. */
/* verifies: REQ-ETA-SHOWN */
#include "eta/judge/judge.h"
#include "unit/testing.h"

#include <math.h>
#include <string.h>

enum { ROWS = 200, DIMS = 3 };

static struct arena *arena;
static float x[ROWS * DIMS], y[ROWS];

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

static float uniform(struct random *random) { return (float)(2.0 * random_uniform(random) - 1.0); }

static struct rows cube_rows(void)
{
    struct random random = {3};
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++)
        x[i] = 1.7F * uniform(&random);
    for (size_t i = 0; i < ROWS; i++)
        y[i] = sinf(x[i * DIMS]);
    return (struct rows){.count = ROWS, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
}

/* Regions have rows and leave rows; each is what it says. */
static void regions_are_what_they_say(void **state)
{
    struct rows rows = cube_rows();
    struct region regions[REGIONS_MOST];
    size_t kinds[REGION_KINDS] = {0};
    (void)state;
    const double effect[DIMS] = {0.1, 0.3, 0.9};
    const struct region_inputs inputs = {NULL, effect};
    size_t n = regions_find(arena, &rows, &inputs, &(struct random){5}, regions);
    assert_in_range(n, 7, REGIONS_MOST);
    for (size_t k = 0; k < n; k++) {
        const struct region *r = &regions[k];
        size_t members = 0;
        if (r->kind == REGION_INPUT) /* those with the largest effect */
            assert_int_equal(r->input[0], kinds[REGION_INPUT] == 0 ? 2 : 1);
        kinds[r->kind]++;
        for (size_t i = 0; i < ROWS; i++) {
            double first = (double)x[i * DIMS + r->input[0]];
            members += r->member[i];
            bool above = first > r->limit[0], at = first == r->limit[0];
            if (r->kind == REGION_INPUT)
                assert_int_equal(r->member[i], r->high[0] == above && !at);
            if (r->kind == REGION_QUADRANT && r->member[i])
                assert_int_equal(r->high[0], above);
        }
        assert_int_equal(members, r->rows);
        assert_in_range(r->rows, ROWS / 20, ROWS / 2);
    }
    assert_true(kinds[REGION_CLUSTER] > 0 && kinds[REGION_DIRECTION] == 2);
    assert_true(kinds[REGION_INPUT] == 2 && kinds[REGION_BAND] == 1 &&
                kinds[REGION_QUADRANT] == 3 && kinds[REGION_HOLE] == 2);
}

/* Along an input that is nearly always the same there is no region with enough rows. */
static void regions_have_rows(void **state)
{
    const double effect[DIMS] = {0.9, 0.3, 0.1};
    const struct region_inputs inputs = {NULL, effect};
    struct rows rows = cube_rows();
    struct region regions[REGIONS_MOST];
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        x[i * DIMS] = i < 2 ? 1.0F : i < 4 ? -1.0F : 0.0F;
    size_t n = regions_find(arena, &rows, &inputs, &(struct random){5}, regions);
    for (size_t k = 0; k < n; k++) {
        assert_in_range(regions[k].rows, ROWS / 20, ROWS / 2);
        assert_true(regions[k].kind != REGION_INPUT || regions[k].input[0] != 0);
    }
}

/* Inputs that do not count are named by no region. */
static void regions_leave_inputs_out(void **state)
{
    const float counts[DIMS] = {0.0F, 1.0F, 1.0F};
    struct rows rows = cube_rows();
    struct region regions[REGIONS_MOST];
    (void)state;
    const struct region_inputs inputs = {counts, NULL};
    size_t n = regions_find(arena, &rows, &inputs, &(struct random){5}, regions);
    for (size_t k = 0; k < n; k++)
        assert_true(regions[k].input[0] != 0 &&
                    (regions[k].kind != REGION_QUADRANT || regions[k].input[1] != 0));
}

/* Two inputs have four quadrants; three different ones are left out. */
static void quadrants_differ(void **state)
{
    const float counts[DIMS] = {1.0F, 0.0F, 1.0F};
    const struct region_inputs inputs = {counts, NULL};
    const struct rows rows = cube_rows();
    struct region regions[REGIONS_MOST];
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        size_t n = regions_find(arena, &rows, &inputs, &(struct random){seed}, regions), found = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i <= k && regions[k].kind == REGION_QUADRANT; i++) {
                bool same = memcmp(regions[k].member, regions[i].member, ROWS) == 0;
                assert_true(i == k || !same);
                found += i == k;
            }
        assert_int_equal(found, 3);
    }
}

/* Of rows in blocks two regions are whole blocks that follow each other, a tenth of the rows, and
   they choose nothing. */
static void regions_of_blocks(void **state)
{
    enum { LENGTH = 8, BLOCKS = ROWS / LENGTH };
    const struct region_inputs inputs = {NULL, NULL};
    struct rows rows = cube_rows();
    struct region regions[REGIONS_MOST];
    uint32_t block[ROWS];
    size_t found = 0;
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        block[i] = 100 + (uint32_t)(i / LENGTH);
    rows.block = block;
    for (uint64_t seed = 1; seed < 20; seed++) {
        size_t n = regions_find(arena, &rows, &inputs, &(struct random){seed}, regions);
        for (size_t k = 0; k < n; k++) {
            const struct region *r = &regions[k];
            size_t starts = 0;
            if (r->kind != REGION_BLOCKS)
                continue;
            found++;
            assert_false(r->counts);
            assert_int_equal(r->rows, 3 * LENGTH); /* the first that hold a tenth, 20 rows */
            for (size_t i = 0; i < ROWS; i++) {
                assert_int_equal(r->member[i], r->member[i / LENGTH * LENGTH]);
                starts += r->member[i] && !r->member[(i + ROWS - 1) % ROWS];
            }
            assert_int_equal(starts, 1); /* behind the last block comes the first */
        }
    }
    assert_int_equal(found, 2 * 19);
}

static struct judgement judged(const struct rows *rows, unsigned threads)
{
    static const struct eta_options options = {.balanced = true,
                                               .n = 7,
                                               .samples = 5000,
                                               .leave_out = 4,
                                               .size = 1.0,
                                               .neighbours = 32,
                                               .least = 0.05,
                                               .most = 2.0,
                                               .false_alarms = 0.05,
                                               .teacher = TEACHER_AUTO};
    const struct notions_data data = {
        .train = rows, .options = &options, .threads = threads, .effort = 0.06};
    return judge_run(arena, &data, 11, NULL);
}

/* In a plain cube eta finds most of what is left out. Threads change nothing. */
static void judge_finds_regions(void **state)
{
    struct rows rows = cube_rows();
    (void)state;
    struct judgement one = judged(&rows, 1), two = judged(&rows, 3);
    assert_true(one.n_regions >= 7 && one.rows == ROWS);
    assert_true(one.auroc > 0.6);
    assert_true(one.caught > 0.3 && one.caught <= 1.0);
    for (size_t k = 0; k < one.n_regions; k++)
        assert_true(one.findings[k].auroc[one.chosen] >= one.findings[one.worst].auroc[one.chosen]);
    assert_memory_equal(one.findings, two.findings, sizeof(one.findings));
    assert_int_equal(one.chosen, two.chosen);
}

/* Six regions that count, in which candidate c is better than the first by about `by`. */
static size_t chosen_of(size_t rows, size_t c, double by)
{
    struct judgement j = {.rows = rows, .n_regions = 6};
    for (size_t i = 0; i < j.n_regions; i++) {
        j.regions[i].counts = true;
        for (size_t k = 0; k < JUDGE_CANDIDATES; k++)
            j.findings[i].branch[k] = j.findings[i].auroc[k] = 0.8;
        j.findings[i].branch[c] += by * (i % 2 == 0 ? 0.5 : 1.5);
    }
    judge_choose(&j);
    return j.chosen;
}

static void default_gives_way_for_a_clear_margin(void **state)
{
    enum { PAIR = 2, SINGLE = 3 };
    (void)state;
    assert_int_equal(chosen_of(2000, PAIR, 0.0), 0);
    assert_int_equal(chosen_of(2000, PAIR, 0.009), 0); /* less than 0.01 */
    assert_int_equal(chosen_of(2000, PAIR, 0.02), PAIR);
    assert_int_equal(chosen_of(2000, PAIR, -0.02), 0);
    assert_int_equal(chosen_of(2000, SINGLE, 0.02), SINGLE);
    assert_int_equal(chosen_of(400, PAIR, 0.02), PAIR);
    assert_int_equal(chosen_of(400, SINGLE, 0.1), 0); /* few rows make no single notion win */
}

/* Candidates 0, 1 and 2: all notions but gp, all, neighbours and samples. */
static void default_follows_rows_and_inputs(void **state)
{
    (void)state;
    assert_int_equal(judge_usual(499, 4), 2);
    assert_int_equal(judge_usual(499, 5), 1);
    assert_int_equal(judge_usual(500, 4), 0);
    assert_int_equal(judge_usual(500, 15), 0);
    assert_int_equal(judge_usual(500, 16), 1);
}

/* Holes and blocks that do not count have a figure each, and no part in the others. */
static void uncounted_regions_are_told_apart(void **state)
{
    const enum region_kind kinds[5] = {REGION_INPUT, REGION_HOLE, REGION_BLOCKS, REGION_BLOCKS,
                                       REGION_CLUSTER};
    const double caught[5] = {0.8, 0.1, 0.02, 0.04, 0.6};
    struct judgement j = {.rows = 2000, .n_regions = 5};
    (void)state;
    for (size_t i = 0; i < j.n_regions; i++) {
        j.regions[i].kind = kinds[i];
        j.regions[i].counts = i == 0 || i == 4;
        for (size_t c = 0; c < JUDGE_CANDIDATES; c++) {
            j.findings[i].auroc[c] = j.findings[i].branch[c] = 0.5 + 0.5 * caught[i];
            j.findings[i].caught[c] = caught[i];
        }
    }
    judge_choose(&j);
    assert_int_equal(j.n_counted, 2);
    assert_int_equal(j.worst, 4);
    assert_true(fabs(j.caught - 0.7) < 1e-12);
    assert_true(fabs(j.holes - 0.1) < 1e-12);
    assert_true(fabs(j.blocks - 0.03) < 1e-12);
    j = (struct judgement){.rows = 2000, .n_regions = 1, .regions = {{.counts = true}}};
    judge_choose(&j);
    assert_true(isnan(j.holes) && isnan(j.blocks));
}

/* Six regions with an AUROC of `mean`, plus and minus `by` in turns: is eta of so many rows
 * trusted?
 */
static bool trusted_at(size_t rows, double mean, double by, double neighbours)
{
    struct judgement j = {.rows = rows, .n_regions = 6};
    for (size_t i = 0; i < j.n_regions; i++) {
        j.regions[i].counts = true;
        j.findings[i].neighbours = neighbours;
        for (size_t c = 0; c < JUDGE_CANDIDATES; c++)
            j.findings[i].auroc[c] = j.findings[i].branch[c] = mean + (i % 2 == 0 ? by : -by);
    }
    judge_choose(&j);
    return j.trusted;
}

/* Regions must show 0.7: a mean above it does not, where they differ much. */
static void trust_must_be_shown(void **state)
{
    (void)state;
    assert_true(trusted_at(2000, 0.71, 0.0, 0.5));
    assert_false(trusted_at(2000, 0.69, 0.0, 0.5));
    assert_true(trusted_at(2000, 0.75, 0.1, 0.5)); /* standard error 0.045 */
    assert_false(trusted_at(2000, 0.74, 0.1, 0.5));
    assert_true(trusted_at(400, 0.8, 0.1, 0.5)); /* few rows: two standard errors */
    assert_false(trusted_at(400, 0.78, 0.1, 0.5));
    assert_true(trusted_at(2000, 0.9, 0.0, 0.94));
    assert_false(trusted_at(2000, 0.9, 0.0, 0.96)); /* neighbours alone find more */
}

/* Too few rows to leave some out. */
static void judge_needs_rows(void **state)
{
    struct rows rows = cube_rows();
    (void)state;
    rows.count = 40;
    assert_int_equal(judged(&rows, 1).n_regions, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_gives_way_for_a_clear_margin),
        cmocka_unit_test(default_follows_rows_and_inputs),
        cmocka_unit_test(regions_are_what_they_say),
        cmocka_unit_test(regions_have_rows),
        cmocka_unit_test(regions_leave_inputs_out),
        cmocka_unit_test(regions_of_blocks),
        cmocka_unit_test(quadrants_differ),
        cmocka_unit_test(uncounted_regions_are_told_apart),
        cmocka_unit_test(judge_finds_regions),
        cmocka_unit_test(trust_must_be_shown),
        cmocka_unit_test(judge_needs_rows),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
