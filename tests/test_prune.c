/* Pruning: the sparsity asked for, the largest weights of a layer kept, what is pruned stays 0
   through training, and none of it is lost on the way to a prediction. */
#include "epiout.h"
#include "testing.h"

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
    struct prune prune = prune_new(arena, network, false, 0.8);
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
    struct prune prune = prune_new(arena, network, false, 0.9);
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

/* The whole way: both branches as sparse as asked, and the fit still follows the data. */
static void trained_network_is_sparse(void **state)
{
    (void)state;
    struct recipe recipe = recipe_default(1, 1);
    recipe.shape.trunk = (struct widths){2, {32, 32}};
    recipe.shape.eta = (struct widths){2, {16, 16}};
    recipe.fit.epochs = 300;
    recipe.fit.rate = 5e-3;
    recipe.epistemic.steps = 200;
    recipe.epistemic.batch = 64;
    recipe.prune = (struct recipe_prune){.sparsity = 0.7, .eta = 0.5, .effort = 1.0};
    recipe.threads = 1;
    struct epiout e = epiout_fit(arena, &recipe, &rows, &rows, NULL);
    struct prune fitted = prune_new(arena, e.network, false, 0.0);
    struct prune eta = prune_new(arena, e.network, true, 0.0);
    assert_true(fabs(prune_sparsity(&fitted) - 0.7) < 0.005);
    assert_true(fabs(prune_sparsity(&eta) - 0.5) < 0.005);
    float mean[ROWS];
    double square = 0.0;
    network_predict(e.network, &rows, mean, NULL, NULL);
    for (size_t i = 0; i < ROWS; i++)
        square += ((double)mean[i] - (double)y[i]) * ((double)mean[i] - (double)y[i]) / ROWS;
    if (!(sqrt(square) < 0.15))
        fail_msg("RMSE %g, expected less than 0.15", sqrt(square));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(sparsity_rises),
        TEST(largest_are_kept),
        TEST(trained_network_is_sparse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
