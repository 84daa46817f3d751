/* Dropout and the Bayesian network: gradients by differences, moments of the draws by theory, and
   that training finds a function. */
#include "compare/methods/draws.h"
#include "compare/methods/sampled.h"
#include "unit/testing.h"

#include <math.h>

enum { DRAWS = 1 << 20 };

static void draws_have_their_moments(void **state)
{
    struct random random = {.state = 3};
    float *draw = test_malloc(DRAWS * sizeof(*draw));
    double mean = 0.0, square = 0.0, fourth = 0.0, lag = 0.0;
    (void)state;
    draws_normal(&random, draw, DRAWS);
    for (size_t i = 0; i < DRAWS; i++) {
        double z = (double)draw[i];
        mean += z / DRAWS;
        square += z * z / DRAWS;
        fourth += z * z * z * z / DRAWS;
        lag += i == 0 ? 0.0 : z * (double)draw[i - 1] / DRAWS;
    }
    assert_true(fabs(mean) < 0.004 && fabs(square - 1.0) < 0.006);
    assert_true(fabs(fourth - 3.0) < 0.06 && fabs(lag) < 0.004);
    draws_keep(&random, 0.05, draw, DRAWS);
    mean = 0.0;
    for (size_t i = 0; i < DRAWS; i++) {
        assert_true(draw[i] == 0.0F || fabsf(draw[i] - 1.0F / 0.95F) < 1e-6F);
        mean += (draw[i] == 0.0F) / (double)DRAWS;
    }
    assert_true(fabs(mean - 0.05) < 0.001);
    test_free(draw);
}

/* A few rows of three inputs and two outputs. */
static struct rows rows_make(struct arena *arena, size_t count)
{
    struct random random = {.state = 9};
    float *x = arena_alloc(arena, 3 * count, sizeof(*x)),
          *y = arena_alloc(arena, 2 * count, sizeof(*y));
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < 3; j++)
            x[3 * i + j] = (float)(2.0 * random_uniform(&random) - 1.0);
        y[2 * i] = sinf(2.0F * x[3 * i]) + x[3 * i + 1];
        y[2 * i + 1] = x[3 * i + 1] * x[3 * i + 2];
    }
    return (struct rows){.count = count, .n_in = 3, .n_out = 2, .x = x, .y = y};
}

/* With the same draws the loss is a function of the parameters. */
static void gradients_check(bool bayesian)
{
    struct arena *arena = arena_new();
    struct random random = {.state = 4};
    struct rows rows = rows_make(arena, 13);
    size_t index[13], checked = 0;
    for (size_t i = 0; i < 13; i++)
        index[i] = i;
    struct sampled *s = sampled_new(arena, bayesian, 3, 2, &random);
    struct sampled_workspace *w = sampled_workspace_new(arena, s, 16);
    float *gradients = arena_alloc(arena, s->n_parameters, sizeof(*gradients));
    s->dropout = 0.3;
    for (size_t i = s->n_weights; i < s->n_parameters; i++)
        s->parameters[i] = -1.5F;
    const struct row_batch batch = {&rows, index, 13};
    double weight = 0.01, size = 0.0;
    sampled_loss(s, w, &batch, weight, &(struct random){.state = 7});
    memcpy(gradients, s->gradients, s->n_parameters * sizeof(*gradients));
    for (size_t i = 0; i < s->n_parameters; i += i + 40 < s->n_parameters ? 17 : 1) {
        float at = s->parameters[i], step = 4e-3F;
        s->parameters[i] = at + step;
        double above = sampled_loss(s, w, &batch, weight, &(struct random){.state = 7});
        s->parameters[i] = at - step;
        double below = sampled_loss(s, w, &batch, weight, &(struct random){.state = 7});
        s->parameters[i] = at;
        double slope = (above - below) / (2.0 * (double)step);
        if (fabs((double)gradients[i] - slope) > 2e-3 * fmax(1.0, fabs(slope)))
            fail_msg("parameter %zu: %g, by differences %g", i, (double)gradients[i], slope);
        size += fabs(slope);
        checked++;
    }
    assert_true(checked > 200 && size > 1.0);
    arena_free(arena);
}

static void gradients_of_dropout(void **state)
{
    (void)state;
    gradients_check(false);
}

static void gradients_of_the_bayesian_network(void **state)
{
    (void)state;
    gradients_check(true);
}

/* All parameters are 0 except the biases of the second layer and the weights of the last. */
static struct sampled *still_make(struct arena *arena, bool bayesian)
{
    struct sampled *s = sampled_new(arena, bayesian, 1, 1, &(struct random){.state = 5});
    memset(s->parameters, 0, s->n_weights * sizeof(float));
    for (size_t o = 0; o < SAMPLED_HIDDEN; o++) {
        s->mean[1].bias[o] = 0.02F * (float)o - 0.3F;
        s->mean[2].weights[o] = o % 3 == 0 ? 0.5F : -0.2F;
    }
    return s;
}

