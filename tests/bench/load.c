/* load FILE: processor seconds to read a table of numbers. */
#include "data/table.h"
#include "measure.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: load FILE\n");
        return 2;
    }
    struct arena *arena = arena_new();
    double start = now_s();
    const struct table *table = table_read(arena, argv[1]);
    printf("load_s=%.3f rows=%zu columns=%zu\n", now_s() - start, table->rows, table->columns);
    arena_free(arena);
    return 0;
}
