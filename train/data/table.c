/* See table.h. Rows of one file after the other are collected in a block that grows. A fault is
   noted in the log; the run ends with it after all memory outside the arena is freed, so that
   nothing leaks. */
#include "data/table.h"

#include "base/fail.h"
#include "data/log/log.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What one call of table_read works with. */
struct collector {
    struct arena *arena;
    const struct log_request *request;
    struct table *table;
    double *values; /* (capacity), `count` of them filled */
    size_t count, capacity;
};

/* The rows with a missing value: how many, and the first. */
struct missing_rows {
    size_t rows, line, number;
};

/* Makes room for one more row. The block grows by half; at this size realloc can move pages instead
   of copying bytes. */
static bool row_reserve(struct collector *c, struct log *log)
{
    if (c->values != NULL && c->capacity - c->count >= log->n_columns)
        return true;
    size_t capacity = c->capacity + c->capacity / 2 + log->n_columns + 4096;
    double *values = capacity < SIZE_MAX / 4 / sizeof(*values)
                         ? realloc(c->values, capacity * sizeof(*values))
                         : NULL;
    if (values == NULL) {
        lines_refuse(log->lines, log->line, "out of memory for %zu values", capacity);
        return false;
    }
    c->values = values;
    c->capacity = capacity;
    return true;
}

/* The place of the first missing value of a row, or n. */
static size_t missing_place(const double *row, size_t n)
{
    size_t place = 0;
    while (place < n && !isnan(row[place]))
        place++;
    return place;
}

static void missing_refuse(const struct log *log, const struct missing_rows *missing, size_t rows)
{
    const char *name = log->names == NULL ? NULL : log->names[missing->number];
    lines_refuse(
        log->lines, missing->line,
        "%s of this row holds no number, and so do %zu of %zu rows in the columns that are "
        "used, expected numbers%s",
        column_label(name, missing->number).text, missing->rows, rows,
        log->request->keys ? ", or \"data: {missing: drop}\" to leave these rows out" : "");
}

/* Reads all rows of a file. */
static void rows_collect(struct collector *c, struct log *log, struct table_file *file)
{
    struct missing_rows missing = {0};
    size_t n = log->n_columns, rows = 0;
    bool keep = c->request->missing == MISSING_KEEP;
    for (; row_reserve(c, log) && log_row(log, c->values + c->count); rows++) {
        size_t place = keep ? n : missing_place(c->values + c->count, n);
        if (place == n) {
            c->count += n;
            c->table->rows++;
        } else if (missing.rows++ == 0) {
            missing.line = log->line;
            missing.number = log->columns[place].number;
        }
    }
    file->dropped = missing.rows;
    if (missing.rows > 0 && c->request->missing == MISSING_REFUSE)
        missing_refuse(log, &missing, rows);
    else if (missing.rows > 0 && missing.rows == rows)
        lines_refuse(log->lines, missing.line,
                     "a value is missing in all of the %zu rows, expected a row without", rows);
    file->name = log->file;
    file->units = log->units;
    file->comma = log->comma;
    file->latin = log->latin;
    file->column_units = arena_alloc(c->arena, n, sizeof(*file->column_units));
    for (size_t k = 0; k < n; k++) {
        const char *unit = file->column_units[k] = log->columns[k].unit;
        c->table->units[k] = c->table->units[k] == NULL ? unit : c->table->units[k];
    }
}

/* What a table knows of its columns, from its first file. */
static void columns_take(struct table *table, const struct log *log, const struct collector *c)
{
    size_t *numbers = arena_alloc(c->arena, log->n_columns, sizeof(*numbers));
    table->columns = log->n_columns;
    table->all_names = log->names;
    table->n_all = log->n_all;
    table->words = log->words;
    table->units = arena_alloc(c->arena, log->n_columns, sizeof(*table->units));
    if (log->names != NULL)
        table->names = arena_alloc(c->arena, log->n_columns, sizeof(*table->names));
    for (size_t k = 0; k < log->n_columns; k++) {
        numbers[k] = log->columns[k].number;
        if (log->names != NULL)
            table->names[k] = log->names[numbers[k]];
    }
    table->numbers = numbers;
    size_t line = log->next < log->first.count ? log->first.numbers[log->next] : 0;
    table->first_line = line < INT_MAX ? (int)line : INT_MAX;
}

/* Ends the run with a fault after the values are freed. */
static _Noreturn void collector_fail(struct collector *c, const struct refusal *refusal,
                                     const char *file)
{
    struct refusal copy = *refusal;
    free(c->values);
    refusal_fail(&copy, file);
}

static void files_collect(struct collector *c, const struct table_paths *paths)
{
    const struct log *like = NULL;
    struct table *table = c->table;
    table->files = arena_alloc(c->arena, paths->count, sizeof(*table->files));
    table->n_files = paths->count;
    for (size_t i = 0; i < paths->count; i++) {
        struct refusal refusal;
        table->files[i].first = table->rows;
        struct log *log = log_open(c->arena, paths->paths[i], c->request, like);
        if (!lines_refused(log->lines)) {
            if (like == NULL)
                columns_take(table, log, c);
            rows_collect(c, log, &table->files[i]);
        }
        if (!log_close(log, &refusal))
            collector_fail(c, &refusal, log->file);
        like = like == NULL ? log : like;
    }
}

struct table *table_read_columns(struct arena *arena, const struct table_paths *paths,
                                 const struct log_request *request)
{
    struct table *table = arena_alloc(arena, 1, sizeof(*table));
    struct log_request *summed = arena_alloc(arena, 1, sizeof(*summed));
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA2_CTX sum;
    *summed = *request;
    SHA256Init(&sum);
    summed->sum = request->keys ? &sum : NULL;
    struct collector c = {.arena = arena, .request = summed, .table = table};
    files_collect(&c, paths);
    table->file = paths->count == 1 ? table->files[0].name
                                    : arena_printf(arena, "%s and %zu more", table->files[0].name,
                                                   paths->count - 1);
    table->values = arena_grow(arena, c.values, c.count, c.count, sizeof(double));
    free(c.values);
    if (summed->sum != NULL)
        table->sha256 = arena_strdup(arena, SHA256End(&sum, digest));
    return table;
}

struct table *table_read(struct arena *arena, const char *path)
{
    const struct log_request all = {0};
    return table_read_columns(arena, &(struct table_paths){&path, 1}, &all);
}

void table_print_findings(const struct table *table, FILE *err)
{
    for (size_t i = 0; i < table->n_files; i++) {
        const struct table_file *file = &table->files[i];
        if (file->units > 0)
            fprintf(err, "%s: %s:%zu: this row is taken for the units of the columns\n",
                    fail_program, file->name, file->units);
        if (file->latin)
            fprintf(err, "%s: %s: names or units are no UTF-8 and are read as Latin-1\n",
                    fail_program, file->name);
        if (file->comma)
            fprintf(err, "%s: %s: numbers with a decimal comma (\"data: {decimal: '.'}\" if not)\n",
                    fail_program, file->name);
        if (file->dropped > 0) {
            size_t end = i + 1 < table->n_files ? table->files[i + 1].first : table->rows;
            fprintf(err, "%s: %s: %zu of %zu rows are left out, a value is missing in them\n",
                    fail_program, file->name, file->dropped, file->dropped + end - file->first);
        }
    }
}
