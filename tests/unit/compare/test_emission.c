/* Learners as specs: the interpreter of each spec against the learner's own answers with the same
   draws, in other arithmetic: the trainer's, or double precision for the Gaussian process. */
#include "compare/emission/emission.h"
#include "compare/learners/ensemble_model.h"
#include "compare/learners/gp_model.h"
#include "compare/learners/sampled_model.h"
#include "net/lanes.h"
#include "program/interpret.h"
#include "result/answers.h"
#include "unit/testing.h"

#include <math.h>

enum { ROWS = 60, SAMPLES = 12, POINTS = 40 };

static const struct scaling inputs[2] = {
    {.name = "u", .mean = 3.0F, .scale = 0.7F, .low = 0.0F, .high = 6.0F},
    {.name = "v", .mean = -1.0F, .scale = 2.0F, .low = -9.0F, .high = 7.0F},
};
static const struct scaling outputs[2] = {
    {.name = "p", .mean = 5.0F, .scale = 3.0F},
    {.name = "q", .mean = -2.0F, .scale = 0.25F},
};

struct bench {
    struct arena *arena;
    struct recipe recipe;
    struct problem problem;
    struct task task;
    struct emission emission;
    struct fitted *model;
    struct spec *spec;
    struct interpreter *interpreter;
};

/* Rough and noisy rows: they give Gaussian processes small weights, so that float32 loses little.
 */
static void rows_fill(struct arena *arena, struct rows *rows)
{
    struct random random = {.state = 1};
    float *x = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*x));
    float *y = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++) {
        x[2 * i] = (float)(2.0 * random_uniform(&random) - 1.0);
        x[2 * i + 1] = (float)(2.0 * random_uniform(&random) - 1.0);
        y[2 * i] = cosf(5.0F * x[2 * i]) * sinf(5.0F * x[2 * i + 1]);
        y[2 * i] += (float)(0.4 * random_uniform(&random));
        y[2 * i + 1] = sinf(6.0F * x[2 * i]) + (float)(0.4 * random_uniform(&random));
    }
    *rows = (struct rows){.count = ROWS, .n_in = 2, .n_out = 2, .x = x, .y = y};
}

/* Rows without noise: the process then takes long lengths and a large signal, whose weights float32
   cannot add exactly. */
static void lines_fill(struct arena *arena, struct rows *rows)
{
    rows_fill(arena, rows);
    float *y = arena_alloc(arena, (size_t)2 * ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++) {
        y[2 * i] = 1.5F * rows->x[2 * i];
        y[2 * i + 1] = rows->x[2 * i] - 1.2F * rows->x[2 * i + 1];
    }
    rows->y = y;
}

/* Fits a learner, writes it as a spec and checks the spec as epigen does. */
static struct bench *bench_with(const struct regressor *learner, size_t samples,
                                void (*fill)(struct arena *arena, struct rows *rows))
{
    struct arena *arena = arena_new();
    struct bench *b = arena_alloc(arena, 1, sizeof(*b));
    b->arena = arena;
    b->recipe = recipe_default(2, 2);
    b->recipe.shape.trunk = (struct widths){2, {10, 7}};
    b->recipe.shape.sigma = (struct widths){1, {5}};
    b->recipe.shape.eta = (struct widths){1, {9}};
    b->recipe.fit.epochs = 60;
    b->recipe.fit.batch = 16;
    b->recipe.fit.rate = 0.01;
    b->recipe.epistemic.steps = 60;
    b->recipe.epistemic.batch = 32;
    b->recipe.threads = 1;
    fill(arena, &b->problem.train);
    b->problem.validation = b->problem.train;
    b->problem.validation.count = 0;
    b->problem.inputs = arena_alloc(arena, 2, sizeof(*inputs));
    b->problem.outputs = arena_alloc(arena, 2, sizeof(*outputs));
    memcpy(b->problem.inputs, inputs, sizeof(inputs));
    memcpy(b->problem.outputs, outputs, sizeof(outputs));
    b->task = (struct task){.recipe = &b->recipe,
                            .train = &b->problem.train,
                            .validation = &b->problem.validation,
                            .seed = 3,
                            .samples = samples};
    b->emission = (struct emission){&b->problem, "m", samples, POINTS, NULL};
    b->model = learner->fit(&b->task);
    b->spec = emission_of(learner)(arena, b->model, &b->emission);
    b->interpreter = interpreter_of_spec(arena, b->spec);
    return b;
}