/* Units are tanh(bias), each kept with 0.95: the variance of the sum is known. */
static void dropout_has_the_moments_of_theory(void **state)
{
    enum { SAMPLES = 1 << 16 };
    struct arena *arena = arena_new();
    struct sampled *s = still_make(arena, false);
    struct sampled_workspace *w = sampled_workspace_new(arena, s, SAMPLES);
    double mean = 0.0, variance = 0.0;
    float x = 0.7F, found, sd;
    (void)state;
    for (size_t o = 0; o < SAMPLED_HIDDEN; o++) {
        double part = (double)s->mean[2].weights[o] * tanh((double)s->mean[1].bias[o]);
        mean += part;
        variance += part * part * 0.05 / 0.95;
    }
    sampled_predict(s, w, &x, SAMPLES, &(struct random){.state = 6},
                    &(struct sampled_moments){&found, &sd});
    assert_true(fabs((double)found - mean) < 5.0 * sqrt(variance / SAMPLES));
    assert_true(fabs((double)sd / sqrt(variance) - 1.0) < 0.02);
    arena_free(arena);
}

/* Mean and mean square of tanh(centre + sd z), by the trapezoid rule. */
static void tanh_moments(double centre, double sd, double *mean, double *square)
{
    double weight = 0.0;
    *mean = *square = 0.0;
    for (int i = -800; i <= 800; i++) {
        double z = 0.01 * i, p = exp(-0.5 * z * z), value = tanh(centre + sd * z);
        weight += p;
        *mean += p * value;
        *square += p * value * value;
    }
    *mean /= weight;
    *square /= weight;
}

/* The biases of the second layer and all of the last one are random. */
static void the_bayesian_network_has_the_moments_of_theory(void **state)
{
    enum { SAMPLES = 1 << 16 };
    struct arena *arena = arena_new();
    struct sampled *s = still_make(arena, true);
    struct sampled_workspace *w = sampled_workspace_new(arena, s, SAMPLES);
    double mean = 0.0, variance = 0.01;
    float x = 0.7F, found, sd;
    (void)state;
    s->variance[2].bias[0] = 0.01F;
    for (size_t o = 0; o < SAMPLED_HIDDEN; o++) {
        double weight = (double)s->mean[2].weights[o], unit, square;
        s->variance[1].bias[o] = 0.16F;
        s->variance[2].weights[o] = 0.04F;
        tanh_moments((double)s->mean[1].bias[o], 0.4, &unit, &square);
        mean += weight * unit;
        variance += weight * weight * (square - unit * unit) + 0.04 * square;
    }
    sampled_predict(s, w, &x, SAMPLES, &(struct random){.state = 6},
                    &(struct sampled_moments){&found, &sd});
    assert_true(fabs((double)found - mean) < 5.0 * sqrt(variance / SAMPLES));
    assert_true(fabs((double)sd / sqrt(variance) - 1.0) < 0.02);
    arena_free(arena);
}

/* Far from the data the Bayesian network must be less sure than among them. */
static void training_finds_the_function(void **state)
{
    (void)state;
    for (int bayesian = 0; bayesian < 2; bayesian++) {
        struct arena *arena = arena_new();
        struct random random = {.state = 8};
        struct rows rows = rows_make(arena, 64);
        struct fit_options options = {.batch = 32, .epochs = 400, .rate = 5e-3};
        struct sampled *s = sampled_new(arena, bayesian == 1, 3, 2, &random);
        struct sampled_workspace *w = sampled_workspace_new(arena, s, 112);
        float mean[2], sd[2], far[] = {4.0F, -4.0F, 4.0F}, near_by = 0.0F;
        const struct sampled_moments moments = {mean, sd};
        double square = 0.0;
        sampled_fit(s, &rows, &options, &random);
        for (size_t i = 0; i < rows.count; i++) {
            sampled_predict(s, w, rows.x + 3 * i, 100, &random, &moments);
            square += pow((double)(mean[0] - rows.y[2 * i]), 2.0) / (double)rows.count;
            near_by += sd[0] / (float)rows.count;
        }
        assert_true(sqrt(square) < 0.35);
        sampled_predict(s, w, far, 100, &random, &moments);
        assert_true(sd[0] > near_by);
        assert_true(sampled_noise(s, 0) > 1e-3 && sampled_noise(s, 0) < 0.8);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_have_their_moments),
        cmocka_unit_test(gradients_of_dropout),
        cmocka_unit_test(gradients_of_the_bayesian_network),
        cmocka_unit_test(dropout_has_the_moments_of_theory),
        cmocka_unit_test(the_bayesian_network_has_the_moments_of_theory),
        cmocka_unit_test(training_finds_the_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
