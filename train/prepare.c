/* See prepare.h. */
#include "prepare.h"

#include "base/fail.h"
#include "base/files.h"
#include "data/domain.h"
#include "data/log/names.h"
#include "data/points.h"
#include "data/table.h"
#include "data/unpack.h"
#include "order.h"
#include "recipe_data.h"
#include "spec/spec.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Some rows and columns of a table. */
struct selection {
    const struct table *table;
    const size_t *rows; /* (count) numbers of rows; NULL: all in order */
    size_t count;
    const size_t *inputs, *outputs; /* numbers of columns */
    const uint32_t *block;          /* (rows of the table) see rows.h; NULL: none */
};

/* Refuses a column that the recipe lists twice. */
static void columns_distinct(const struct column *columns, const size_t *found, size_t n,
                             const char *recipe)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (found[k] == found[i])
                fail_at(recipe, columns[i].line, "column %s is listed twice, expected it once",
                        columns[i].name);
}

static size_t *columns_find(struct arena *arena, const struct table *table,
                            const struct column *columns, size_t n, const char *recipe)
{
    size_t *found = arena_alloc(arena, n, sizeof(*found));
    for (size_t i = 0; i < n; i++)
        found[i] = table_column(table, columns[i].name, recipe, columns[i].line);
    columns_distinct(columns, found, n, recipe);
    return found;
}

static double cell(const struct selection *s, size_t row, size_t column)
{
    size_t number = s->rows == NULL ? row : s->rows[row];
    return s->table->values[number * s->table->columns + column];
}

/* Whether all names are C names, and no two differ in case alone. */
static bool names_usable(const char *const names[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (identifier_fault(names[i], SPEC_MAX_LABEL) != NULL)
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcasecmp(names[i], names[k]) == 0)
                return false;
    }
    return true;
}

/* Names the columns after the header, made fit for C. If one name cannot be made fit, all columns
   are called x1, x2 and so on: a mixture of both kinds could clash. */
static void columns_name(struct arena *arena, const struct table *table, const size_t *columns,
                         size_t n, const char *letter, struct scaling *scalings)
{
    const char **names = arena_alloc(arena, n, sizeof(*names));
    for (size_t i = 0; i < n && table->names != NULL; i++) {
        const char *name = table->names[columns[i]];
        names[i] = name_clean(arena, name);
        scalings[i].label = name[0] == '\0' ? NULL : arena_strdup(arena, name);
    }
    bool usable = table->names != NULL && names_usable(names, n);
    for (size_t i = 0; i < n; i++) {
        scalings[i].name = usable ? names[i] : arena_printf(arena, "%s%zu", letter, i + 1);
        if (scalings[i].label == NULL)
            scalings[i].label = scalings[i].name;
    }
}

/* Whether the values of a column differ by no more than a few roundings to float. */
static bool range_is_constant(double low, double high)
{
    return high - low <= 4.0 * (double)FLT_EPSILON * fmax(fabs(low), fabs(high));
}

/* Mean, standard deviation and range of a column in the training rows. A constant column is scaled
   by 1, or by its range where large numbers differ by more than 1 through rounding. */
static struct scaling scaling_of(const struct selection *train, size_t column)
{
    double n = (double)train->count, mean = 0.0, square = 0.0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < train->count; i++) {
        double v = cell(train, i, column);
        mean += v / n;
        low = fmin(low, v);
        high = fmax(high, v);
    }
    for (size_t i = 0; i < train->count; i++) {
        double v = cell(train, i, column) - mean;
        square += v * v / n;
    }
    double scale = sqrt(square);
    bool constant = range_is_constant(low, high) || !(scale > 1e-30);
    if (constant) {
        scale = fmax(1.0, high - low);
        mean = low == high ? low : mean; /* the sum above has rounding errors */
    }
    return (struct scaling){.mean = (float)mean,
                            .scale = (float)scale,
                            .low = (float)low,
                            .high = (float)high,
                            .constant = constant};
}

/* The margin of the domain where the recipe names none. Teacher samples promises no share of false
   alarms that a narrow domain could count against. */
static double margin_of(const struct recipe *r, const struct rows *train)
{
    if (!isnan(r->domain.margin))
        return r->domain.margin;
    if (r->epistemic.teacher == TEACHER_SAMPLES)
        return domain_margin_most;
    return domain_margin(train, eta_outside_share(&r->epistemic));
}

