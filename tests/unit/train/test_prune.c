/* Pruning: the sparsity asked for, the largest weights of a layer and the units that matter kept,
   what is pruned stays 0 through training, units that do nothing are left out, and none of it is
   lost on the way to a prediction. */
#include "epiout.h"
#include "net/shrink.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 200 };

static struct arena *arena;
static float x[ROWS], y[ROWS];
static struct rows rows;

static int setup(void **state)
{
    struct random random = {7};
    (void)state;
    arena = arena_new();
    for (size_t i = 0; i < ROWS; i++) {
        x[i] = (float)(4.0 * random_uniform(&random) - 2.0);
        y[i] = sinf(3.0F * x[i]);
    }
    rows = (struct rows){.count = ROWS, .n_in = 1, .n_out = 1, .x = x, .y = y};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static struct network *network_make(void)
{
    const struct shape shape = {
        .n_in = 3, .n_out = 2, .trunk = {2, {10, 20}}, .eta = {1, {8}}, .activation = ACT_TANH};
    struct network *network = network_new(arena, &shape);
    network_randomise(network, &(struct random){3});
    return network;
}

/* Cubic: 1 - (1 - t)^3 of the target after the share t of the ramp, which is half of the steps. */
static void sparsity_rises(void **state)
{
    (void)state;
    struct network *network = network_make();
    struct prune prune = prune_new(arena, network, false, PRUNE_WEIGHTS, 0.8);
    double before = 0.0;
    for (size_t step = 1; step <= 1000; step++) {
        prune_step(&prune, step, 1000);
        double now = prune_sparsity(&prune), left = 1.0 - (double)step / 500.0;
        double wanted = step > 500 ? 0.8 : 0.8 * (1.0 - left * left * left);
        assert_true(now >= before && now <= wanted + 0.005 && now >= wanted - 0.06);
        assert_true(prune_ready(step, 1000) == (step >= 500));
        before = now;
    }
    assert_true(fabs(before - 0.8) < 0.002);
}

/* In every layer what is kept is larger than what was pruned, no layer is emptied, biases stay. */
static void largest_are_kept(void **state)
{
    (void)state;
    struct network *network = network_make();
    size_t n = network->n_fit;
    float *old = arena_grow(arena, network->parameters, n, n, sizeof(*old));
    struct prune prune = prune_new(arena, network, false, PRUNE_WEIGHTS, 0.9);
    prune_step(&prune, 1, 2);
    for (size_t c = 0; c < prune.n_chains; c++)
        for (size_t k = 0; k < prune.chains[c]->count; k++) {
            const struct dense *l = &prune.chains[c]->layers[k];
            float smallest = INFINITY, largest_pruned = 0.0F;
            for (size_t i = 0; i < l->n_out * l->stride; i++) {
                if (i % l->stride >= l->n_in)
                    continue;
                float was = fabsf(old[l->weights - network->parameters + (ptrdiff_t)i]);
                if (l->weights[i] != 0.0F)
                    smallest = fminf(smallest, was);
                else
                    largest_pruned = fmaxf(largest_pruned, was);
            }
            assert_true(smallest < INFINITY && smallest >= largest_pruned);
            for (size_t o = 0; o < l->n_out; o++)
                assert_true(l->bias[o] == old[l->bias + o - network->parameters]);
        }
}

/* Whether a unit of layer k of the trunk reads nothing and is not read. */
static bool unit_is_gone(const struct network *network, size_t k, size_t unit)
{
    const struct dense *l = &network->trunk.layers[k];
    struct readers readers = network_readers(network, &network->trunk, k);
    bool gone = l->bias[unit] == 0.0F;
    for (size_t i = 0; i < l->n_in; i++)
        gone = gone && l->weights[unit * l->stride + i] == 0.0F;
    for (size_t r = 0; r < readers.count; r++)
        for (size_t o = 0; o < readers.layers[r]->n_out; o++)
            gone = gone && readers.layers[r]->weights[o * readers.layers[r]->stride + unit] == 0.0F;
    return gone;
}

/* The gradients say that every third unit matters. */
static void gradients_set(struct network *network)
{
    for (size_t k = 0; k < 2; k++) {
        struct readers readers = network_readers(network, &network->trunk, k);
        for (size_t r = 0; r < readers.count; r++)
            for (size_t i = 0; i < readers.layers[r]->n_out * readers.layers[r]->stride; i++) {
                float weight = readers.layers[r]->weights[i];
                readers.layers[r]->dweights[i] =
                    i % readers.layers[r]->stride % 3 == 0 ? weight : 0.0F;
            }
    }
}

/* Units without use are pruned as a whole, units that matter stay, and the sparsity is as asked
 * for. */
static void useless_units_go(void **state)
{
    (void)state;
    struct network *network = network_make();
    struct prune prune = prune_new(arena, network, false, PRUNE_UNITS, 0.8);
    double before = 0.0;
    for (size_t step = 1; step <= 1000; step++) {
        gradients_set(network);
        prune_step(&prune, step, 1000);
        assert_true(prune_sparsity(&prune) >= before);
        before = prune_sparsity(&prune);
    }
    assert_true(fabs(before - 0.8) < 0.002);
    size_t gone = 0;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < network->trunk.layers[k].n_out; i++) {
            assert_false(i % 3 == 0 && unit_is_gone(network, k, i));
            gone += unit_is_gone(network, k, i);
        }
    assert_true(gone >= 15);
}

