/* A mean from elsewhere: its bits stay, sigma is of its residuals, eta sees the inputs as the rows
   scale them. */
#include "given/given.h"
#include "net/fit.h"
#include "result/answers.h"
#include "unit/testing.h"

#include <math.h>

/* Layers that have the names of ours, a sigma that is left out, scales of its own. */
static const char network_text[] =
    "epigen: 1\nname: policy\n"
    "inputs:\n"
    "  - {name: angle, min: -2, max: 3, mean: 0.31, scale: 1.7}\n"
    "  - {name: rate, min: -9, max: 9, mean: -1.3, scale: 4}\n"
    "layers:\n"
    "  - {name: u_h1, from: inputs, activation: tanh, weights: [[0.3, -1.1], [0.7, 0.2]], bias: "
    "[0.1, -0.4]}\n"
    "  - {name: noise, from: u_h1, activation: softplus, weights: [[1, 1]], bias: [0]}\n"
    "  - {name: u_eta, from: u_h1, activation: identity, weights: [[1.3, -0.6]], bias: [0.05]}\n"
    "outputs:\n"
    "  mean: {from: u_eta, scale: 2.3, offset: -0.7}\n"
    "  sigma: {from: noise, floor: 0.1}\n";

enum { N_IN = 2, ROWS = 400 };

/* Rows as problem_prepare would leave them: y is the given mean plus 0.25 and noise. */
struct fixture {
    struct arena *arena;
    char folder[32];
    struct recipe recipe;
    struct problem problem;
    struct given *given;
};

static void rows_draw(struct fixture *f, struct rows *rows, uint64_t seed)
{
    struct random random = {.state = seed};
    float *x = arena_alloc(f->arena, (size_t)ROWS * N_IN, sizeof(*x));
    float *raw = arena_alloc(f->arena, (size_t)ROWS * N_IN, sizeof(*raw));
    for (size_t i = 0; i < (size_t)ROWS * N_IN; i++) {
        const struct scaling *s = &f->problem.inputs[i % N_IN];
        raw[i] = s->low + (s->high - s->low) * (float)random_uniform(&random);
        x[i] = (raw[i] - s->mean) / s->scale;
    }
    *rows = (struct rows){.count = ROWS, .n_in = N_IN, .x = x, .raw = raw};
}

static void truth_draw(struct fixture *f, struct rows *rows, double noise, uint64_t seed)
{
    struct random random = {.state = seed};
    float *y = arena_alloc(f->arena, rows->count, sizeof(*y));
    for (size_t i = 0; i < rows->count; i++) {
        const struct result *r = interpreter_run(f->given->interpreter, rows->raw + i * rows->n_in);
        double even = 2.0 * random_uniform(&random) - 1.0; /* its deviation is 1 / sqrt(3) */
        y[i] = (float)(((double)r->mean[0] + 0.25 + noise * sqrt(3.0) * even -
                        (double)f->problem.outputs[0].mean) /
                       (double)f->problem.outputs[0].scale);
    }
    rows->y = y;
    rows->n_out = 1;
}

