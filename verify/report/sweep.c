/* See sweep.h. */
#include "report/sweep.h"

#include "base/random.h"
#include "run/rows.h"

#include <math.h>

struct asker {
    struct arena *arena;
    const struct program *program;
    struct block *block;
};

/* Answers `count` points x (count, n_inputs). */
static struct answers_at points_ask(const struct asker *a, const float *x, size_t count)
{
    const struct spec *spec = a->program->spec;
    size_t n_in = spec->n_inputs, n_out = spec->mean.count;
    struct answers_at at = {.count = count};
    at.mean = arena_alloc(a->arena, count * n_out, sizeof(float));
    at.sigma = arena_alloc(a->arena, count * n_out, sizeof(float));
    at.eta = arena_alloc(a->arena, count, sizeof(float));
    for (size_t first = 0; first < count; first += BLOCK_ROWS) {
        size_t n = count - first < BLOCK_ROWS ? count - first : BLOCK_ROWS;
        float *in = block_inputs(a->block);
        for (size_t i = 0; i < n_in; i++)
            for (size_t r = 0; r < n; r++)
                in[i * BLOCK_ROWS + r] = x[(first + r) * n_in + i];
        struct block_answers b = block_run(a->block);
        for (size_t r = 0; r < n; r++) {
            for (size_t k = 0; k < n_out; k++) {
                at.mean[(first + r) * n_out + k] = b.mean[k * BLOCK_ROWS + r];
                if (b.sigma != NULL)
                    at.sigma[(first + r) * n_out + k] = b.sigma[k * BLOCK_ROWS + r];
            }
            if (b.eta != NULL)
                at.eta[first + r] = b.eta[r];
        }
    }
    return at;
}

static float between(const struct spec_input *input, double share)
{
    return (float)((double)input->min + share * ((double)input->max - (double)input->min));
}

static void range_find(const struct asker *a, struct sweep *sweep)
{
    const struct spec *spec = a->program->spec;
    size_t n_in = spec->n_inputs, n_out = spec->mean.count;
    float *x = arena_alloc(a->arena, SWEEP_POINTS * n_in, sizeof(*x));
    struct random random = {1};
    for (size_t p = 0; p < SWEEP_POINTS; p++)
        for (size_t i = 0; i < n_in; i++)
            x[p * n_in + i] = between(&spec->inputs[i], random_uniform(&random));
    struct answers_at at = points_ask(a, x, SWEEP_POINTS);
    sweep->low = arena_alloc(a->arena, n_out, sizeof(float));
    sweep->high = arena_alloc(a->arena, n_out, sizeof(float));
    size_t unknown = 0;
    for (size_t p = 0; p < SWEEP_POINTS; p++) {
        unknown += at.eta[p] > UNKNOWN_ABOVE;
        for (size_t k = 0; k < n_out; k++) {
            float mean = at.mean[p * n_out + k];
            sweep->low[k] = p == 0 ? mean : fminf(sweep->low[k], mean);
            sweep->high[k] = p == 0 ? mean : fmaxf(sweep->high[k], mean);
        }
    }
    sweep->unknown = (double)unknown / SWEEP_POINTS;
}

static const float *start_choose(const struct asker *a, const float *given)
{
    const struct spec *spec = a->program->spec;
    float *start = arena_alloc(a->arena, spec->n_inputs, sizeof(*start));
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        float wanted = given == NULL ? input->mean : given[i];
        start[i] = fminf(fmaxf(wanted, input->min), input->max);
    }
    return start;
}

/* The points of a grid over one or two inputs, the first one changing fastest. */
static struct answers_at grid_ask(const struct asker *a, const float *start, size_t input,
                                  size_t across, size_t points)
{
    const struct spec *spec = a->program->spec;
    size_t n_in = spec->n_inputs, rows = across == input ? 1 : points;
    float *x = arena_alloc(a->arena, points * rows * n_in, sizeof(*x));
    for (size_t p = 0; p < points * rows; p++) {
        for (size_t i = 0; i < n_in; i++)
            x[p * n_in + i] = start[i];
        size_t row = p / points;
        if (rows > 1)
            x[p * n_in + across] =
                between(&spec->inputs[across], (double)row / (double)(points - 1));
        x[p * n_in + input] =
            between(&spec->inputs[input], (double)(p % points) / (double)(points - 1));
    }
    return points_ask(a, x, points * rows);
}

const struct sweep *sweep_make(struct arena *arena, const struct program *program,
                               const float *start, bool curves)
{
    enum { MOST_CURVES = 32 };
    const struct asker a = {arena, program, block_new(arena, program)};
    struct sweep *sweep = arena_alloc(arena, 1, sizeof(*sweep));
    range_find(&a, sweep);
    sweep->start = start_choose(&a, start);
    if (!curves)
        return sweep;
    sweep->n_curves = program->spec->n_inputs < MOST_CURVES ? program->spec->n_inputs : MOST_CURVES;
    sweep->curves = arena_alloc(arena, sweep->n_curves, sizeof(*sweep->curves));
    for (size_t i = 0; i < sweep->n_curves; i++)
        sweep->curves[i] = grid_ask(&a, sweep->start, i, i, CURVE_POINTS);
    if (program->spec->n_inputs > 1) {
        sweep->map = arena_alloc(arena, 1, sizeof(*sweep->map));
        *sweep->map = grid_ask(&a, sweep->start, 1, 0, MAP_POINTS);
    }
    return sweep;
}
