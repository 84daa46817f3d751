/* Gives any bytes to the readers of data files and of lists of rows. Reading must end in a table or
   in one readable message, without a fault of memory. An accepted table must read back bit for bit
   after it is written. Build with -fsanitize=fuzzer,address,undefined, link -lz -llzma, and run on
   tests/fuzz/corpus_table. The bytes arrive on standard input, so no file is written. */
#include "data/split.h"
#include "data/table.h"
#include "fuzzing.h"

#include <math.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Makes standard input give these bytes. */
static void input_set(const void *bytes, size_t size)
{
    static FILE *last;
    if (last != NULL)
        fclose(last);
    last = fmemopen((void *)bytes, size, "rb");
    expect(last != NULL, "fmemopen");
    stdin = last;
}

static void name_write(FILE *out, const char *name)
{
    fputc('"', out);
    for (; *name != '\0'; name++)
        fprintf(out, *name == '"' ? "\"\"" : "%c", *name);
    fputc('"', out);
}

static void table_write(FILE *out, const struct table *table)
{
    for (size_t i = 0; table->names != NULL && i < table->columns; i++) {
        fputs(i == 0 ? "" : ",", out);
        name_write(out, table->names[i]);
    }
    fputs(table->names == NULL ? "" : "\n", out);
    for (size_t i = 0; i < table->rows * table->columns; i++)
        fprintf(out, "%.17g%c", table->values[i], (i + 1) % table->columns == 0 ? '\n' : ',');
}

static void tables_compare(const struct table *a, const struct table *b)
{
    expect(a->rows == b->rows && a->columns == b->columns, "another shape");
    expect((a->names == NULL) == (b->names == NULL), "a header came or went");
    expect(memcmp(a->values, b->values, a->rows * a->columns * sizeof(double)) == 0, "values");
    for (size_t i = 0; a->names != NULL && i < a->columns; i++)
        expect(strcmp(a->names[i], b->names[i]) == 0, "names");
}

static void round_trip(struct arena *arena, const struct table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    expect(out != NULL, "open_memstream");
    table_write(out, table);
    fclose(out);
    input_set(text, size);
    tables_compare(table, table_read(arena, "-"));
    free(text);
}

static void table_check(struct arena *arena, const struct table *table)
{
    static FILE *nowhere;
    size_t *inputs = arena_alloc(arena, table->columns, sizeof(*inputs));
    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    expect(table->rows > 0 && table->columns > 0 && nowhere != NULL, "no rows");
    for (size_t i = 0; i < table->rows * table->columns; i++)
        expect(isfinite(table->values[i]), "not finite");
    for (size_t i = 0; i < table->columns; i++)
        inputs[i] = i;
    for (size_t i = 0; table->names != NULL && i < table->columns; i++)
        expect(table->names[i][0] == '\0' || table_column(table, table->names[i], "recipe", 1) == i,
               "column");
    table_warn(table, inputs, table->columns, true, nowhere);
    round_trip(arena, table);
}

static void table_try(struct arena *arena, const uint8_t *data, size_t size)
{
    fuzz_accepted = false;
    if (setjmp(fuzz_refused) != 0)
        return;
    input_set(data, size);
    const struct table *table = table_read(arena, "-");
    fuzz_accepted = true;
    table_check(arena, table);
}

/* Asks for some columns. What is read must be finite, but for missing values that are kept and for
   words; the wanted columns of an accepted log hold no other number. */
static void log_try(struct arena *arena, const uint8_t *data, size_t size)
{
    static const char *const columns[] = {"x", "1", "-1"}, *const input = "-";
    uint8_t way = size == 0 ? 0 : data[0];
    const struct log_request request = {.columns = columns,
                                        .count = LENGTH_OF(columns),
                                        .group = way & 1 ? "2" : NULL,
                                        .time = way & 2 ? "3" : NULL,
                                        .decimal = way & 4 ? (char)(way & 8 ? ',' : '.') : '\0',
                                        .missing = (enum missing)((way >> 4) % 3),
                                        .fit = way & 64,
                                        .keys = way & 128};
    fuzz_accepted = false;
    if (setjmp(fuzz_refused) != 0)
        return;
    input_set(data + (size > 0), size - (size > 0));
    const struct table *table =
        table_read_columns(arena, &(struct table_paths){&input, 1}, &request);
    for (size_t i = 0; i < table->rows * table->columns; i++)
        expect(request.missing == MISSING_KEEP || isfinite(table->values[i]), "not finite");
    for (size_t i = 0; i < table->columns; i++)
        expect(table->numbers[i] < table->n_all, "column");
}

static void split_try(struct arena *arena, const uint8_t *data, size_t size)
{
    const struct split_rule rule = {.test_file = "-", .recipe_file = "standard input:"};
    fuzz_accepted = false;
    if (setjmp(fuzz_refused) != 0)
        return;
    input_set(data, size);
    const struct split *split = split_make(arena, 100, &rule);
    expect(split->n_train + split->n_test == 100, "a row is lost");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    fuzz_begin("standard input:");
    table_try(arena, data, size);
    log_try(arena, data, size);
    split_try(arena, data, size);
    arena_free(arena);
    return 0;
}