static void network_save(struct fixture *f, const char *text)
{
    strcpy(f->folder, "/tmp/given.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->recipe.mean_from.path = arena_printf(f->arena, "%s/policy.yaml", f->folder);
    FILE *file = fopen(f->recipe.mean_from.path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static struct fixture fixture_make(void)
{
    static struct column inputs[N_IN] = {{.name = "phi"}, {.name = "omega"}};
    struct fixture f = {.arena = arena_new(), .recipe = recipe_default(N_IN, 1)};
    f.recipe.file = "recipe";
    f.recipe.name = "guarded";
    f.recipe.inputs = inputs;
    f.recipe.shape.trunk = (struct widths){1, {5}};
    f.recipe.shape.eta = (struct widths){1, {7}};
    network_save(&f, network_text);
    FILE *err = tmpfile();
    f.given = given_open(f.arena, &f.recipe, err);
    fclose(err);
    f.problem.inputs = arena_alloc(f.arena, N_IN, sizeof(struct scaling));
    f.problem.inputs[0] = (struct scaling){
        .name = "phi", .label = "phi", .mean = 0.1F, .scale = 0.3F, .low = -1, .high = 1.5F};
    f.problem.inputs[1] = (struct scaling){.name = "omega",
                                           .label = "omega",
                                           .unit = "rad/s",
                                           .mean = 2,
                                           .scale = 3,
                                           .low = -9,
                                           .high = 7};
    f.problem.outputs = arena_alloc(f.arena, 1, sizeof(struct scaling));
    f.problem.outputs[0] =
        (struct scaling){.name = "torque", .label = "torque", .mean = 0.5F, .scale = 3};
    rows_draw(&f, &f.problem.train, 1);
    rows_draw(&f, &f.problem.validation, 2);
    return f;
}

static void fixture_free(struct fixture *f)
{
    assert_int_equal(remove(f->recipe.mean_from.path), 0);
    assert_int_equal(remove(f->folder), 0);
    arena_free(f->arena);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static struct spec *combined(struct fixture *f, const struct network **network)
{
    struct random random = {.state = 7};
    struct network *n = network_new(f->arena, &f->recipe.shape);
    network_randomise(n, &random);
    n->sigma_floor = 1e-3;
    *network = n;
    const struct scaling *outputs = given_outputs(f->arena, f->given, &f->problem);
    return given_export(f->arena, f->given, n, &f->recipe, &f->problem, outputs);
}

/* verifies: REQ-GIVEN-MEAN */
static void mean_keeps_its_bits(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    const struct network *network;
    truth_draw(&f, &f.problem.train, 0.5, 3);
    struct spec *spec = combined(&f, &network);
    struct interpreter *both = interpreter_of_spec(f.arena, spec);
    float *eta = arena_alloc(f.arena, ROWS, sizeof(*eta));
    network_predict(network, &f.problem.train, NULL, NULL, eta);
    for (size_t i = 0; i < ROWS; i++) {
        const float *x = f.problem.train.raw + i * N_IN;
        uint32_t mean = bits_of(interpreter_run(f.given->interpreter, x)->mean[0]);
        const struct result *r = interpreter_run(both, x);
        assert_int_equal(bits_of(r->mean[0]), mean);
        assert_int_equal(r->status, 0);
        assert_true(fabsf(r->eta - eta[i]) < 1e-5F);
        assert_true(r->sigma[0] > 0.0F);
    }
    fixture_free(&f);
}

static void names_do_not_clash(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    const struct network *network;
    truth_draw(&f, &f.problem.train, 0.5, 3);
    const struct spec *spec = combined(&f, &network);
    assert_int_equal(f.given->spec->n_layers, 2); /* noise led to sigma alone */
    assert_string_equal(spec->name, "guarded");
    assert_string_equal(spec->layers[0].name, "u_h1");
    assert_string_equal(spec->layers[2].name, "uu_scaled");
    assert_string_equal(spec->eta.from.names[0], "uu_eta");
    assert_string_equal(spec->inputs[0].name, "phi");
    assert_string_equal(spec->inputs[1].unit, "rad/s");
    assert_string_equal(spec->mean.names[0], "torque");
    assert_true(spec->inputs[0].mean == 0.31F && spec->inputs[1].scale == 4.0F);
    assert_true(spec->inputs[0].min == -1.0F && spec->inputs[0].max == 1.5F);
    fixture_free(&f);
}

/* Without outputs the rows get the network's, and the spec gets no sigma. */
static void eta_alone_without_truth(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    const struct network *network;
    f.recipe.n_outputs = 0;
    given_join(f.arena, f.given, &f.recipe, &f.problem);
    assert_true(f.problem.without_truth && f.recipe.n_outputs == 1 && f.problem.train.n_out == 1);
    double mean = 0.0, square = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        mean += (double)f.problem.train.y[i] / ROWS;
        square += (double)f.problem.train.y[i] * (double)f.problem.train.y[i] / ROWS;
    }
    assert_true(fabs(mean) < 1e-5 && fabs(square - 1.0) < 1e-4);
    struct spec *spec = combined(&f, &network);
    spec_check(f.arena, spec);
    assert_true(!spec_has(&spec->sigma) && spec_has(&spec->eta));
    const struct epiout_given rows = given_rows(f.arena, f.given, &f.problem, f.problem.outputs);
    assert_int_equal(rows.residual_train.count, 0);
    fixture_free(&f);
}

/* Sigma of residuals holds the noise and the constant error of the mean; the mean stays 0. */
static void sigma_is_of_the_residuals(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    truth_draw(&f, &f.problem.train, 0.5, 3);
    truth_draw(&f, &f.problem.validation, 0.5, 4);
    const struct scaling *outputs = given_outputs(f.arena, f.given, &f.problem);
    assert_true(outputs[0].mean == 0.0F && fabs((double)outputs[0].scale - 0.559) < 0.03);
    const struct epiout_given rows = given_rows(f.arena, f.given, &f.problem, outputs);
    struct random random = {.state = 1};
    struct network *network = network_new(f.arena, &f.recipe.shape);
    struct fit_options o = f.recipe.fit;
    o.mean_given = true;
    o.epochs = 60;
    network_randomise(network, &random);
    fit(network, &rows.residual_train, &rows.residual_validation, &o, &random);
    float mean[ROWS], sigma[ROWS];
    network_predict(network, &rows.residual_train, mean, sigma, NULL);
    double average = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(mean[i] == 0.0F);
        average += (double)sigma[i] / ROWS;
    }
    assert_true(fabs(average - 1.0) < 0.15);
    fixture_free(&f);
}

/* An error that is the same in all rows is no reason for a sigma of nothing. */
static void constant_error_is_no_certainty(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    truth_draw(&f, &f.problem.train, 0.0, 3);
    const struct scaling *outputs = given_outputs(f.arena, f.given, &f.problem);
    struct epiout_given rows = given_rows(f.arena, f.given, &f.problem, outputs);
    float *y = arena_alloc(f.arena, ROWS, sizeof(*y));
    for (size_t i = 0; i < ROWS; i++)
        y[i] = 1.0F;
    rows.residual_train.y = y;
    struct random random = {.state = 1};
    struct network *network = network_new(f.arena, &f.recipe.shape);
    struct fit_options o = f.recipe.fit;
    o.mean_given = true;
    o.epochs = 300;
    network_randomise(network, &random);
    fit(network, &rows.residual_train, NULL, &o, &random);
    float mean[ROWS], sigma[ROWS];
    network_predict(network, &rows.residual_train, mean, sigma, NULL);
    for (size_t i = 0; i < ROWS; i++)
        assert_true(mean[i] == 0.0F && sigma[i] > 0.8F && sigma[i] < 1.3F);
    fixture_free(&f);
}

static void domain_of_the_network_limits(void **state)
{
    (void)state;
    struct fixture f = fixture_make();
    assert_true(f.recipe.domain.limits[0] == -2.0F && f.recipe.domain.limits[3] == 9.0F);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_keeps_its_bits),
        cmocka_unit_test(names_do_not_clash),
        cmocka_unit_test(eta_alone_without_truth),
        cmocka_unit_test(sigma_is_of_the_residuals),
        cmocka_unit_test(constant_error_is_no_certainty),
        cmocka_unit_test(domain_of_the_network_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