static struct bench *bench_new(const struct regressor *learner, size_t samples)
{
    return bench_with(learner, samples, rows_fill);
}

static void bench_free(struct bench *b)
{
    b->model->regressor->free(b->model);
    arena_free(b->arena);
}

struct answer {
    double mean[2], sigma[2], eta;
};

/* What the spec answers about a row, in standardised units. */
static struct answer spec_ask(const struct bench *b, size_t row)
{
    const float *x = b->problem.train.x + 2 * row;
    float raw[2];
    struct answer a;
    for (size_t i = 0; i < 2; i++)
        raw[i] = inputs[i].mean + inputs[i].scale * x[i];
    const struct result *r = interpreter_run(b->interpreter, raw);
    assert_int_equal(r->status, 0);
    for (size_t k = 0; k < 2; k++) {
        a.mean[k] = ((double)r->mean[k] - (double)outputs[k].mean) / (double)outputs[k].scale;
        a.sigma[k] = (double)r->sigma[k] / (double)outputs[k].scale;
    }
    a.eta = (double)r->eta;
    return a;
}

static struct answer learner_ask(const struct bench *b, size_t row, double *variance)
{
    struct rows one = b->problem.train;
    float mean[2], sigma[2], epistemic[2];
    struct answer a = {.eta = 0.0};
    one.count = 1;
    one.x += 2 * row;
    b->model->regressor->predict(b->model, &one, &(struct estimates){mean, sigma, epistemic});
    *variance = 0.0;
    for (size_t k = 0; k < 2; k++) {
        a.mean[k] = (double)mean[k];
        a.sigma[k] = (double)sigma[k];
        a.eta = (double)epistemic[k];
        *variance += 0.5 * a.eta * a.eta;
    }
    return a;
}

static void close_to(const char *what, double found, double expected, double allowed)
{
    if (!(fabs(found - expected) <= allowed * (1.0 + fabs(expected))))
        fail_msg("%s: %.9g, expected %.9g", what, found, expected);
}

static const struct spec_layer *layer_find(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->n_layers; i++)
        if (strcmp(spec->layers[i].name, name) == 0)
            return &spec->layers[i];
    fail_msg("no layer %s", name);
    return NULL;
}

/* Eta by the formula in emission.h; `half` comes from the spec's weights. */
static double eta_expect(const struct spec *spec, double factor, double variance)
{
    double half = emission_steep / (fabs((double)layer_find(spec, "eta")->weights[0]) * factor);
    return 1.0 / (1.0 + exp(-emission_steep * (variance / half - 1.0)));
}

/* About 95 % of the training rows have less than half of that variance: eta is 0.25 there. */
static void eta_is_low_at_home(const struct bench *b)
{
    size_t low = 0;
    for (size_t i = 0; i < ROWS; i++)
        low += spec_ask(b, i).eta < 0.26;
    assert_in_range(low, ROWS * 9 / 10, ROWS);
}

static void epiout_is_emitted(void **state)
{
    const struct regressor *const learners[] = {&regressor_epiout, &regressor_epiout_paper};
    (void)state;
    for (size_t l = 0; l < 2; l++) {
        struct bench *b = bench_new(learners[l], SAMPLES);
        for (size_t i = 0; i < ROWS; i++) {
            double variance;
            struct answer found = spec_ask(b, i), own = learner_ask(b, i, &variance);
            for (size_t k = 0; k < 2; k++) {
                close_to("mean", found.mean[k], own.mean[k], 1e-5);
                close_to("sigma", found.sigma[k], own.sigma[k], 1e-5);
            }
            close_to("eta", found.eta, own.eta, 1e-5);
        }
        bench_free(b);
    }
}

