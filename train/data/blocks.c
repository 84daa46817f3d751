/* See blocks.h. */
#include "data/blocks.h"

#include <math.h>
#include <stdlib.h>

/* --- how alike rows are ---------------------------------------------------------------------- */

/* At most so many pairs of rows are compared, evenly spaced. */
enum { MOST_PAIRS = 20000 };

/* Columns are weighted by the inverse of their variance, or by 0 where they do not count. The
   weights of a sequence without a column that counts are all 0. */
struct comparison {
    const struct sequence *sequence;
    double *weights; /* (n_columns) */
    size_t n_counted;
};

static size_t row_at(const size_t *order, size_t place)
{
    return order == NULL ? place : order[place];
}

static double value_at(const struct sequence *s, size_t place, size_t k)
{
    return s->table->values[row_at(s->order, place) * s->table->columns + s->columns[k]];
}

/* The inverse of the variance of a column; 0 for a constant one. */
static double column_weight(const struct sequence *s, size_t k)
{
    double n = (double)s->table->rows, mean = 0.0, square = 0.0;
    bool constant = true;
    for (size_t i = 0; i < s->table->rows; i++) {
        mean += value_at(s, i, k) / n;
        constant = constant && value_at(s, i, k) == value_at(s, 0, k);
    }
    for (size_t i = 0; i < s->table->rows; i++) {
        double difference = value_at(s, i, k) - mean;
        square += difference * difference / n;
    }
    return constant || !(square > 1e-60) ? 0.0 : 1.0 / square;
}

static bool column_is_sorted(const struct sequence *s, size_t k)
{
    bool rises = false, falls = false;
    for (size_t i = 1; i < s->table->rows; i++) {
        rises = rises || value_at(s, i, k) > value_at(s, i - 1, k);
        falls = falls || value_at(s, i, k) < value_at(s, i - 1, k);
    }
    return !(rises && falls);
}

static struct comparison comparison_new(struct arena *arena, const struct sequence *s,
                                        bool sorted_count)
{
    struct comparison c = {s, arena_alloc(arena, s->n_columns, sizeof(*c.weights)), 0};
    for (size_t k = 0; k < s->n_columns; k++) {
        c.weights[k] = sorted_count || !column_is_sorted(s, k) ? column_weight(s, k) : 0.0;
        c.n_counted += c.weights[k] > 0.0;
    }
    return c;
}

/* The squared distance of two rows, over its mean for random pairs of rows: twice the variance for
   each column. */
static double pair_square(const struct comparison *c, size_t one, size_t other)
{
    double square = 0.0;
    for (size_t k = 0; k < c->sequence->n_columns; k++) {
        double difference = value_at(c->sequence, one, k) - value_at(c->sequence, other, k);
        square += c->weights[k] * difference * difference;
    }
    return square / (2.0 * (double)c->n_counted);
}

/* The squared distances of rows that are `lag` rows apart. */
static double *lag_squares(struct arena *arena, const struct comparison *c, size_t lag, size_t *n)
{
    size_t pairs = c->sequence->table->rows - lag, step = (pairs + MOST_PAIRS - 1) / MOST_PAIRS;
    *n = (pairs + step - 1) / step;
    double *squares = arena_alloc(arena, *n, sizeof(*squares));
    for (size_t i = 0; i < *n; i++)
        squares[i] = pair_square(c, i * step, i * step + lag);
    return squares;
}