/* Widens the range of input i to its operational domain. */
static void domain_set(const struct recipe *recipe, size_t i, double share, struct scaling *input)
{
    double margin = share * ((double)input->high - (double)input->low);
    if (margin == 0.0 && input->low == input->high) /* a domain must have a width */
        margin = fmax(1e-3, 1e-3 * fabs((double)input->high));
    input->low = (float)((double)input->low - margin);
    input->high = (float)((double)input->high + margin);
    if (!isnan(recipe->domain.low[i])) {
        input->low = (float)recipe->domain.low[i];
        input->high = (float)recipe->domain.high[i];
    }
    if (recipe->domain.limits == NULL)
        return;
    const float *limits = &recipe->domain.limits[2 * i];
    input->low = fmaxf(input->low, limits[0]);
    input->high = fminf(input->high, limits[1]);
    if (!(input->low < input->high))
        fail_at(recipe->file, recipe->inputs[i].line,
                "the domain of input %s does not meet that of the network of mean_from, %.6g to "
                "%.6g, expected rows or bounds inside it",
                input->label, (double)limits[0], (double)limits[1]);
}

static float standardise(double value, const struct scaling *s)
{
    return (float)((value - (double)s->mean) / (double)s->scale);
}

/* The values of n columns, standardised. Inputs are `rounded` to float first, because the emitted C
   is given floats. */
static float *standardised(struct arena *arena, const struct selection *s, const size_t *columns,
                           size_t n, const struct scaling *scalings, bool rounded)
{
    float *values = arena_alloc(arena, s->count * n, sizeof(*values));
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < n; k++) {
            double value = cell(s, i, columns[k]);
            value = rounded ? (double)(float)value : value;
            values[i * n + k] = standardise(value, &scalings[k]);
        }
    return values;
}

/* Sets constant outputs to exactly 0, so that no learner fits their rounding errors. */
static void constants_clear(float *y, size_t count, const struct scaling *outputs, size_t n)
{
    for (size_t i = 0; i < count * n; i++)
        if (outputs[i % n].constant)
            y[i] = 0.0F;
}

/* The inputs as the emitted code will be given them. */
static float *unscaled(struct arena *arena, const struct selection *s, size_t n)
{
    float *values = arena_alloc(arena, s->count * n, sizeof(*values));
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < n; k++)
            values[i * n + k] = (float)cell(s, i, s->inputs[k]);
    return values;
}

/* The blocks of the selected rows; NULL: the order of rows means nothing. */
static uint32_t *blocks_selected(struct arena *arena, const struct selection *s)
{
    if (s->block == NULL)
        return NULL;
    uint32_t *block = arena_alloc(arena, s->count, sizeof(*block));
    for (size_t i = 0; i < s->count; i++)
        block[i] = s->block[s->rows == NULL ? i : s->rows[i]];
    return block;
}

static struct rows rows_of(struct arena *arena, const struct recipe *r, const struct problem *p,
                           const struct selection *s, bool train)
{
    float *y = standardised(arena, s, s->outputs, r->n_outputs, p->outputs, false);
    if (train)
        constants_clear(y, s->count, p->outputs, r->n_outputs);
    return (struct rows){
        .count = s->count,
        .n_in = r->n_inputs,
        .n_out = r->n_outputs,
        .x = standardised(arena, s, s->inputs, r->n_inputs, p->inputs, true),
        .y = y,
        .raw = unscaled(arena, s, r->n_inputs),
        .block = blocks_selected(arena, s),
    };
}

static struct selection table_select(struct arena *arena, const struct recipe *r,
                                     const struct table *table)
{
    return (struct selection){.table = table,
                              .count = table->rows,
                              .inputs = columns_find(arena, table, r->inputs, r->n_inputs, r->file),
                              .outputs =
                                  columns_find(arena, table, r->outputs, r->n_outputs, r->file)};
}

/* The same selection with other rows. */
static struct selection rows_select(struct selection all, const size_t *rows, size_t count)
{
    all.rows = rows;
    all.count = count;
    return all;
}

/* The unit that the recipe gives or, where it gives none, that of the file's row of units. */
static const char *unit_choose(struct arena *arena, const struct column *column,
                               const struct table *table, size_t number)
{
    const char *found = table->units[number];
    return column->unit != NULL || found == NULL ? column->unit : arena_strdup(arena, found);
}

/* The first file of a table that says a unit of a column. */
static const struct table_file *file_with_unit(const struct table *table, size_t number)
{
    const struct table_file *file = table->files;
    while (file->column_units[number] == NULL)
        file++;
    return file;
}

