/* See order.h. */
#include "order.h"

#include "base/fail.h"
#include "data/blocks.h"

/* The rows in the order of the recipe's column of times; NULL: in that of the file. */
static const size_t *times_order(struct arena *arena, const struct recipe *r,
                                 const struct table *table)
{
    const struct column *time = &r->order.time;
    if (time->name == NULL)
        return NULL;
    return order_by_column(arena, table, table_column(table, time->name, r->file, time->line));
}

static uint32_t *groups_of(struct arena *arena, const struct recipe *r, const struct table *table,
                           size_t *count)
{
    const struct column *group = &r->order.group;
    size_t column = table_column(table, group->name, r->file, group->line);
    return blocks_of_groups(arena, table, column, count);
}

static size_t groups_set(struct arena *arena, const struct recipe *r, const struct table *table,
                         struct split_rule *rule)
{
    enum { FEWEST = 3 }; /* one each to train, to validate and to test */
    size_t count;
    rule->block = groups_of(arena, r, table, &count);
    if (count < FEWEST)
        fail_at(r->file, r->order.group.line,
                "data: group: column %s has %zu different value%s, expected %d groups or more",
                r->order.group.name, count, count == 1 ? "" : "s", FEWEST);
    return count;
}

/* Whether each file is a group: there are several, and the recipe does not say what the order of
   rows means. */
static bool files_are_groups(const struct recipe *r, const struct table *table)
{
    return table->n_files > 1 && r->order.group.name == NULL && r->order.by == ORDER_AUTO;
}

static size_t files_set(struct arena *arena, const struct recipe *r, const struct table *table,
                        struct split_rule *rule)
{
    size_t parts = (size_t)1 + (rule->validation > 0.0) + (rule->test > 0.0);
    if (table->n_files < parts)
        fail_at(r->file, rule->recipe_line,
                "data: train: %zu files for %zu parts, and a file is never split, expected a file "
                "or more to train, to validate and to test, or \"data: {order: time}\", which cuts "
                "files into stretches",
                table->n_files, parts);
    rule->block = blocks_of_files(arena, table);
    return table->n_files;
}

static void ordered_warn(const struct table *table, double consecutive, FILE *err)
{
    warning_print(err, table->file,
                  "neighbouring rows are nearly equal (%.2g %% of the mean squared difference of "
                  "random pairs): figures of rows held out at random are too good, expected "
                  "\"data: {order: time}\", or \"order: random\" if the order means nothing",
                  100.0 * consecutive);
}

size_t order_set(struct arena *arena, const struct recipe *r, const struct table *table,
                 const size_t *inputs, struct split_rule *rule, FILE *err)
{
    struct sequence sequence = {.table = table, .columns = inputs, .n_columns = r->n_inputs};
    bool drawn = rule->validation > 0.0 || rule->test > 0.0, by_time = r->order.by == ORDER_TIME;
    size_t count = 0;
    if (r->order.group.name != NULL)
        return groups_set(arena, r, table, rule);
    if (files_are_groups(r, table))
        return files_set(arena, r, table, rule);
    if (r->order.by == ORDER_AUTO) {
        struct likeness likeness = sequence_likeness(&sequence);
        by_time = likeness.ordered && r->epistemic.teacher != TEACHER_SAMPLES;
        if (likeness.ordered && !by_time && drawn)
            ordered_warn(table, likeness.consecutive, err);
    }
    if (by_time) {
        rule->order = sequence.order = times_order(arena, r, table);
        rule->block = blocks_of_time(arena, rule->order, table->rows, &count);
        rule->gap = sequence_gap(&sequence);
    }
    return count;
}

const char *order_words(const struct recipe *r, const struct table *table)
{
    return files_are_groups(r, table)    ? "files"
           : r->order.group.name != NULL ? "groups"
                                         : "stretches of consecutive rows";
}

void order_print(const struct recipe *r, const struct table *table, size_t n_blocks,
                 const struct split_rule *rule, const struct split *split, FILE *err)
{
    bool files = files_are_groups(r, table);
    if (rule->block == NULL)
        return;
    fprintf(err, "%s: %s: ", fail_program, table->file);
    if (r->order.by == ORDER_AUTO && r->order.group.name == NULL && !files)
        fprintf(err, "neighbouring rows are nearly equal, so the order of rows is taken for time "
                     "(\"data: {order: random}\" if not); ");
    fprintf(err, "%zu %s%s", n_blocks, order_words(r, table), files ? ", each a group" : "");
    if (rule->validation > 0.0 || rule->test > 0.0)
        fprintf(err, ", %zu rows of whole ones validate, %zu test", split->n_validation,
                split->n_test);
    if (rule->gap > 0 && split->n_beside > 0)
        fprintf(err, "; %zu rows, up to %zu on each side of these, are not used", split->n_beside,
                rule->gap);
    fputc('\n', err);
}

const uint32_t *order_blocks(struct arena *arena, const struct recipe *r, const struct table *table,
                             uint32_t first)
{
    size_t count;
    uint32_t *block =
        r->order.group.name != NULL ? groups_of(arena, r, table, &count)
        : files_are_groups(r, table)
            ? blocks_of_files(arena, table)
            : blocks_of_time(arena, times_order(arena, r, table), table->rows, &count);
    for (size_t i = 0; i < table->rows; i++)
        block[i] += first;
    return block;
}