static double mean_of(const double *values, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

static int numbers_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Puts the values into order. */
static double median_of(double *values, size_t n)
{
    qsort(values, n, sizeof(*values), numbers_compare);
    return values[n / 2];
}

/* Logs that we have seen are at 0.002 to 0.024, tables of experiments at 0.2 and above. Medians are
   compared because a jump to another cluster must not count. */
struct likeness sequence_likeness(const struct sequence *sequence)
{
    enum { FEWEST_ROWS = 40, NEAR = 8 };
    const double alike = 0.1, nearer = 0.5;
    struct likeness l = {.consecutive = 1.0};
    struct arena *arena = arena_new();
    struct comparison c = comparison_new(arena, sequence, false);
    if (sequence->table->rows >= FEWEST_ROWS && c.n_counted > 0) {
        size_t n_next, n_near;
        double *next = lag_squares(arena, &c, 1, &n_next);
        double *near = lag_squares(arena, &c, NEAR, &n_near);
        l.consecutive = mean_of(next, n_next);
        l.ordered =
            l.consecutive < alike && median_of(next, n_next) < nearer * median_of(near, n_near);
    }
    arena_free(arena);
    return l;
}

size_t sequence_gap(const struct sequence *sequence)
{
    const double alike = 0.5;
    struct arena *arena = arena_new();
    struct comparison c = comparison_new(arena, sequence, true);
    size_t rows = sequence->table->rows, most = rows < 100 ? 1 : rows / 100, gap = 0;
    for (size_t lag = 1, n; lag <= most && lag < rows && c.n_counted > 0; lag += 1 + lag / 8) {
        const double *squares = lag_squares(arena, &c, lag, &n);
        if (!(mean_of(squares, n) < alike))
            break;
        gap = lag;
    }
    arena_free(arena);
    return gap;
}

/* --- orders and blocks ----------------------------------------------------------------------- */

struct key {
    uint32_t file; /* 0 where files do not count */
    double value;
    size_t row;
};

static int key_compare(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    int by_row = (a->row > b->row) - (a->row < b->row);
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return a->value < b->value ? -1 : a->value > b->value ? 1 : by_row;
}

/* `file`: the number of each row's file, or NULL where files do not count. */
static struct key *keys_sorted(struct arena *arena, const struct table *table, size_t column,
                               const uint32_t *file)
{
    struct key *keys = arena_alloc(arena, table->rows, sizeof(*keys));
    for (size_t i = 0; i < table->rows; i++)
        keys[i] =
            (struct key){file == NULL ? 0 : file[i], table->values[i * table->columns + column], i};
    qsort(keys, table->rows, sizeof(*keys), key_compare);
    return keys;
}

size_t *order_by_column(struct arena *arena, const struct table *table, size_t column)
{
    struct arena *scratch = arena_new();
    const struct key *keys = keys_sorted(scratch, table, column, blocks_of_files(scratch, table));
    size_t *order = arena_alloc(arena, table->rows, sizeof(*order));
    for (size_t i = 0; i < table->rows; i++)
        order[i] = keys[i].row;
    arena_free(scratch);
    return order;
}

uint32_t *blocks_of_time(struct arena *arena, const size_t *order, size_t rows, size_t *count)
{
    enum { MOST = 30, FEWEST = 10, ROWS = 10 };
    uint32_t *block = arena_alloc(arena, rows, sizeof(*block));
    size_t wanted = rows / ROWS < FEWEST ? FEWEST : rows / ROWS < MOST ? rows / ROWS : MOST;
    *count = wanted < rows ? wanted : rows;
    for (size_t i = 0; i < rows; i++)
        block[row_at(order, i)] = (uint32_t)((double)i * (double)*count / (double)rows);
    return block;
}

uint32_t *blocks_of_groups(struct arena *arena, const struct table *table, size_t column,
                           size_t *count)
{
    struct arena *scratch = arena_new();
    const struct key *keys = keys_sorted(scratch, table, column, NULL);
    uint32_t *block = arena_alloc(arena, table->rows, sizeof(*block)), number = 0;
    for (size_t i = 0; i < table->rows; i++) {
        number += i > 0 && keys[i].value != keys[i - 1].value;
        block[keys[i].row] = number;
    }
    *count = table->rows == 0 ? 0 : (size_t)number + 1;
    arena_free(scratch);
    return block;
}

uint32_t *blocks_of_files(struct arena *arena, const struct table *table)
{
    uint32_t *block = arena_alloc(arena, table->rows, sizeof(*block));
    uint32_t file = 0;
    for (size_t i = 0; i < table->rows; i++) {
        while (file + 1 < table->n_files && i >= table->files[file + 1].first)
            file++;
        block[i] = file;
    }
    return block;
}