/* The masks are those of a prediction of one row. */
static void dropout_is_emitted(void **state)
{
    struct bench *b = bench_new(&regressor_dropout, SAMPLES);
    double spread = 0.0;
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        double variance;
        struct answer found = spec_ask(b, i), own = learner_ask(b, i, &variance);
        for (size_t k = 0; k < 2; k++) {
            close_to("mean", found.mean[k], own.mean[k], 1e-5);
            close_to("sigma", found.sigma[k], own.sigma[k], 1e-6);
        }
        close_to("eta", found.eta, eta_expect(b->spec, 2.0 * (SAMPLES - 1), variance), 1e-4);
        spread += variance / ROWS;
    }
    assert_true(spread > 1e-5);
    eta_is_low_at_home(b);
    bench_free(b);
}

/* One row through fixed layers by the trainer's arithmetic: (2). */
static void layers_ask(struct arena *arena, const struct dense layers[], const float *x,
                       double mean[2])
{
    float *from = floats_new(arena, (size_t)2 * BATCH_STEP);
    for (size_t i = 0; i < (size_t)2 * BATCH_STEP; i++)
        from[i] = x[i / BATCH_STEP];
    for (size_t l = 0; l < SAMPLED_LAYERS; l++) {
        float *to = floats_new(arena, layers[l].n_out * BATCH_STEP);
        dense_forward(&layers[l], BATCH_STEP, from, to);
        from = to;
    }
    for (size_t k = 0; k < 2; k++)
        mean[k] = (double)from[k * BATCH_STEP];
}

static struct answer drawn_ask(struct arena *arena, struct dense (*layers)[SAMPLED_LAYERS],
                               const float *x, size_t samples, double *variance)
{
    struct answer a = {.eta = 0.0};
    double square[2] = {0.0, 0.0}, mean[2];
    for (size_t s = 0; s < samples; s++) {
        layers_ask(arena, layers[s], x, mean);
        for (size_t k = 0; k < 2; k++) {
            a.mean[k] += mean[k] / (double)samples;
            square[k] += mean[k] * mean[k];
        }
    }
    *variance = 0.0;
    for (size_t k = 0; k < 2; k++)
        *variance +=
            0.5 * (square[k] - (double)samples * a.mean[k] * a.mean[k]) / ((double)samples - 1.0);
    return a;
}

/* The same draws give the same answer; other draws, the learner's own, one of the same kind. */
static void the_bayesian_network_is_emitted(void **state)
{
    enum { MANY = 100 };
    struct bench *b = bench_new(&regressor_bnn, MANY);
    const struct sampled_model *m = (const struct sampled_model *)b->model;
    struct dense layers[MANY][SAMPLED_LAYERS];
    struct random random = {.state = m->seed};
    double spread = 0.0, own_spread = 0.0;
    (void)state;
    for (size_t s = 0; s < MANY; s++)
        sampled_fix(b->arena, m->sampled, &random, layers[s]);
    for (size_t i = 0; i < ROWS; i++) {
        double variance, own_variance;
        struct answer drawn =
            drawn_ask(b->arena, layers, b->problem.train.x + 2 * i, MANY, &variance);
        struct answer found = spec_ask(b, i), own = learner_ask(b, i, &own_variance);
        for (size_t k = 0; k < 2; k++) {
            close_to("mean", found.mean[k], drawn.mean[k], 1e-5);
            close_to("sigma", found.sigma[k], own.sigma[k], 1e-6);
            assert_true(fabs(found.mean[k] - own.mean[k]) < 8.0 * sqrt(2.0 * own_variance / MANY));
        }
        close_to("eta", found.eta, eta_expect(b->spec, 2.0 * (MANY - 1), variance), 1e-4);
        spread += variance;
        own_spread += own_variance;
    }
    assert_true(own_spread > 1e-4 && fabs(log(spread / own_spread)) < log(1.5));
    bench_free(b);
}