/* Refuses a row of units that says another unit than that of the training rows. */
static void unit_expect(const struct table *train, size_t number, const struct table *other,
                        size_t other_number)
{
    const char *unit = train->units[number];
    for (size_t i = 0; i < other->n_files && unit != NULL; i++) {
        const struct table_file *file = &other->files[i];
        const char *found = file->column_units[other_number];
        if (found != NULL && strcmp(found, unit) != 0)
            fail_at(file->name, (int)file->units,
                    "the unit of %s is \"%s\", in %s it is \"%s\": expected one unit, or that "
                    "which \"data: {units: ...}\" gives to the column if both mean the same",
                    table_label(other, other_number).text, yaml_excerpt(found).text,
                    file_with_unit(train, number)->name, yaml_excerpt(unit).text);
    }
}

/* The same of all columns to which the recipe gives no unit. */
static void units_expect(const struct recipe *r, const struct selection *train,
                         const struct selection *other)
{
    for (size_t i = 0; i < r->n_inputs; i++)
        if (r->inputs[i].unit == NULL)
            unit_expect(train->table, train->inputs[i], other->table, other->inputs[i]);
    for (size_t i = 0; i < r->n_outputs; i++)
        if (r->outputs[i].unit == NULL)
            unit_expect(train->table, train->outputs[i], other->table, other->outputs[i]);
}

static void scalings_make(struct arena *arena, const struct recipe *r,
                          const struct selection *train, struct problem *p)
{
    p->inputs = arena_alloc(arena, r->n_inputs, sizeof(*p->inputs));
    p->outputs = arena_alloc(arena, r->n_outputs, sizeof(*p->outputs));
    for (size_t i = 0; i < r->n_inputs; i++) {
        p->inputs[i] = scaling_of(train, train->inputs[i]);
        p->inputs[i].unit = unit_choose(arena, &r->inputs[i], train->table, train->inputs[i]);
    }
    for (size_t i = 0; i < r->n_outputs; i++) {
        p->outputs[i] = scaling_of(train, train->outputs[i]);
        p->outputs[i].unit = unit_choose(arena, &r->outputs[i], train->table, train->outputs[i]);
    }
    columns_name(arena, train->table, train->inputs, r->n_inputs, "x", p->inputs);
    columns_name(arena, train->table, train->outputs, r->n_outputs, "y", p->outputs);
}

static bool inputs_any_constant(const struct scaling *inputs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (inputs[i].constant)
            return true;
    return false;
}

/* The weight of an input in the distance. A constant input has none: nothing was learnt along it,
   and outside its narrow domain the emitted C says eta = 1. */
static double weight_of(const struct recipe *r, const struct scaling *inputs, size_t i)
{
    double weight = r->distance.weight == NULL ? 1.0 : r->distance.weight[i];
    return inputs[i].constant ? 0.0 : weight;
}

/* Sets the recipe's distance in standardised units. */
static void distance_set(struct arena *arena, struct recipe *r, const struct scaling *inputs)
{
    if (r->distance.weight == NULL && !inputs_any_constant(inputs, r->n_inputs))
        return;
    double sum = 0.0;
    for (size_t i = 0; i < r->n_inputs; i++)
        sum += weight_of(r, inputs, i);
    if (!(sum > 0.0))
        fail_at(r->file, r->inputs[0].line,
                "no input varies and counts in the distance, expected one at least");
    float *weights = arena_alloc(arena, r->n_inputs, sizeof(*weights));
    float *periods = arena_alloc(arena, r->n_inputs, sizeof(*periods));
    for (size_t i = 0; i < r->n_inputs; i++) {
        double period = r->distance.period == NULL ? 0.0 : r->distance.period[i];
        weights[i] = (float)weight_of(r, inputs, i);
        periods[i] = (float)(period / (double)inputs[i].scale);
    }
    r->epistemic.weights = weights;
    r->epistemic.periods = periods;
}

/* Sets the domain, and the same in standardised units, by the arithmetic of the rows: a row on a
   bound is inside. */
static void domains_set(struct arena *arena, struct recipe *r, struct problem *p)
{
    struct scaling *inputs = p->inputs;
    float *low = arena_alloc(arena, r->n_inputs, sizeof(*low));
    float *high = arena_alloc(arena, r->n_inputs, sizeof(*high));
    bool *given = arena_alloc(arena, r->n_inputs, sizeof(*given));
    p->margin = margin_of(r, &p->train);
    for (size_t i = 0; i < r->n_inputs; i++) {
        domain_set(r, i, p->margin, &inputs[i]);
        low[i] = standardise((double)inputs[i].low, &inputs[i]);
        high[i] = standardise((double)inputs[i].high, &inputs[i]);
        given[i] = !isnan(r->domain.margin) || !isnan(r->domain.low[i]);
    }
    r->epistemic.low = low;
    r->epistemic.high = high;
    r->epistemic.bounds_given = given;
}

