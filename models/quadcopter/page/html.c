/* See html.h. Of a trace those steps are taken at which a measurement could be kept. */
#include "quadcopter/page/html.h"

#include "base/version.h"
#include "data/table.h"
#include "emit/whole/whole.h"
#include "page/page.h"

#include <unistd.h>

enum { EVERY = 5 };

static const char *const scripts[] = {"base.js", "draw.js", "flight.js", NULL};
static const char *const traced[] = {"time", "x",   "y",    "error", "force",
                                     "mean", "eta", "kept", "state", NULL};

/* A column of a table by its name, every so many rows. */
static void column_json(struct json *json, struct arena *arena, const struct table *table,
                        const char *name, size_t every)
{
    size_t column = table_column(table, name, table->file, 1), n = 0;
    float *values = arena_alloc(arena, table->rows, sizeof(*values));
    for (size_t i = 0; i < table->rows; i += every)
        values[n++] = (float)table->values[i * table->columns + column];
    json_floats(json, name, values, n);
}

static void trace_json(struct json *json, struct arena *arena, const char *directory,
                       const char *name)
{
    const char *path = arena_printf(arena, "%s/trace_%s.csv", directory, name);
    const struct table *table = table_read(arena, path);
    json_open(json, NULL, '{');
    json_text(json, "name", name);
    for (size_t i = 0; traced[i] != NULL; i++)
        column_json(json, arena, table, traced[i], EVERY);
    json_close(json, '}');
}

static void map_json(struct json *json, struct arena *arena, const char *directory)
{
    static const char *const columns[] = {"x", "y", "force", "mean", "eta"};
    const struct table *table = table_read(arena, arena_printf(arena, "%s/map.csv", directory));
    json_open(json, "map", '{');
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        column_json(json, arena, table, columns[i], 1);
    json_close(json, '}');
}

static const char *mean_text(struct arena *arena, struct mean mean, double factor)
{
    if (!(mean.error > 0.0)) /* of one flight there is none */
        return arena_printf(arena, "%.3g", factor * mean.value);
    return arena_printf(arena, "%.3g \xC2\xB1 %.1g", factor * mean.value, factor * mean.error);
}

static const char *law_of(const struct results *r, enum variant v)
{
    return law_names[v == OTHER_LAW ? LAW_COUNT - 1 - r->law : r->law];
}

static void means_write(struct page *page, const struct results *r)
{
    struct arena *a = page->arena;
    page_call(
        page, "PARAGRAPH",
        arena_printf(a,
                     "Flights of each kind: %zu, seeds from %zu on; field: %s, fault: %s. Mean and "
                     "standard error.",
                     r->seeds, (size_t)r->first, r->field, fault_names[r->fault]),
        NULL);
    page_table(page, "Means over the flights", "Points", "Gain", "Law", "RMSE [mm]",
               "Largest error [mm]", "Points stored", NULL);
    for (size_t s = 0; s < SELECT_COUNT; s++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            enum selection selection = (enum selection)s;
            enum variant variant = (enum variant)v;
            if (results_have(r, selection, variant))
                page_row(page, selection_names[s], v == FIXED_GAIN ? "fixed" : "by sigma",
                         law_of(r, variant),
                         mean_text(a, mean_of(r, selection, variant, RMSE), 1e3),
                         mean_text(a, mean_of(r, selection, variant, WORST), 1e3),
                         mean_text(a, mean_of(r, selection, variant, POINTS), 1.0), NULL);
        }
    page_table_end(page);
}

static void head_write(struct page *page)
{
    page_call(page, "HEADER", "A quadcopter learns thermals",
              "The first flight of each kind, step by step: where it was, what the network said, "
              "what was "
              "kept.",
              NULL);
    page_call(page, "HEADER_END", "", NULL);
    page_call(page, "CONTENTS", "", NULL);
    page_call(page, "CONTENTS_LINE", "replay", "The flight", NULL);
    page_call(page, "CONTENTS_LINE", "means", "Means", NULL);
    page_call(page, "CONTENTS_END", "", NULL);
    page_call(page, "NOSCRIPT",
              "Scripts are switched off: the replay needs them. The table can be read.", NULL);
    page_call(page, "SECTION", "replay", "The flight", NULL);
    page_call(page, "PLACE", "replay-place", NULL);
    page_call(page, "SECTION_END", "", NULL);
    page_call(page, "SECTION", "means", "Means", NULL);
}

static void flights_json(struct page *page, const char *directory)
{
    struct json *json = &page->json;
    json_open(json, "flights", '[');
    for (size_t s = 0; s < SELECT_COUNT; s++) {
        const char *name = selection_names[s];
        if (access(arena_printf(page->arena, "%s/trace_%s.csv", directory, name), R_OK) == 0)
            trace_json(json, page->arena, directory, name);
    }
    json_close(json, ']');
    if (access(arena_printf(page->arena, "%s/map.csv", directory), R_OK) == 0)
        map_json(json, page->arena, directory);
}

struct output html_write(struct arena *arena, const struct results *r, const char *directory,
                         const char *path)
{
    const struct data_dirs dirs = data_dirs_find(arena, NULL, "float32");
    struct page page = page_begin(arena, &dirs, "A quadcopter learns thermals", scripts);
    head_write(&page);
    means_write(&page, r);
    page_call(&page, "SECTION_END", "", NULL);
    page_call(&page, "FOOTER",
              arena_printf(arena,
                           "Written by epifly %s. This file needs nothing else and loads nothing.",
                           epigen_version),
              NULL);
    page_data(&page);
    json_text(&page.json, "kind", "flight");
    json_whole(&page.json, "seed", (size_t)r->first);
    flights_json(&page, directory);
    return page_end(&page, path);
}
