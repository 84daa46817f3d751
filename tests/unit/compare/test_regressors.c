/* What stands behind the table: answers for single rows against the trainer's batches, the Laplace
   approximation and the distances against their formulas, known rows by distance. */
#include "compare/learners/epiout_model.h"
#include "compare/learners/etas.h"
#include "compare/learners/row_network.h"
#include "compare/measure/evaluate.h"
#include "compare/measure/job_progress.h"
#include "epiout.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 60 };

/* Two inputs in [-1, 1], two outputs. */
static struct rows rows_make(struct arena *arena, uint64_t seed)
{
    struct random random = {.state = seed};
    float *x = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*x)),
          *y = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++) {
        x[2 * i] = (float)(2.0 * random_uniform(&random) - 1.0);
        x[2 * i + 1] = (float)(2.0 * random_uniform(&random) - 1.0);
        y[2 * i] = x[2 * i] - x[2 * i + 1];
        y[2 * i + 1] = sinf(3.0F * x[2 * i]);
    }
    return (struct rows){.count = ROWS, .n_in = 2, .n_out = 2, .x = x, .y = y};
}

static struct recipe recipe_make(void)
{
    struct recipe recipe = recipe_default(2, 2);
    recipe.shape.trunk = (struct widths){1, {10}};
    recipe.shape.eta = (struct widths){1, {9}};
    recipe.fit.epochs = 40;
    recipe.fit.batch = 16;
    recipe.epistemic.steps = 60;
    recipe.epistemic.batch = 32;
    recipe.threads = 1;
    return recipe;
}

struct bench {
    struct arena *arena;
    struct recipe recipe;
    struct rows train, none;
    struct task task;
    struct estimates estimates;
};

static struct bench *bench_new(void)
{
    struct arena *arena = arena_new();
    struct bench *b = arena_alloc(arena, 1, sizeof(*b));
    b->arena = arena;
    b->recipe = recipe_make();
    b->train = rows_make(arena, 1);
    b->none = b->train;
    b->none.count = 0;
    b->task = (struct task){
        .recipe = &b->recipe, .train = &b->train, .validation = &b->none, .seed = 3, .samples = 20};
    b->estimates.mean = arena_alloc(arena, (size_t)2 * ROWS, sizeof(float));
    b->estimates.aleatoric = arena_alloc(arena, (size_t)2 * ROWS, sizeof(float));
    b->estimates.epistemic = arena_alloc(arena, (size_t)2 * ROWS, sizeof(float));
    return b;
}

/* The widths include those for which row_chain.c has code of its own. */
static void single_rows_are_those_of_batches(void **state)
{
    static const size_t widths[] = {1, 3, 5, 8, 31, 50, 56, 100, 104, 130};
    (void)state;
    for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
        struct bench *b = bench_new();
        struct shape shape = b->recipe.shape;
        struct random random = {.state = i};
        float *mean = arena_alloc(b->arena, (size_t)2 * ROWS, sizeof(*mean));
        float *sigma = arena_alloc(b->arena, (size_t)2 * ROWS, sizeof(*sigma));
        float *eta = arena_alloc(b->arena, ROWS, sizeof(*eta));
        shape.trunk = (struct widths){2, {widths[i], widths[9 - i]}};
        shape.mean = (struct widths){i % 2, {widths[i]}};
        shape.eta = (struct widths){i % 3, {widths[i], 7}};
        shape.eta_from = (enum eta_from)(i % ETA_FROM_COUNT);
        shape.activation = i % 4 == 3 ? ACT_RELU : ACT_TANH;
        struct network *network = network_new(b->arena, &shape);
        network_randomise(network, &random);
        network->sigma_floor = 0.1;
        struct row_network ask = row_network_new(b->arena, network);
        network_predict(network, &b->train, mean, sigma, eta);
        for (size_t r = 0; r < ROWS; r++) {
            struct network_answer a = row_network_ask(&ask, b->train.x + 2 * r, true);
            assert_true(fabsf(a.eta - eta[r]) < 1e-5F);
            for (size_t k = 0; k < 2; k++) {
                assert_true(fabsf(a.mean[k] - mean[2 * r + k]) < 1e-4F * (1.0F + fabsf(a.mean[k])));
                assert_true(fabs(row_network_sigma(&ask, &a, k) - (double)sigma[2 * r + k]) <
                            1e-4 * (1.0 + (double)sigma[2 * r + k]));
            }
        }
        arena_free(b->arena);
    }
}

/* A row gets the same answer alone and among others. Sampled learners start with the same draws in
   each call. */
