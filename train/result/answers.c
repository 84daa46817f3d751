/* See answers.h. */
#include "result/answers.h"

#include "program/bounds.h"
#include "program/interpret.h"
#include "program/lower.h"

struct interpreter *interpreter_of_spec(struct arena *arena, struct spec *spec)
{
    spec_check(arena, spec);
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    bounds_of(arena, program);
    return interpreter_new(arena, program);
}

struct answers answers_of(struct arena *arena, const struct answerer *answerer,
                          const struct rows *rows, const struct scaling *outputs, size_t most)
{
    size_t n = rows->count < most ? rows->count : most, n_out = rows->n_out;
    struct answers a = {.count = n, .of = rows->count, .n_out = n_out};
    a.y = arena_alloc(arena, n * n_out, sizeof(*a.y));
    a.mean = arena_alloc(arena, n * n_out, sizeof(*a.mean));
    a.sigma = arena_alloc(arena, n * n_out, sizeof(*a.sigma));
    a.eta = arena_alloc(arena, n, sizeof(*a.eta));
    struct arena *scratch = arena_new();
    double *mean = arena_alloc(scratch, answerer->n_out, sizeof(*mean)),
           *sigma = arena_alloc(scratch, answerer->n_out, sizeof(*sigma));
    for (size_t i = 0; i < n; i++) {
        size_t row = (size_t)((double)i * (double)rows->count / (double)n);
        answerer->ask(answerer->context, rows->raw + row * rows->n_in, mean, sigma, &a.eta[i]);
        for (size_t k = 0; k < n_out && rows->y != NULL; k++) {
            double y = (double)rows->y[row * n_out + k];
            a.y[k * n + i] = (double)outputs[k].mean + (double)outputs[k].scale * y;
            a.mean[k * n + i] = mean[k];
            a.sigma[k * n + i] = sigma[k];
        }
    }
    arena_free(scratch);
    return a;
}

struct float_model {
    struct interpreter *interpreter;
    size_t n_out;
};

static void float_ask(void *context, const float *x, double *mean, double *sigma, float *eta)
{
    const struct float_model *m = context;
    const struct result *r = interpreter_run(m->interpreter, x);
    *eta = r->eta;
    for (size_t k = 0; k < m->n_out; k++) {
        mean[k] = (double)r->mean[k];
        sigma[k] = r->sigma == NULL ? 0.0 : (double)r->sigma[k];
    }
}

struct answers answers_ask(struct arena *arena, struct interpreter *interpreter,
                           const struct rows *rows, const struct scaling *outputs, size_t most)
{
    struct float_model model = {interpreter, rows->n_out};
    return answers_of(arena, &(struct answerer){float_ask, &model, rows->n_out}, rows, outputs,
                      most);
}

struct predictions answers_output(const struct answers *a, size_t k)
{
    return (struct predictions){a->count, a->y + k * a->count, a->mean + k * a->count,
                                a->sigma + k * a->count};
}

double answers_known_share(const struct answers *a)
{
    size_t known = 0;
    for (size_t i = 0; i < a->count; i++)
        known += a->eta[i] < 0.5F;
    return a->count == 0 ? 0.0 : (double)known / (double)a->count;
}
