/* See table.h. This file finds the columns that a recipe names and warns about odd ones. */
#include "data/table.h"

#include "base/fail.h"
#include "data/decimal.h"
#include "spec/yaml_tree.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct table_label table_label(const struct table *table, size_t column)
{
    size_t number = table->numbers == NULL ? column : table->numbers[column];
    return column_label(table->names == NULL ? NULL : table->names[column], number);
}

/* Lists the names in the file, as many as fit into a message. */
static void names_list(const struct table *table, char list[], size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < table->n_all; i++) {
        struct yaml_excerpt name = yaml_excerpt(table->all_names[i]);
        if (used + strlen(name.text) + sizeof(", ...") >= room) {
            snprintf(list + used, room - used, ", ...");
            return;
        }
        used += (size_t)snprintf(list + used, room - used, "%s%s", i == 0 ? "" : ", ", name.text);
    }
}

static _Noreturn void column_refuse(const struct table *table, const char *name,
                                    const char *recipe_file, int recipe_line)
{
    char list[400];
    if (table->all_names == NULL)
        fail_at(recipe_file, recipe_line,
                "no column \"%s\" in %s, which has no header: expected a number from 1 to %zu",
                yaml_excerpt(name).text, table->file, table->n_all);
    names_list(table, list, sizeof(list));
    fail_at(recipe_file, recipe_line, "no column \"%s\" in %s, which has %zu: %s",
            yaml_excerpt(name).text, table->file, table->n_all, list);
}

size_t table_column(const struct table *table, const char *name, const char *recipe_file,
                    int recipe_line)
{
    size_t number = log_column_find(table->all_names, table->n_all, name);
    for (size_t i = 0; i < table->columns; i++)
        if ((table->numbers == NULL ? i : table->numbers[i]) == number)
            return i;
    column_refuse(table, name, recipe_file, recipe_line);
}

/* --- warnings -------------------------------------------------------------------------------- */

struct inputs {
    const struct table *table;
    const size_t *columns; /* (count) */
    size_t count;
};

static double input_value(const struct inputs *inputs, size_t row, size_t i)
{
    return inputs->table->values[row * inputs->table->columns + inputs->columns[i]];
}

static bool input_is_constant(const struct inputs *inputs, size_t i)
{
    for (size_t row = 1; row < inputs->table->rows; row++)
        if (input_value(inputs, row, i) != input_value(inputs, 0, i))
            return false;
    return inputs->table->rows > 1;
}

static uint64_t inputs_hash(const struct inputs *inputs, size_t row)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        double value = input_value(inputs, row, i) + 0.0; /* -0 equals 0 */
        uint64_t bits;
        memcpy(&bits, &value, sizeof(bits));
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool inputs_equal(const struct inputs *inputs, size_t a, size_t b)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (input_value(inputs, a, i) != input_value(inputs, b, i))
            return false;
    return true;
}

/* Counts the rows whose inputs equal those of an earlier row, by a hash table with open addressing
   of 5 to 10 bytes a row. From 2^32 rows on nothing is counted. */
static size_t inputs_repeated(const struct inputs *inputs)
{
    size_t rows = inputs->table->rows, size = 16, repeated = 0;
    if (rows >= UINT32_MAX)
        return 0;
    while (size < rows + rows / 4)
        size *= 2;
    uint32_t *slots = calloc(size, sizeof(*slots)); /* row + 1, or 0 */
    if (slots == NULL)
        fail("out of memory");
    for (size_t row = 0; row < rows; row++) {
        size_t slot = inputs_hash(inputs, row) & (size - 1);
        while (slots[slot] != 0 && !inputs_equal(inputs, row, slots[slot] - 1))
            slot = (slot + 1) & (size - 1);
        repeated += slots[slot] != 0;
        if (slots[slot] == 0)
            slots[slot] = (uint32_t)(row + 1);
    }
    free(slots);
    return repeated;
}

static size_t names_that_are_numbers(const struct table *table)
{
    size_t count = 0;
    double value;
    for (size_t i = 0; table->names != NULL && i < table->columns; i++) {
        const char *end = decimal_read(table->names[i], &value);
        count += end != NULL && *end == '\0';
    }
    return count;
}

void table_warn(const struct table *table, const size_t *inputs, size_t n_inputs, bool drawn,
                FILE *err)
{
    const struct inputs all = {table, inputs, n_inputs};
    size_t numbers = names_that_are_numbers(table);
    if (numbers > 0)
        fprintf(err, "%s: %s: warning: the header has %zu number%s among its %zu names\n",
                fail_program, table->file, numbers, numbers == 1 ? "" : "s", table->columns);
    for (size_t i = 0; i < n_inputs; i++)
        if (input_is_constant(&all, i))
            fprintf(err, "%s: %s: warning: input %s is %.9g in every row\n", fail_program,
                    table->file, table_label(table, inputs[i]).text,
                    input_value(&all, 0, i) + 0.0); /* no -0 */
    size_t repeated = n_inputs > 0 ? inputs_repeated(&all) : 0;
    if (repeated > 0)
        fprintf(err, "%s: %s: warning: %zu of %zu rows repeat%s the inputs of an earlier row%s\n",
                fail_program, table->file, repeated, table->rows, repeated == 1 ? "s" : "",
                drawn ? ", which may be on the other side of the split" : "");
}

static bool column_is_constant(const struct table *table, size_t column)
{
    for (size_t row = 1; row < table->rows; row++)
        if (table->values[row * table->columns + column] != table->values[column])
            return false;
    return table->rows > 1;
}

void table_warn_columns(const struct table *table, const size_t *inputs, size_t n_inputs,
                        const size_t *outputs, size_t n_outputs, FILE *err)
{
    for (size_t k = 0; k < n_outputs; k++) {
        const struct table_label label = table_label(table, outputs[k]);
        for (size_t i = 0; i < n_inputs; i++)
            if (inputs[i] == outputs[k])
                warning_print(err, table->file, "%s is both an input and an output", label.text);
        if (column_is_constant(table, outputs[k]))
            warning_print(err, table->file, "output %s is %.9g in every row", label.text,
                          table->values[outputs[k]] + 0.0); /* no -0 */
    }
}
