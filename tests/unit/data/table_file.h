/* A data file for a test: its bytes are written to a temporary file and read as a table. */
#ifndef EPIGEN_TESTS_TABLE_FILE_H
#define EPIGEN_TESTS_TABLE_FILE_H

#include "data/table.h"
#include "unit/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static struct arena *arena;
static char path[256];

static inline int setup(void **state)
{
    (void)state;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof(path), "%s/test_table.XXXXXX", folder != NULL ? folder : "/tmp");
    int file = mkstemp(path);
    arena = arena_new();
    return file < 0 || close(file) != 0;
}

static inline int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    message_ignore();
    return unlink(path);
}

/* The table, or NULL and the message. */
static inline struct table *table_try(const char *from)
{
    message_expect();
    if (setjmp(message_leave) != 0)
        return NULL;
    return table_read(arena, from);
}

static inline void bytes_write(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline struct table *table_of(const void *bytes, size_t size)
{
    bytes_write(bytes, size);
    return table_try(path);
}

/* The message without the name of the file in front. */
static inline const char *refusal(void)
{
    size_t length = strlen(path);
    return strncmp(message, path, length) == 0 ? message + length : message;
}

/* The table as text, names before numbers: "a|b;1|2;3|4;". */
static inline const char *table_dump(const struct table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; table->names != NULL && i < table->columns; i++)
        fprintf(out, "%s%s", table->names[i], i + 1 < table->columns ? "|" : ";");
    for (size_t i = 0; i < table->rows * table->columns; i++)
        fprintf(out, "%.17g%s", table->values[i], (i + 1) % table->columns != 0 ? "|" : ";");
    fclose(out);
    const char *copy = arena_strdup(arena, text);
    free(text);
    return copy;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