/* Even at the highest sparsity every layer keeps a unit. */
static void no_layer_is_emptied(void **state)
{
    (void)state;
    struct network *network = network_make();
    struct prune prune = prune_new(arena, network, false, PRUNE_UNITS, 0.99);
    for (size_t step = 1; step <= 100; step++)
        prune_step(&prune, step, 100);
    for (size_t k = 0; k < 2; k++) {
        size_t left = 0;
        for (size_t i = 0; i < network->trunk.layers[k].n_out; i++)
            left += !unit_is_gone(network, k, i);
        assert_true(left >= 1);
    }
}

static void predict(const struct network *network, float *answers)
{
    struct rows three = {.count = ROWS / 3, .n_in = 3, .x = x};
    network_predict(network, &three, answers, answers + ROWS, answers + (size_t)2 * ROWS);
}

static void column_clear(const struct dense *l, size_t column)
{
    for (size_t o = 0; o < l->n_out; o++)
        l->weights[o * l->stride + column] = 0.0F;
}

/* One unit is not read, which leaves one before it without readers too; one reads nothing. With eta
   on the trunk or not, the smaller network says what the larger one did. */
static void shrunk_network_says_the_same(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < ETA_FROM_COUNT; kind++) {
        struct shape shape = {.n_in = 3,
                              .n_out = 2,
                              .trunk = {2, {10, 20}},
                              .mean = {1, {5}},
                              .eta = {1, {8}},
                              .activation = ACT_SOFTPLUS};
        shape.eta_from = (enum eta_from)kind;
        float before[3 * ROWS] = {0}, after[3 * ROWS] = {0};
        struct network *network = network_new(arena, &shape);
        network_randomise(network, &(struct random){3});
        network->sigma_scale[1] = 3.0;
        const struct dense *second = &network->trunk.layers[1];
        struct readers readers = network_readers(network, &network->trunk, 1);
        for (size_t r = 0; r < readers.count; r++)
            column_clear(readers.layers[r], 7);
        for (size_t o = 0; o < second->n_out; o++)
            if (o != 7)
                second->weights[o * second->stride + 4] = 0.0F;
        for (size_t i = 0; i < second->n_in; i++)
            second->weights[11 * second->stride + i] = 0.0F;
        column_clear(&network->mean.layers[1], 2);
        predict(network, before);
        const struct network *small = network_shrink(arena, network);
        predict(small, after);
        for (size_t i = 0; i < (size_t)3 * ROWS; i++)
            assert_true(fabsf(before[i] - after[i]) <= 1e-5F * (1.0F + fabsf(before[i])));
        assert_int_equal(small->trunk.layers[0].n_out, 9);
        assert_int_equal(small->trunk.layers[1].n_out, 18);
        assert_int_equal(small->mean.layers[0].n_out, 4);
        assert_int_equal(small->eta.layers[0].n_out, 8);
    }
}

