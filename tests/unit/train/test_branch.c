/* The branch learns soft labels, and its gate keeps eta high away from rows. */
#include "eta/distil.h"
#include "eta/gate.h"
#include "net/fit.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 800, DIMS = 2 };

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

/* --- the student ---------------------------------------------------------------------------- */

static struct network *student_new(size_t n_in)
{
    const struct shape shape = {.n_in = n_in,
                                .n_out = 1,
                                .eta = {1, {16}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, &(struct random){1});
    return network;
}

static void student_learns_soft_labels(void **state)
{
    enum { COUNT = 4000 };
    struct random random = {21};
    struct examples e = {.count = COUNT, .n_in = 2};
    float eta[COUNT];
    double error = 0.0;
    (void)state;
    e.x = arena_alloc(arena, (size_t)COUNT * 2, sizeof(float));
    e.label = arena_alloc(arena, COUNT, sizeof(float));
    for (size_t i = 0; i < COUNT; i++) {
        e.x[2 * i] = 2.0F * uniform(&random);
        e.x[2 * i + 1] = 2.0F * uniform(&random);
        e.label[i] = 1.0F / (1.0F + expf(2.0F - e.x[2 * i] * e.x[2 * i] - e.x[2 * i + 1]));
    }
    struct network *network = student_new(2);
    const struct eta_options o = {.steps = 1500, .batch = 128, .rate = 1e-2};
    distil_fit(network, &e, &o, &random, NULL, NULL);
    const struct rows rows = {.count = COUNT, .n_in = 2, .x = e.x};
    network_predict(network, &rows, NULL, NULL, eta);
    for (size_t i = 0; i < COUNT; i++)
        error += fabs((double)(eta[i] - e.label[i])) / COUNT;
    assert_true(error < 0.02);
}

/* Beyond the limit of a notion the distance counts with few inputs, if it is in the set. */
static void labels_order_unknown_places(void **state)
{
    enum { COUNT = 4, N = 1 << NOTION_NEIGHBOURS, P = 1 << NOTION_PAIRS };
    float logits[COUNT * NOTION_COUNT], label[COUNT], *l = logits;
    const float distance[COUNT] = {-40.0F, 6.0F, 8.0F, 40.0F};
    struct examples e = {.count = COUNT, .n_in = 4, .logits = logits, .label = label};
    (void)state;
    for (size_t i = 0; i < COUNT; i++, l += NOTION_COUNT)
        for (size_t k = 0; k < NOTION_COUNT; k++)
            l[k] = k == NOTION_NEIGHBOURS ? distance[i] : distance[i] < 0.0F ? -6.0F : 6.0F;
    const double raised[COUNT] = {-6.0, 6.0, 7.0, 10.0};
    examples_label(&e, N | P);
    assert_true(e.ordered);
    for (size_t i = 0; i < COUNT; i++)
        assert_true(fabs((double)label[i] - 1.0 / (1.0 + exp(-raised[i]))) < 2e-7);
    examples_label(&e, P);
    assert_true(!e.ordered && label[1] == label[3]);
    e.n_in = 5;
    examples_label(&e, N | P);
    assert_true(!e.ordered && label[1] == label[3]);
}

/* How much higher the logit of eta is where the label's is 10 than where it is 6. */
static double logits_apart(bool ordered)
{
    enum { COUNT = 600 };
    struct random random = {29};
    struct examples e = {.count = COUNT, .n_in = 1, .ordered = ordered};
    float ends[2] = {2.0F, -2.0F}, eta[2];
    e.x = arena_alloc(arena, COUNT, sizeof(*e.x));
    e.label = arena_alloc(arena, COUNT, sizeof(*e.label));
    for (size_t i = 0; i < COUNT; i++) {
        e.x[i] = 3.0F * uniform(&random);
        double logit = e.x[i] > 1.0F ? 10.0 : e.x[i] < -1.0F ? 6.0 : -6.0;
        e.label[i] = (float)(1.0 / (1.0 + exp(-logit)));
    }
    struct network *network = student_new(1);
    const struct eta_options o = {.steps = 250, .batch = 128, .rate = 1e-2};
    distil_fit(network, &e, &o, &random, NULL, NULL);
    const struct rows asked = {.count = 2, .n_in = 1, .x = ends};
    network_predict(network, &asked, NULL, NULL, eta);
    return log((double)eta[0] / (1.0 - (double)eta[0])) -
           log((double)eta[1] / (1.0 - (double)eta[1]));
}

static void branch_learns_the_order(void **state)
{
    (void)state;
    assert_true(fabs(logits_apart(true) - 4.0) < 1.0 && logits_apart(false) < 3.0);
}

/* --- the gate ------------------------------------------------------------------------------- */

static const float low[DIMS] = {-10.0F, -10.0F}, high[DIMS] = {10.0F, 10.0F};

static double distance_to(const struct rows *rows, const float *point)
{
    double least = INFINITY;
    for (size_t i = 0; i < rows->count; i++)
        least = fmin(least, hypot((double)(rows->x[2 * i] - point[0]),
                                  (double)(rows->x[2 * i + 1] - point[1])));
    return least;
}

/* A branch that calls everything known gets a gate: rows stay as they were, and beyond the radius
   eta is above 0.5, also after the threshold moved by all that it may. */
static void gate_holds(size_t count, struct widths widths)
{
    enum { POINTS = 4000 };
    static float points[POINTS * DIMS], eta[POINTS], before[ROWS], after[ROWS];
    struct random random = {7};
    const struct eta_options options = {.low = low, .high = high};
    const struct shape shape = {.n_in = DIMS,
                                .n_out = 1,
                                .eta = widths,
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    struct gate gate;
    network_randomise(network, &random);
    for (size_t i = 0; i < count * DIMS; i++)
        x[i] = uniform(&random) + (i / DIMS % 2 == 0 ? 3.0F : -3.0F);
    const struct rows rows = {.count = count, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
    struct network *gated = gate_add(arena, network, &rows, &options, &gate);
    network_predict(network, &rows, NULL, NULL, before);
    network_predict(gated, &rows, NULL, NULL, after);
    for (size_t i = 0; i < count; i++)
        assert_true(fabsf(fmaxf(before[i], 3.3535e-4F) - after[i]) < 1e-5F); /* logit -8 at least */
    for (size_t i = 0; i < (size_t)POINTS * DIMS; i++)
        points[i] = 10.0F * uniform(&random);
    *gate_bias(gated) -= 16.0F;
    const struct rows asked = {.count = POINTS, .n_in = DIMS, .x = points};
    network_predict(gated, &asked, NULL, NULL, eta);
    size_t beyond = 0;
    for (size_t i = 0; i < POINTS; i++)
        if (distance_to(&rows, points + DIMS * i) > gate.radius) {
            assert_true(eta[i] > 0.5F);
            assert_true(eta[i] < 1.0F); /* the branch is low everywhere: 1 would hide its order */
            beyond++;
        }
    assert_true(beyond > POINTS / 4);
    assert_true(gate.radius < 4.0);
    *gate_bias(gated) += 26.0F; /* ten more than the branch alone */
    network_predict(gated, &asked, NULL, NULL, eta);
    network_predict(network, &asked, NULL, NULL, points);
    beyond = 0;
    for (size_t i = 0; i < POINTS && widths.count == 2; i++)
        if (points[i] > 0.1F && points[i] < 0.98F) { /* a logit of 8 to 14, and 2 more: not yet 1 */
            assert_true(eta[i] > 0.9995F && eta[i] < 1.0F);
            beyond++;
        }
    assert_true(beyond > 0 || widths.count == 1);
}

static void gate_over_many_rows(void **state)
{
    (void)state;
    gate_holds(ROWS, (struct widths){2, {12, 6}});
    gate_holds(ROWS, (struct widths){1, {9}});
}

static void gate_over_few_rows(void **state)
{
    (void)state;
    gate_holds(20, (struct widths){2, {12, 6}});
}

/* An input of weight 0 has no part in the gate: far along it rows are still known. */
static void gate_leaves_inputs_out(void **state)
{
    const float weights[DIMS] = {1.0F, 0.0F}, point[DIMS] = {0.1F, 9.0F};
    const struct eta_options options = {.low = low, .high = high, .weights = weights};
    const struct shape shape = {.n_in = DIMS,
                                .n_out = 1,
                                .eta = {2, {4, 4}},
                                .eta_from = ETA_FROM_SQUARES,
                                .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape); /* all weights 0: eta is 0.5 */
    struct random random = {7};
    struct gate gate;
    float eta;
    (void)state;
    for (size_t i = 0; i < (size_t)ROWS * DIMS; i++)
        x[i] = uniform(&random);
    const struct rows rows = {.count = ROWS, .n_in = DIMS, .n_out = 1, .x = x, .y = y};
    const struct rows asked = {.count = 1, .n_in = DIMS, .x = point};
    network_predict(gate_add(arena, network, &rows, &options, &gate), &asked, NULL, NULL, &eta);
    assert_true(fabsf(eta - 0.5F) < 1e-6F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_learns_soft_labels), cmocka_unit_test(labels_order_unknown_places),
        cmocka_unit_test(branch_learns_the_order),    cmocka_unit_test(gate_over_many_rows),
        cmocka_unit_test(gate_over_few_rows),         cmocka_unit_test(gate_leaves_inputs_out),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