static int numbers_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* How many distinct values of a column become equal to another when they are rounded to float. */
static size_t values_lost(const struct selection *train, size_t column)
{
    struct arena *arena = arena_new();
    double *values = arena_alloc(arena, train->count, sizeof(*values));
    size_t lost = 0;
    for (size_t i = 0; i < train->count; i++)
        values[i] = cell(train, i, column);
    qsort(values, train->count, sizeof(*values), numbers_compare);
    for (size_t i = 1; i < train->count; i++)
        lost += values[i] != values[i - 1] && (float)values[i] == (float)values[i - 1];
    arena_free(arena);
    return lost;
}

/* Warns where rounding to float merges values of an input. Rounding errors that are small against
   the standard deviation are not worth a warning. */
static void precision_warn(const struct recipe *r, const struct selection *train,
                           const struct scaling *inputs, FILE *err)
{
    const double small = 1e-4;
    for (size_t k = 0; k < r->n_inputs; k++) {
        double error = 0.0, scale = (double)inputs[k].scale;
        for (size_t i = 0; i < train->count; i++) {
            double value = cell(train, i, train->inputs[k]);
            error = fmax(error, fabs(value - (double)(float)value));
        }
        if (error > small * scale && values_lost(train, train->inputs[k]) > 0)
            fprintf(err,
                    "%s: %s: warning: differences in %s are lost in single precision, expected "
                    "numbers nearer to 0\n",
                    fail_program, train->table->file, inputs[k].label);
    }
}

static void points_expect(const char *label, const float *values, size_t count, size_t width)
{
    for (size_t i = 0; i < count * width; i++)
        if (fabs((double)values[i]) > table_largest)
            fail("%s: point %zu holds %g, expected numbers from %g to %g", label, i / width + 1,
                 (double)values[i], -table_largest, table_largest);
}

/* Says which points of the store are not used: damaged ones, and those that a loss of power cut
   off. */
static void points_warn(const struct points *p, const char *label, FILE *err)
{
    for (size_t i = 0; i < p->n_damaged; i++)
        warning_print(err, label, "slot %zu: an accepted point is damaged and is left out",
                      p->damaged[i]);
    if (p->unfinished > 0)
        fprintf(err, "epitrain: %s: a loss of power cut off %zu points, which are left out\n",
                label, p->unfinished);
}

/* Gives the appended rows of a table, from row `old` on, a block of their own. */
static const uint32_t *blocks_append(struct arena *arena, const uint32_t *block, size_t old,
                                     size_t rows)
{
    uint32_t last = 0;
    if (block == NULL)
        return NULL;
    uint32_t *grown = arena_grow(arena, block, old, rows, sizeof(*grown));
    for (size_t i = 0; i < old; i++)
        last = block[i] > last ? block[i] : last;
    for (size_t i = old; i < rows; i++)
        grown[i] = last + 1;
    return grown;
}

/* Appends the points of the recipe's store to the table and to the training rows. The rows held out
   stay the same, so that the new model can be compared with the one before. */
static struct selection points_append(struct arena *kept, struct arena *arena,
                                      const struct recipe *r, struct selection train,
                                      struct problem *problem, FILE *err)
{
    size_t size, old = train.table->rows, width = train.table->columns;
    const char *bytes = file_read(arena, r->append_file, POINTS_MAX_BYTES, &size);
    problem->points_sha256 = bytes_sum(kept, bytes, size);
    const char *label = strcmp(r->append_file, "-") == 0 ? "standard input" : r->append_file;
    const struct points *p = points_read(arena, label, bytes, size, r->n_inputs, r->n_outputs);
    struct table *table = arena_alloc(arena, 1, sizeof(*table));
    *table = *train.table;
    table->values = arena_grow(arena, table->values, old, old + p->count, width * sizeof(double));
    table->rows = old + p->count;
    size_t *rows =
        arena_grow(arena, train.rows, train.count, train.count + p->count, sizeof(*rows));
    points_expect(label, p->x, p->count, r->n_inputs);
    points_expect(label, p->y, p->count, r->n_outputs);
    for (size_t i = 0; i < p->count; i++) {
        double *row = table->values + (old + i) * width;
        for (size_t k = 0; k < r->n_inputs; k++)
            row[train.inputs[k]] = (double)p->x[i * r->n_inputs + k];
        for (size_t k = 0; k < r->n_outputs; k++)
            row[train.outputs[k]] = (double)p->y[i * r->n_outputs + k];
        rows[train.count + i] = old + i;
    }
    fprintf(err, "epitrain: %s: %zu points appended to %zu training rows\n", label, p->count,
            train.count);
    points_warn(p, label, err);
    train.table = table;
    train.block = blocks_append(arena, train.block, old, table->rows);
    return rows_select(train, rows, train.count + p->count);
}

