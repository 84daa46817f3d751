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

struct answers answers_ask(struct arena *arena, struct interpreter *interpreter,
                           const struct rows *rows, const struct scaling *outputs, size_t most)
{
    size_t n = rows->count < most ? rows->count : most, n_out = rows->n_out;
    struct answers j = {.count = n, .of = rows->count, .n_out = n_out};
    j.y = arena_alloc(arena, n * n_out, sizeof(*j.y));
    j.mean = arena_alloc(arena, n * n_out, sizeof(*j.mean));
    j.sigma = arena_alloc(arena, n * n_out, sizeof(*j.sigma));
    j.eta = arena_alloc(arena, n, sizeof(*j.eta));
    for (size_t i = 0; i < n; i++) {
        size_t row = (size_t)((double)i * (double)rows->count / (double)n);
        const struct result *r = interpreter_run(interpreter, rows->raw + row * rows->n_in);
        j.eta[i] = r->eta;
        for (size_t k = 0; k < n_out && rows->y != NULL; k++) {
            double y = (double)rows->y[row * n_out + k];
            j.y[k * n + i] = (double)outputs[k].mean + (double)outputs[k].scale * y;
            j.mean[k * n + i] = (double)r->mean[k];
            j.sigma[k * n + i] = (double)r->sigma[k];
        }
    }
    return j;
}

struct predictions answers_output(const struct answers *j, size_t k)
{
    return (struct predictions){j->count, j->y + k * j->count, j->mean + k * j->count,
                                j->sigma + k * j->count};
}

double answers_known_share(const struct answers *j)
{
    size_t known = 0;
    for (size_t i = 0; i < j->count; i++)
        known += j->eta[i] < 0.5F;
    return j->count == 0 ? 0.0 : (double)known / (double)j->count;
}