/* Nothing is read: one unit of each layer stays, and the biases answer. */
static void empty_network_stays_one(void **state)
{
    (void)state;
    struct network *network = network_make();
    float before[3 * ROWS] = {0}, after[3 * ROWS] = {0};
    for (size_t i = 0; i < network->mean.layers[0].n_in; i++) {
        column_clear(&network->mean.layers[0], i);
        column_clear(&network->sigma.layers[0], i);
    }
    predict(network, before);
    const struct network *small = network_shrink(arena, network);
    predict(small, after);
    assert_memory_equal(before, after, sizeof(before));
    assert_true(small->trunk.layers[0].n_out == 1 && small->trunk.layers[1].n_out == 1);
}

/* How many weights of chains are not 0. */
static size_t weights_left(const struct chain *const *chains, size_t n)
{
    size_t left = 0;
    for (size_t c = 0; c < n; c++)
        for (size_t k = 0; k < chains[c]->count; k++) {
            const struct dense *l = &chains[c]->layers[k];
            for (size_t i = 0; i < l->n_out * l->stride; i++)
                left += i % l->stride < l->n_in && l->weights[i] != 0.0F;
        }
    return left;
}

static struct recipe recipe_make(enum prune_by by)
{
    struct recipe recipe = recipe_default(1, 1);
    recipe.shape.trunk = (struct widths){2, {32, 32}};
    recipe.shape.eta = (struct widths){2, {16, 16}};
    recipe.fit.epochs = 300;
    recipe.fit.rate = 5e-3;
    recipe.epistemic.steps = 200;
    recipe.epistemic.batch = 64;
    recipe.prune = (struct recipe_prune){.by = by, .sparsity = 0.7, .eta = 0.5, .effort = 1.0};
    recipe.threads = 1;
    return recipe;
}

/* A whole training: both branches are as sparse as asked for, pruning by units leaves at most half
   of them, and the fit still follows the data. */
static void trained_network_is_sparse(void **state)
{
    (void)state;
    for (size_t by = 0; by < PRUNE_BY_COUNT; by++) {
        struct recipe recipe = recipe_make((enum prune_by)by);
        const struct network *n = epiout_fit(arena, &recipe, &rows, &rows, NULL).network;
        double fitted =
            (double)weights_left((const struct chain *const[]){&n->trunk, &n->mean, &n->sigma}, 3);
        double eta = (double)weights_left((const struct chain *const[]){&n->eta}, 1);
        assert_true(fitted / (32 + 32 * 32 + 64) < 0.305 && eta / (2 * 16 + 16 * 16 + 16) < 0.505);
        assert_true(fitted / (32 + 32 * 32 + 64) > 0.28 && eta / (2 * 16 + 16 * 16 + 16) > 0.38);
        size_t units = n->trunk.layers[0].n_out + n->trunk.layers[1].n_out;
        assert_true(by == PRUNE_WEIGHTS || units < 40);
        float mean[ROWS];
        double square = 0.0;
        network_predict(n, &rows, mean, NULL, NULL);
        for (size_t i = 0; i < ROWS; i++)
            square += ((double)mean[i] - (double)y[i]) * ((double)mean[i] - (double)y[i]) / ROWS;
        if (!(sqrt(square) < 0.15))
            fail_msg("RMSE %g, expected less than 0.15", sqrt(square));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(sparsity_rises),
        TEST(largest_are_kept),
        TEST(useless_units_go),
        TEST(no_layer_is_emptied),
        TEST(shrunk_network_says_the_same),
        TEST(empty_network_stays_one),
        TEST(trained_network_is_sparse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