static void every_learner_answers(void **state)
{
    struct bench *b = bench_new();
    (void)state;
    for (size_t r = 0; r < REGRESSORS; r++) {
        const struct regressor *learner = regressors[r];
        struct fitted *model = learner->fit(&b->task);
        struct rows first = b->train;
        float mean[2], aleatoric[2], epistemic[2];
        first.count = 1;
        learner->predict(model, &b->train, &b->estimates);
        learner->predict(model, &first, &(struct estimates){mean, aleatoric, epistemic});
        assert_true(model->bytes > 0);
        for (size_t i = 0; i < (size_t)2 * ROWS; i++) {
            assert_true(b->estimates.epistemic[i] >= 0.0F && isfinite(b->estimates.epistemic[i]));
            if (learner->has_mean)
                assert_true(b->estimates.aleatoric[i] > 0.0F &&
                            fabsf(b->estimates.mean[i]) < 10.0F);
        }
        for (size_t k = 0; k < 2; k++) {
            assert_true(fabsf(epistemic[k] - b->estimates.epistemic[k]) < 1e-5F);
            assert_true(!learner->has_mean || fabsf(mean[k] - b->estimates.mean[k]) < 1e-5F);
        }
        assert_ptr_equal(regressor_find(learner->name, strlen(learner->name)), learner);
        learner->free(model);
    }
    assert_null(regressor_find("epi", 3));
    arena_free(b->arena);
}

/* Answers of EpiOut with other settings of a trial, with the list or without. */
static bool tried_answers(struct bench *b, struct etas *etas, float *mean, float *epistemic)
{
    struct task task = b->task;
    task.trial = 3;
    task.etas = etas;
    struct fitted *model = regressor_epiout.fit(&task);
    bool known = model->eta_known;
    regressor_epiout.predict(model, &b->train,
                             &(struct estimates){mean, b->estimates.aleatoric, epistemic});
    regressor_epiout.free(model);
    return known;
}

/* With an eta that was learned before, EpiOut answers as if it had learned it. Rows, seed and
   `brief` must be the same; the list needs no model that was freed. */
static void etas_are_learned_once(void **state)
{
    struct bench *b = bench_new();
    struct arena *arena = arena_new();
    struct etas *etas = etas_new(arena);
    float mean[2][2 * ROWS], epistemic[2][2 * ROWS];
    (void)state;
    b->task.etas = etas;
    assert_false(tried_answers(b, NULL, mean[0], epistemic[0]));
    regressor_epiout.free(regressor_epiout.fit(&b->task));
    assert_true(tried_answers(b, etas, mean[1], epistemic[1]));
    assert_memory_equal(mean[0], mean[1], sizeof(mean[0]));
    assert_memory_equal(epistemic[0], epistemic[1], sizeof(epistemic[0]));
    struct task other = b->task;
    assert_non_null(etas_find(etas, &other));
    other.brief = true;
    assert_null(etas_find(etas, &other));
    other = b->task;
    other.seed++;
    assert_null(etas_find(etas, &other));
    struct rows rows = rows_make(b->arena, 2);
    other = b->task;
    other.train = &rows;
    assert_null(etas_find(etas, &other));
    other = b->task;
    other.validation = &rows;
    assert_null(etas_find(etas, &other));
    arena_free(arena);
    arena_free(b->arena);
}

/* With most data in one place, the variance elsewhere is larger and as the formula says. */
static void laplace_is_its_formula(void **state)
{
    struct bench *b = bench_new();
    struct network *network =
        network_new(b->arena, &(struct shape){.n_in = 2, .n_out = 2, .activation = ACT_TANH});
    (void)state;
    network->sigma_floor = 0.5; /* sigma = softplus(0) + 0.5; the features are the inputs and 1 */
    network->mean.layers[0].weights[0] = 1.0F;
    b->task.trained = network;
    struct fitted *model = regressor_laplace.fit(&b->task);
    float x[4] = {0.0F, 0.0F, 30.0F, 0.0F}, mean[4], aleatoric[4], epistemic[4];
    struct rows two = {.count = 2, .n_in = 2, .n_out = 2, .x = x};
    regressor_laplace.predict(model, &two, &(struct estimates){mean, aleatoric, epistemic});
    double sigma = log(2.0) + 0.5, square = 0.0;
    for (size_t i = 0; i < ROWS; i++)
        square += (double)b->train.x[2 * i] * (double)b->train.x[2 * i];
    /* Far out on the first input, nearly sigma * 30 / sqrt(sum of squares), less for the prior and
       more for the other inputs. */
    assert_true(fabs((double)aleatoric[0] - sigma) < 1e-4);
    assert_true(fabs((double)epistemic[2] / (sigma * 30.0 / sqrt(square)) - 1.0) < 0.15);
    assert_true(epistemic[0] < 0.1F * epistemic[2]);
    model->regressor->free(model);
    arena_free(b->arena);
}

