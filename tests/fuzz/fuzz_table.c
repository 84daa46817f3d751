/* Gives any bytes to the readers of data files and of lists of rows. Reading must end in a table or
   in one readable message, without a fault of memory. An accepted table must read back bit for bit
   after it is written. Build with -fsanitize=fuzzer,address,undefined, link -lz -llzma, and run on
   tests/fuzz/corpus_table. The bytes arrive on standard input, so no file is written. */
#include "data/split.h"
#include "data/table.h"
#include "fuzzing.h"

#include <math.h>

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
        expect(table_column(table, table->names[i], "recipe", 1) == i, "column");
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
    split_try(arena, data, size);
    arena_free(arena);
    return 0;
}
