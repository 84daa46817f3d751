/* See row_labels.h. */
#include "compare/measure/row_labels.h"

#include "data/table.h"
#include "geometry/nearest.h"

#include <math.h>

/* A power of two near the largest scale. Distances are divided by it, which does not change
   rounding and keeps squares within the range of float. */
static double unit_of(const struct problem *p)
{
    float most = 0.0F;
    int exponent;
    for (size_t j = 0; j < p->train.n_in; j++)
        most = fmaxf(most, p->inputs[j].scale);
    frexp((double)most, &exponent);
    return ldexp(1.0, exponent);
}

struct row_labels row_labels_by_distance(struct arena *arena, const struct problem *p,
                                         double distance)
{
    size_t n = p->test.count, d = p->train.n_in;
    struct row_labels labels = {.test = arena_alloc(arena, n, sizeof(*labels.test))};
    struct arena *scratch = arena_new();
    float *weights = arena_alloc(scratch, d, sizeof(*weights));
    float *squared = arena_alloc(scratch, n, sizeof(*squared));
    uint32_t *index = arena_alloc(scratch, n, sizeof(*index));
    double unit = unit_of(p);
    for (size_t j = 0; j < d; j++)
        weights[j] = (float)pow((double)p->inputs[j].scale / unit, 2.0);
    struct nearest_metric metric = {.dims = d, .weights = weights};
    struct nearest *nearest =
        nearest_new(scratch, &metric, (struct nearest_points){p->train.x, p->train.count}, 1);
    nearest_query(nearest, (struct nearest_points){p->test.x, n}, 1, index, squared);
    for (size_t i = 0; i < n; i++) {
        double away = unit * sqrt((double)squared[i]);
        labels.test[i] = away < distance         ? ROW_KNOWN
                         : away > 2.0 * distance ? ROW_UNKNOWN
                                                 : ROW_LEFT_OUT;
    }
    arena_free(scratch);
    return labels;
}

/* Copies the inputs of a table, standardised like the training rows, to x from row `first` on. */
static void inputs_copy(const struct table *table, const struct recipe *recipe,
                        const struct problem *problem, size_t first, float *x)
{
    for (size_t j = 0; j < recipe->n_inputs; j++) {
        const struct column *c = &recipe->inputs[j];
        const struct scaling *s = &problem->inputs[j];
        size_t column = table_column(table, c->name, recipe->file, c->line);
        for (size_t i = 0; i < table->rows; i++)
            x[(first + i) * recipe->n_inputs + j] =
                (float)((table->values[i * table->columns + column] - (double)s->mean) /
                        (double)s->scale);
    }
}

struct row_labels row_labels_by_files(struct arena *arena, const struct recipe *recipe,
                                      const struct problem *problem, const char *const *files,
                                      size_t n)
{
    struct row_labels labels = {.unknown = {.n_in = recipe->n_inputs, .n_out = recipe->n_outputs}};
    struct arena *scratch = arena_new();
    const struct table **tables = arena_alloc(scratch, n, sizeof(const struct table *));
    const char **columns = arena_alloc(scratch, recipe->n_inputs, sizeof(*columns));
    for (size_t j = 0; j < recipe->n_inputs; j++)
        columns[j] = recipe->inputs[j].name;
    const struct log_request request = {.columns = columns,
                                        .count = recipe->n_inputs,
                                        .decimal = recipe->decimal,
                                        .missing = recipe->missing};
    labels.test = arena_alloc(arena, problem->test.count, sizeof(*labels.test)); /* all ROW_KNOWN */
    for (size_t i = 0; i < n; i++) {
        tables[i] = table_read_columns(scratch, &(struct table_paths){&files[i], 1}, &request);
        labels.unknown.count += tables[i]->rows;
    }
    float *x = arena_alloc(arena, labels.unknown.count * recipe->n_inputs, sizeof(*x));
    for (size_t i = 0, first = 0; i < n; first += tables[i++]->rows)
        inputs_copy(tables[i], recipe, problem, first, x);
    labels.unknown.x = x;
    arena_free(scratch);
    return labels;
}

size_t rows_repeated(const struct problem *p)
{
    struct arena *arena = arena_new();
    size_t n = p->test.count, repeated = 0;
    float *squared = arena_alloc(arena, n, sizeof(*squared));
    uint32_t *index = arena_alloc(arena, n, sizeof(*index));
    struct nearest_metric metric = {.dims = p->train.n_in};
    struct nearest *nearest =
        nearest_new(arena, &metric, (struct nearest_points){p->train.x, p->train.count}, 1);
    nearest_query(nearest, (struct nearest_points){p->test.x, n}, 1, index, squared);
    for (size_t i = 0; i < n; i++)
        repeated += squared[i] == 0.0F;
    arena_free(arena);
    return repeated;
}
