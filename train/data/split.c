/* See split.h. */
#include "data/split.h"

#include "base/fail.h"
#include "base/random.h"
#include "data/decimal.h"
#include "data/table.h"
#include "spec/yaml_tree.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum part { PART_TRAIN, PART_VALIDATION, PART_TEST, PART_NONE };

struct labels {
    size_t rows;
    unsigned char *parts; /* (rows), of enum part */
};

/* --- files that list rows -------------------------------------------------------------------- */

struct list {
    const char *name; /* of the file, for messages */
    FILE *file;
    int line;
    char word[64]; /* the last one read, NUL at its end */
    size_t length;
    char refusal[256]; /* "": none */
};

/* Reads on to the next character that is neither white space nor in a comment, and returns it. */
static int list_skip(struct list *list)
{
    bool comment = false;
    for (;;) {
        int c = getc(list->file);
        list->line += c == '\n';
        comment = c == '#' || (comment && c != '\n');
        if (c == EOF || (!comment && c != ' ' && c != '\t' && c != '\r' && c != '\n'))
            return c;
    }
}

/* Reads the next word; false at the end of the file. A word that is cut at the size of the buffer
   is too long to be a row number. */
static bool word_next(struct list *list)
{
    int c = list_skip(list);
    list->length = 0;
    while (c != EOF && c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        if (list->length + 1 < sizeof(list->word))
            list->word[list->length++] = (char)c;
        c = getc(list->file);
    }
    list->word[list->length] = '\0';
    ungetc(c, list->file);
    return list->length > 0;
}

static bool word_is_row(const struct list *list, double *row)
{
    const char *end = decimal_read(list->word, row);
    return end == list->word + list->length && list->length + 1 < sizeof(list->word) &&
           floor(*row) == *row;
}

static void row_label(struct list *list, struct labels *labels, enum part part)
{
    static const char *const names[] = {"train", "validate", "test"};
    double row;
    if (!word_is_row(list, &row))
        snprintf(list->refusal, sizeof(list->refusal), "\"%s\", expected a row number",
                 yaml_excerpt(list->word).text);
    else if (row < 0 || row >= (double)labels->rows)
        snprintf(list->refusal, sizeof(list->refusal),
                 "row %.0f, expected 0 to %zu: the data have %zu rows", row, labels->rows - 1,
                 labels->rows);
    else if (labels->parts[(size_t)row] == part)
        snprintf(list->refusal, sizeof(list->refusal), "row %.0f is listed twice", row);
    else if (labels->parts[(size_t)row] != PART_NONE)
        snprintf(list->refusal, sizeof(list->refusal), "row %.0f is already listed to %s", row,
                 names[labels->parts[(size_t)row]]);
    else
        labels->parts[(size_t)row] = (unsigned char)part;
}

static void list_open(struct list *list, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    *list = (struct list){.name = standard ? "standard input" : path, .line = 1};
    list->file = standard ? stdin : fopen(path, "rb");
    if (list->file == NULL)
        fail("%s: %s", path, strerror(errno));
}

/* Reads one file of row numbers. The file is closed before a fault in it ends the run. */
static void labels_read(struct labels *labels, const char *path, enum part part)
{
    struct list list;
    size_t count = 0;
    list_open(&list, path);
    for (; list.refusal[0] == '\0' && word_next(&list); count++)
        row_label(&list, labels, part);
    int error = ferror(list.file) ? errno : 0;
    if (list.file != stdin)
        fclose(list.file);
    if (error != 0)
        fail("%s: %s", list.name, strerror(error));
    if (list.refusal[0] != '\0')
        fail_at(list.name, list.line, "%s", list.refusal);
    if (count == 0)
        fail_at(list.name, list.line, "no row numbers");
}

/* --- draws ----------------------------------------------------------------------------------- */

/* A number in [0, limit), each equally likely. Bits above the last full multiple of the limit are
   drawn again. */
static size_t random_below(struct random *random, size_t limit)
{
    uint64_t bits, excess = (UINT64_MAX % limit + 1) % limit; /* 2^64 mod limit */
    do
        bits = random_bits(random);
    while (bits > UINT64_MAX - excess);
    return (size_t)(bits % limit);
}

struct pool {
    size_t count;
    size_t *rows;
};

