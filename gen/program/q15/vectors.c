/* See vectors.h. */
#include "program/q15/vectors.h"

#include "base/random.h"
#include "program/q15/interpret.h"

#include <math.h>

static int16_t extreme(const struct q15_range *domain, size_t which)
{
    const int32_t all[Q15_EXTREMES] = {
        domain->low, domain->high, domain->low - 1, domain->high + 1, INT16_MIN, INT16_MAX, 0, -1};
    return (int16_t)all[which];
}

static int16_t inside(const struct q15_range *domain, struct random *random)
{
    const double width = (double)(domain->high - domain->low + 1);
    return (int16_t)(domain->low + (int32_t)floor(random_uniform(random) * width));
}

static bool is_anywhere(size_t row)
{
    return row >= Q15_EXTREMES && row % Q15_ANYWHERE == Q15_ANYWHERE - 1;
}

static void row_fill(const struct q15_program *program, size_t row, struct random *random,
                     int16_t *x)
{
    const size_t n_in = program->spec->n_inputs;
    for (size_t i = 0; i < n_in; i++) {
        if (row < Q15_EXTREMES)
            x[i] = extreme(&program->inputs[i].range, row);
        else if (is_anywhere(row))
            x[i] = (int16_t)(random_bits(random) & 0xFFFFU);
        else
            x[i] = inside(&program->inputs[i].range, random);
    }
    if (n_in > 1 && row >= Q15_EXTREMES && row % 2 == 0) {
        const size_t turn = (row - Q15_EXTREMES) / 2;
        x[turn % n_in] =
            extreme(&program->inputs[turn % n_in].range, (turn + turn / n_in) % Q15_EXTREMES);
    }
}

size_t q15_vectors_default(const struct q15_program *program)
{
    const size_t wanted = Q15_EXTREMES + 4 * program->spec->n_inputs;
    return wanted < 96 ? 96 : wanted > 1024 ? 1024 : wanted;
}

struct q15_vectors q15_vectors_make(struct arena *arena, const struct q15_program *program,
                                    size_t count)
{
    const struct spec *spec = program->spec;
    const size_t n_in = spec->n_inputs, n_result = spec_result_count(spec);
    struct q15_vectors v = {.count = count, .n_in = n_in, .n_result = n_result};
    while (!is_anywhere(v.anywhere))
        v.anywhere++;
    v.inputs = arena_alloc(arena, count * n_in, sizeof(*v.inputs));
    v.results = arena_alloc(arena, count * n_result, sizeof(*v.results));
    v.status = arena_alloc(arena, count, sizeof(*v.status));
    struct q15_interpreter *interpreter = q15_interpreter_new(arena, program);
    struct random random = {.state = 1};
    for (size_t row = 0; row < count; row++) {
        int16_t *x = v.inputs + row * n_in, *to = v.results + row * n_result;
        row_fill(program, row, &random, x);
        const struct q15_result *result = q15_interpreter_run(interpreter, x);
        for (size_t i = 0; i < spec->mean.count; i++)
            *to++ = result->mean[i];
        for (size_t i = 0; i < spec->sigma.count; i++)
            *to++ = result->sigma[i];
        if (spec_has(&spec->eta))
            *to = result->eta;
        v.status[row] = result->status;
    }
    return v;
}