static void distances_are_their_formulas(void **state)
{
    struct bench *b = bench_new();
    float x[] = {0, 0, 2, 0, 0, 4, 2, 4, 1, 2, 1, 2}, query[] = {3, 2}, found;
    (void)state;
    b->train = (struct rows){.count = 6, .n_in = 2, .n_out = 1, .x = x};
    struct rows one = {.count = 1, .n_in = 2, .n_out = 1, .x = query};
    struct fitted *model = regressor_knn.fit(&b->task);
    regressor_knn.predict(model, &one, &(struct estimates){NULL, NULL, &found});
    assert_true(fabsf(found - sqrtf(13.0F)) < 1e-6F); /* of 2, 2, 5, 5, 13, 13 the fifth */
    model->regressor->free(model);
    model = regressor_mahalanobis.fit(&b->task);
    regressor_mahalanobis.predict(model, &one, &(struct estimates){NULL, NULL, &found});
    assert_true(fabs((double)found - 2.0 / sqrt(4.0 / 6.0)) <
                1e-4); /* centre (1, 2), variance 2/3 */
    model->regressor->free(model);
    arena_free(b->arena);
}

/* The units of the data count: the input's scale is 10, or so large or small that its square is
   beyond single precision. */
static void rows_are_known_by_distance(void **state)
{
    struct arena *arena = arena_new();
    float train[] = {0.0F, 1.0F}, test[] = {0.05F, 1.15F, 1.5F};
    struct scaling input = {.scale = 10.0F};
    struct problem problem = {.train = {.count = 2, .n_in = 1, .x = train},
                              .test = {.count = 3, .n_in = 1, .x = test},
                              .inputs = &input};
    (void)state;
    const float scales[] = {10.0F, 1e29F, 1e-29F};
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        input.scale = scales[i];
        struct row_labels labels = row_labels_by_distance(arena, &problem, 0.1 * (double)scales[i]);
        assert_int_equal(labels.test[0], ROW_KNOWN);
        assert_int_equal(labels.test[1], ROW_LEFT_OUT);
        assert_int_equal(labels.test[2], ROW_UNKNOWN);
    }
    arena_free(arena);
}

/* The time of the trunk is Laplace's too, whoever trained it. */
static void laplace_counts_its_trunk(void **state)
{
    struct bench *b = bench_new();
    struct arena *arena = b->arena;
    struct problem problem = {.train = *b->task.train,
                              .validation = *b->task.validation,
                              .test = *b->task.train,
                              .outputs = arena_alloc(arena, 2, sizeof(struct scaling))};
    struct row_labels labels = {0};
    struct outcome alone[2], beside[2];
    (void)state;
    for (size_t k = 0; k < 2; k++)
        problem.outputs[k].scale = 1.0F;
    struct fitted *epiout = regressor_epiout.fit(&b->task);
    struct fitted *first = evaluate(&regressor_laplace, &b->task, &problem, &labels, alone, NULL);
    b->task.trained = ((struct epiout_model *)epiout)->network;
    b->task.trained_seconds = 1000.0;
    struct fitted *second = evaluate(&regressor_laplace, &b->task, &problem, &labels, beside, NULL);
    assert_true(beside[0].value[MEASURE_FIT] > 1000.0);
    assert_true(alone[0].value[MEASURE_FIT] < 1000.0);
    first->regressor->free(first);
    second->regressor->free(second);
    epiout->regressor->free(epiout);
    arena_free(arena);
}

struct told {
    struct job_progress job;
    double last;
    size_t count;
};

static void progress_keep(void *context, double done, double loss)
{
    struct told *told = context;
    double share = job_progress_tell(&told->job, done);
    (void)loss;
    assert_true(share >= told->last && share <= 1.0);
    told->last = share;
    told->count++;
}

/* Progress rises for every learner, and EpiOut's reaches the end only when its scale is found. */
static void progress_rises(void **state)
{
    const struct regressor *const learners[] = {&regressor_epiout, &regressor_laplace,
                                                &regressor_gp, &regressor_ensemble};
    (void)state;
    for (size_t i = 0; i < sizeof(learners) / sizeof(learners[0]); i++) {
        struct bench *b = bench_new();
        struct told told = {.job = job_progress_new(learners[i])};
        b->recipe.epistemic.steps = 200; /* it tells every hundred */
        b->task.progress = progress_keep;
        b->task.context = &told;
        struct fitted *model = learners[i]->fit(&b->task);
        assert_true(told.count > 3);
        assert_true(told.last > 0.1);
        assert_true(learners[i] != &regressor_epiout || told.last < 0.5);
        model->regressor->free(model);
        arena_free(b->arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_rows_are_those_of_batches),
        cmocka_unit_test(every_learner_answers),
        cmocka_unit_test(etas_are_learned_once),
        cmocka_unit_test(laplace_is_its_formula),
        cmocka_unit_test(distances_are_their_formulas),
        cmocka_unit_test(laplace_counts_its_trunk),
        cmocka_unit_test(progress_rises),
        cmocka_unit_test(rows_are_known_by_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
