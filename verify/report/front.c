/* See front.h. */
#include "report/front.h"

#include "data/table.h"

const struct front *front_read(struct arena *arena, const char *path)
{
    static const char *const names[] = {"cycles", "nll", "rmse"};
    const struct log_request request = {
        .columns = names, .count = 3, .decimal = '.', .missing = MISSING_DROP};
    const struct table_paths paths = {&path, 1};
    const struct table *table = table_read_columns(arena, &paths, &request);
    struct front *front = arena_alloc(arena, 1, sizeof(*front));
    float **const columns[] = {&front->cycles, &front->nll, &front->rmse};
    front->count = table->rows;
    for (size_t c = 0; c < 3; c++) {
        size_t place = table_column(table, names[c], path, 1);
        *columns[c] = arena_alloc(arena, table->rows + 1, sizeof(float));
        for (size_t i = 0; i < table->rows; i++)
            (*columns[c])[i] = (float)table->values[i * table->columns + place];
    }
    return front;
}