/* Reads the columns that the recipe uses. */
static struct table *table_load(struct arena *arena, const struct recipe *r,
                                const struct table_paths *paths, FILE *err)
{
    size_t n = r->n_inputs + r->n_outputs;
    const char **columns = arena_alloc(arena, n, sizeof(*columns));
    for (size_t i = 0; i < n; i++)
        columns[i] = i < r->n_inputs ? r->inputs[i].name : r->outputs[i - r->n_inputs].name;
    const struct log_request request = {.columns = columns,
                                        .count = n,
                                        .group = r->order.group.name,
                                        .time = r->order.time.name,
                                        .decimal = r->decimal,
                                        .missing = r->missing,
                                        .keys = true};
    struct table *table = table_read_columns(arena, paths, &request);
    table_print_findings(table, err);
    return table;
}

/* The rows of the recipe's file to validate. Where training rows have blocks, so have these, with
   numbers from `first` on; 0: they have none. */
static struct selection validation_read(struct arena *arena, const struct recipe *r, uint32_t first,
                                        FILE *err)
{
    struct selection s = table_select(arena, r, table_load(arena, r, &r->validation, err));
    s.block = first == 0 ? NULL : order_blocks(arena, r, s.table, first);
    return s;
}

/* Refuses a file that is missing or may not be read, before work is done on the others. What opens
   a file later knows nothing of the recipe. */
static void sources_expect(const struct recipe *r)
{
    for (size_t i = 0; i < r->n_sources; i++) {
        const struct recipe_source *source = &r->sources[i];
        if (strcmp(source->path, "-") != 0 && access(source->path, R_OK) != 0)
            fail_at(r->file, source->line, "%s: %s", source->path, strerror(errno));
    }
}

struct problem *problem_prepare(struct arena *arena, struct recipe *r, FILE *err)
{
    struct problem *p = arena_alloc(arena, 1, sizeof(*p));
    struct arena *scratch = arena_new(); /* for the tables */
    recipe_expand(arena, r);
    sources_expect(r);
    struct selection all = table_select(scratch, r, table_load(scratch, r, &r->train, err));
    p->data_sha256 = arena_strdup(arena, all.table->sha256);
    struct split_rule rule = r->split;
    if (r->validation.count > 0)
        rule.validation = 0.0;
    size_t n_blocks = order_set(scratch, r, all.table, all.inputs, &rule, err);
    const struct split *split = split_make(scratch, all.table->rows, &rule);
    order_print(r, all.table, n_blocks, &rule, split, err);
    struct selection train = rows_select(all, split->train, split->n_train);
    struct selection validation = rows_select(all, split->validation, split->n_validation);
    struct selection test = rows_select(all, split->test, split->n_test);
    train.block = validation.block = rule.block;
    p->blocks = rule.block == NULL ? NULL : order_words(r, all.table);
    if (r->append_file != NULL)
        train = points_append(arena, scratch, r, train, p, err);
    if (train.count < 2)
        fail_at(r->file, rule.recipe_line, "%zu training rows, expected at least 2", train.count);
    bool drawn = rule.validation > 0.0 || rule.test > 0.0;
    table_warn(all.table, all.inputs, r->n_inputs, drawn, err);
    table_warn_columns(all.table, all.inputs, r->n_inputs, all.outputs, r->n_outputs, err);
    if (r->validation.count > 0)
        validation =
            validation_read(scratch, r, rule.block == NULL ? 0 : (uint32_t)n_blocks + 1, err);
    if (r->test.count > 0)
        test = table_select(scratch, r, table_load(scratch, r, &r->test, err));
    units_expect(r, &all, &all);
    units_expect(r, &all, &validation);
    units_expect(r, &all, &test);
    scalings_make(arena, r, &train, p);
    precision_warn(r, &train, p->inputs, err);
    distance_set(arena, r, p->inputs);
    p->train = rows_of(arena, r, p, &train, true);
    domains_set(arena, r, p);
    p->validation = rows_of(arena, r, p, &validation, false);
    p->test = rows_of(arena, r, p, &test, false);
    arena_free(scratch);
    return p;
}