/* Draws `count` rows from the pool and labels them; each draw is one step of Fisher and Yates. */
static void pool_draw(struct pool *pool, struct random *random, size_t count, enum part part,
                      struct labels *labels)
{
    for (; count > 0; count--) {
        size_t drawn = random_below(random, pool->count);
        labels->parts[pool->rows[drawn]] = (unsigned char)part;
        pool->rows[drawn] = pool->rows[--pool->count];
    }
}

static size_t share_count(double share, size_t rows)
{
    double count = floor(share * (double)rows + 0.5);
    return share <= 0 ? 0 : count < 1 ? 1 : count < (double)rows ? (size_t)count : rows;
}

static size_t rows_count(const struct labels *labels, enum part part)
{
    size_t count = 0;
    for (size_t i = 0; i < labels->rows; i++)
        count += labels->parts[i] == part;
    return count;
}

static size_t *rows_collect(struct arena *arena, const struct labels *labels, enum part part,
                            size_t *count)
{
    *count = rows_count(labels, part);
    size_t *rows = arena_alloc(arena, *count, sizeof(*rows));
    for (size_t i = 0, n = 0; i < labels->rows; i++)
        if (labels->parts[i] == part)
            rows[n++] = i;
    return rows;
}

static void shares_draw(struct labels *labels, const struct split_rule *rule)
{
    size_t rows = rows_count(labels, PART_TRAIN);
    size_t test = share_count(rule->test, rows);
    size_t validation = share_count(rule->validation, rows);
    if (test >= rows || validation >= rows - test)
        fail_at(rule->recipe_file, rule->recipe_line,
                "no rows left to train: there are %zu, %zu of them to validate and %zu to test",
                rows, validation, test);
    struct arena *scratch = arena_new(); /* the pool is as large as a column of the table */
    struct pool pool;
    struct random random = {rule->seed};
    pool.rows = rows_collect(scratch, labels, PART_TRAIN, &pool.count);
    pool_draw(&pool, &random, test, PART_TEST, labels);
    pool_draw(&pool, &random, validation, PART_VALIDATION, labels);
    arena_free(scratch);
}

/* --- draws of whole blocks -------------------------------------------------------------------- */

struct blocks {
    size_t count;
    size_t *sizes; /* (count) rows that are left to train */
    bool *drawn;   /* (count) */
};

static struct blocks blocks_new(struct arena *arena, const struct labels *labels,
                                const uint32_t *block)
{
    struct blocks b = {0};
    for (size_t i = 0; i < labels->rows; i++)
        b.count = block[i] >= b.count ? (size_t)block[i] + 1 : b.count;
    b.sizes = arena_alloc(arena, b.count, sizeof(*b.sizes));
    b.drawn = arena_alloc(arena, b.count, sizeof(*b.drawn));
    for (size_t i = 0; i < labels->rows; i++)
        b.sizes[block[i]] += labels->parts[i] == PART_TRAIN;
    return b;
}

/* Labels the rows of a block that are left to train. Returns their number. */
static size_t block_label(struct blocks *b, size_t number, const uint32_t *block, enum part part,
                          struct labels *labels)
{
    size_t size = b->sizes[number];
    for (size_t i = 0; i < labels->rows; i++)
        if (block[i] == number && labels->parts[i] == PART_TRAIN)
            labels->parts[i] = (unsigned char)part;
    b->drawn[number] = true;
    b->sizes[number] = 0;
    return size;
}

/* Draws blocks until they have `wanted` rows. */
static void blocks_draw(struct blocks *b, struct random *random, size_t wanted,
                        const uint32_t *block, enum part part, struct labels *labels)
{
    struct arena *scratch = arena_new();
    struct pool pool = {0, arena_alloc(scratch, b->count, sizeof(size_t))};
    size_t taken = 0, smallest = b->count; /* of the blocks that are passed over; count: none */
    for (size_t number = 0; number < b->count; number++)
        if (b->sizes[number] > 0)
            pool.rows[pool.count++] = number;
    while (taken < wanted && pool.count > 0) {
        size_t drawn = random_below(random, pool.count), number = pool.rows[drawn];
        pool.rows[drawn] = pool.rows[--pool.count];
        if (taken + b->sizes[number] <= 2 * wanted)
            taken += block_label(b, number, block, part, labels);
        else if (smallest == b->count || b->sizes[number] < b->sizes[smallest])
            smallest = number;
    }
    if (taken == 0 && smallest < b->count)
        block_label(b, smallest, block, part, labels);
    arena_free(scratch);
}