/* Sigma is the average of the members', where the learner's own is the root of the mean square. */
static void the_ensemble_is_emitted(void **state)
{
    struct bench *b = bench_new(&regressor_ensemble, SAMPLES);
    const struct ensemble_model *m = (const struct ensemble_model *)b->model;
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        double variance, sigma[2] = {0.0, 0.0};
        struct answer found = spec_ask(b, i), own = learner_ask(b, i, &variance);
        for (size_t e = 0; e < ENSEMBLE_MEMBERS; e++) {
            struct network_answer a =
                row_network_ask(&m->members[e], b->problem.train.x + 2 * i, false);
            for (size_t k = 0; k < 2; k++)
                sigma[k] += row_network_sigma(&m->members[e], &a, k) / ENSEMBLE_MEMBERS;
        }
        for (size_t k = 0; k < 2; k++) {
            close_to("mean", found.mean[k], own.mean[k], 1e-5);
            close_to("sigma", found.sigma[k], sigma[k], 1e-5);
            assert_true(found.sigma[k] < 1.0001 * own.sigma[k]);
        }
        close_to("eta", found.eta, eta_expect(b->spec, 2.0 * ENSEMBLE_MEMBERS, variance), 1e-4);
    }
    eta_is_low_at_home(b);
    bench_free(b);
}

static void the_process_is_emitted(void **state)
{
    struct bench *b = bench_new(&regressor_gp, SAMPLES);
    const struct gp *gp =
        gp_model_subset(b->arena, (const struct gp_model *)b->model, &b->problem.train, POINTS,
                        &(struct gp_limits){INFINITY, INFINITY});
    double most = 0.0;
    (void)state;
    assert_int_equal(gp[0].n, POINTS);
    for (size_t i = 0; i < ROWS; i++) {
        const float *row = b->problem.train.x + 2 * i;
        double x[2] = {(double)row[0], (double)row[1]}, mean, sd, remaining = 0.0;
        struct answer found = spec_ask(b, i);
        for (size_t k = 0; k < 2; k++) {
            gp_predict(&gp[k], x, 1, &mean, &sd);
            close_to("mean", found.mean[k], mean, 2e-4);
            close_to("sigma", found.sigma[k], gp[k].noise, 1e-6);
            remaining += 0.5 * sd * sd / (gp[k].signal * gp[k].signal);
        }
        close_to("eta", found.eta, eta_expect(b->spec, 2.0, remaining), 2e-3);
        most = fmax(most, remaining);
    }
    assert_true(most > 1e-5);
    bench_free(b);
}

/* A wrong mean with an eta that says "known" must not happen. */
static void lines_are_emitted(void **state)
{
    struct bench *b = bench_with(&regressor_gp, SAMPLES, lines_fill);
    const struct gp_model *m = (const struct gp_model *)b->model;
    const float far[2] = {6.0F, 7.0F};
    double square = 0.0, variance;
    (void)state;
    assert_true(m->gp[0].signal > 10.0); /* the hard case */
    for (size_t i = 0; i < ROWS; i++) {
        struct answer found = spec_ask(b, i), own = learner_ask(b, i, &variance);
        assert_true(found.eta > 0.09 && found.eta < 0.6);
        for (size_t k = 0; k < 2; k++) {
            close_to("mean", found.mean[k], own.mean[k], 0.02);
            square += pow((found.mean[k] - own.mean[k]) / found.sigma[k], 2.0) / (2 * ROWS);
        }
    }
    assert_true(square < 2.0); /* sigma tells what is lost */
    assert_true(interpreter_run(b->interpreter, far)->eta > 0.89F);
    bench_free(b);
}

/* Far from the data the process explains no variance. */
static void the_process_knows_nothing_far_away(void **state)
{
    struct bench *b = bench_new(&regressor_gp, SAMPLES);
    const float far[2] = {6.0F, 7.0F};
    (void)state;
    assert_true(interpreter_run(b->interpreter, far)->eta > 0.89F);
    bench_free(b);
}

static void others_have_no_spec(void **state)
{
    (void)state;
    assert_null(emission_of(&regressor_knn));
    assert_null(emission_of(&regressor_mahalanobis));
    assert_null(emission_of(&regressor_laplace));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(epiout_is_emitted),
        cmocka_unit_test(dropout_is_emitted),
        cmocka_unit_test(the_bayesian_network_is_emitted),
        cmocka_unit_test(the_ensemble_is_emitted),
        cmocka_unit_test(the_process_is_emitted),
        cmocka_unit_test(lines_are_emitted),
        cmocka_unit_test(the_process_knows_nothing_far_away),
        cmocka_unit_test(others_have_no_spec),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