/* Takes up to `gap` rows behind each drawn block, or in front of it, from those that train. Returns
   their number. */
static size_t gaps_clear(const struct blocks *b, const struct split_rule *rule, bool behind,
                         struct labels *labels)
{
    size_t cleared = 0, since = rule->gap; /* rows since the last row of a drawn block */
    for (size_t i = 0; i < labels->rows; i++) {
        size_t place = behind ? i : labels->rows - 1 - i;
        size_t row = rule->order == NULL ? place : rule->order[place];
        if (b->drawn[rule->block[row]])
            since = 0;
        else if (since++ < rule->gap && labels->parts[row] == PART_TRAIN) {
            labels->parts[row] = PART_NONE;
            cleared++;
        }
    }
    return cleared;
}

/* Returns the number of rows beside blocks. */
static size_t shares_draw_blocks(struct labels *labels, const struct split_rule *rule)
{
    struct arena *scratch = arena_new();
    struct random random = {rule->seed};
    struct blocks blocks = blocks_new(scratch, labels, rule->block);
    size_t left = rows_count(labels, PART_TRAIN);
    size_t test = share_count(rule->test, left), validation = share_count(rule->validation, left);
    blocks_draw(&blocks, &random, test, rule->block, PART_TEST, labels);
    blocks_draw(&blocks, &random, validation, rule->block, PART_VALIDATION, labels);
    size_t beside =
        gaps_clear(&blocks, rule, true, labels) + gaps_clear(&blocks, rule, false, labels);
    arena_free(scratch);
    if (rows_count(labels, PART_TRAIN) == 0)
        fail_at(rule->recipe_file, rule->recipe_line,
                "no rows left to train: there are %zu in %zu blocks, about %zu of them to validate "
                "and %zu to test",
                left, blocks.count, validation, test);
    return beside;
}

/* --- the split ------------------------------------------------------------------------------- */

static void rule_check(const struct split_rule *rule)
{
    bool in_range = rule->validation >= 0 && rule->validation < 1 && rule->test >= 0 &&
                    rule->test < 1; /* false for NaN */
    if (!in_range)
        fail_at(rule->recipe_file, rule->recipe_line,
                "shares of %g to validate and %g to test, expected at least 0 and below 1",
                rule->validation, rule->test);
    if ((rule->validation > 0 && rule->validation_file != NULL) ||
        (rule->test > 0 && rule->test_file != NULL))
        fail_at(rule->recipe_file, rule->recipe_line,
                "both a share and a file of the rows to %s, expected one of them",
                rule->test > 0 && rule->test_file != NULL ? "test" : "validate");
}

static void files_read(struct labels *labels, const struct split_rule *rule)
{
    const char *const files[] = {rule->train_file, rule->validation_file, rule->test_file};
    memset(labels->parts, PART_NONE, labels->rows);
    for (enum part part = PART_TRAIN; part <= PART_TEST; part++)
        if (files[part] != NULL)
            labels_read(labels, files[part], part);
    for (size_t i = 0; i < labels->rows && rule->train_file == NULL; i++)
        if (labels->parts[i] == PART_NONE)
            labels->parts[i] = PART_TRAIN;
}

struct split *split_make(struct arena *arena, size_t rows, const struct split_rule *rule)
{
    struct labels labels = {rows, arena_alloc(arena, rows, 1)};
    struct split *split = arena_alloc(arena, 1, sizeof(*split));
    rule_check(rule);
    files_read(&labels, rule);
    if (rule->block == NULL)
        shares_draw(&labels, rule);
    else
        split->n_beside = shares_draw_blocks(&labels, rule);
    split->train = rows_collect(arena, &labels, PART_TRAIN, &split->n_train);
    split->validation = rows_collect(arena, &labels, PART_VALIDATION, &split->n_validation);
    split->test = rows_collect(arena, &labels, PART_TEST, &split->n_test);
    return split;
}
