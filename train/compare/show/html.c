/* See html.h. Tables go to the page as they come; data for the script grow in memory beside it. */
#include "compare/show/html.h"

#include "base/fail.h"
#include "base/version.h"
#include "compare/show/grid.h"
#include "emit/whole/whole.h"

#include <stdlib.h>

struct html {
    struct arena *arena;
    struct data_dirs dirs;
    struct page page;
    struct json tables, maps;
    char *text[2];
    size_t size[2];
};

static const char *const scripts[] = {"base.js", "draw.js", "compare.js", NULL};

static void head_write(struct page *page)
{
    page_call(page, "HEADER", "Comparison of learners",
              "Each learner was fitted on the same rows and judged on the same test rows.", NULL);
    page_call(page, "HEADER_END", "", NULL);
    page_call(page, "CONTENTS", "", NULL);
    page_call(page, "CONTENTS_LINE", "bars", "Bars", NULL);
    page_call(page, "CONTENTS_LINE", "maps", "Where each does not know", NULL);
    page_call(page, "CONTENTS_LINE", "tables", "Tables", NULL);
    page_call(page, "CONTENTS_END", "", NULL);
    page_call(page, "NOSCRIPT",
              "Scripts are switched off: the pictures need them. All tables can be read.", NULL);
    page_call(page, "SECTION", "bars", "Bars", NULL);
    page_call(page, "PLACE", "bars-place", NULL);
    page_call(page, "SECTION_END", "", NULL);
    page_call(page, "SECTION", "maps", "Where each does not know", NULL);
    page_call(page, "PLACE", "maps-place", NULL);
    page_call(page, "SECTION_END", "", NULL);
    page_call(page, "SECTION", "tables", "Tables", NULL);
    page_call(page, "PARAGRAPH",
              "With several seeds a figure is mean and standard error. A star marks the best of a "
              "column; it says "
              "nothing about chance: see whether intervals overlap.",
              NULL);
}

struct html *html_begin(struct arena *arena)
{
    struct html *html = arena_alloc(arena, 1, sizeof(*html));
    html->arena = arena;
    html->dirs = data_dirs_find(arena, NULL, "float32");
    html->page = page_begin(arena, &html->dirs, "Comparison of learners", scripts);
    html->tables = (struct json){open_memstream(&html->text[0], &html->size[0]), true};
    html->maps = (struct json){open_memstream(&html->text[1], &html->size[1]), true};
    if (html->tables.out == NULL || html->maps.out == NULL)
        fail("out of memory");
    head_write(&html->page);
    json_open(&html->tables, "tables", '[');
    json_open(&html->maps, "maps", '[');
    return html;
}

void html_findings(struct html *html, const struct findings *findings)
{
    findings_page(findings, &html->page);
    findings_json(findings, &html->tables);
}

static float input_of(const struct problem *p, const struct rows *rows, size_t i, size_t j)
{
    return (float)((double)p->inputs[j].mean +
                   (double)p->inputs[j].scale * (double)rows->x[i * rows->n_in + j]);
}

static void rows_json(struct json *json, struct arena *arena, const char *key,
                      const struct problem *p, const struct rows *rows, const size_t *order)
{
    float *x = arena_alloc(arena, rows->count * rows->n_in + 1, sizeof(*x));
    for (size_t i = 0; i < rows->count; i++)
        for (size_t j = 0; j < rows->n_in; j++)
            x[i * rows->n_in + j] = input_of(p, rows, order == NULL ? i : order[i], j);
    json_floats(json, key, x, rows->count * rows->n_in);
}

void html_epistemic(struct html *html, const struct compare_options *o, const struct comparison *c)
{
    const struct problem *p = c->problem;
    const struct rows *test = &p->test;
    struct arena *arena = arena_new();
    struct json *j = &html->maps;
    struct grid grid = {0};
    if (test->n_in == 2)
        grid = grid_find(arena, test);
    const size_t *order = grid.rows == 0 ? NULL : grid.order;
    float *shown = arena_alloc(arena, test->count + 1, sizeof(*shown));
    json_open(j, NULL, '{');
    json_text(j, "name", c->name);
    json_text(j, "output", p->outputs[0].label);
    json_open(j, "inputs", '[');
    for (size_t i = 0; i < test->n_in; i++)
        json_text(j, NULL, p->inputs[i].label);
    json_close(j, ']');
    json_whole(j, "columns", grid.columns);
    json_whole(j, "rows", grid.rows);
    rows_json(j, arena, "test", p, test, order);
    rows_json(j, arena, "train", p, &p->train, NULL);
    json_open(j, "learners", '[');
    for (size_t l = 0; l < o->n_plain; l++) {
        for (size_t i = 0; i < test->count; i++)
            shown[i] = c->shown[l][(order == NULL ? i : order[i]) * c->n_out];
        json_open(j, NULL, '{');
        json_text(j, "title", o->learners[l]->title);
        json_floats(j, "values", shown, test->count);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
    arena_free(arena);
}

struct output html_end(struct html *html, const char *path)
{
    struct page *page = &html->page;
    json_close(&html->tables, ']');
    json_close(&html->maps, ']');
    if (fclose(html->tables.out) != 0 || fclose(html->maps.out) != 0)
        fail("out of memory");
    page_call(page, "SECTION_END", "", NULL);
    page_call(
        page, "FOOTER",
        arena_printf(html->arena,
                     "Written by epicompare %s. This file needs nothing else and loads nothing.",
                     epigen_version),
        NULL);
    page_data(page);
    json_text(&page->json, "kind", "compare");
    fprintf(page->calls, ",\n%s,\n%s", html->text[0], html->text[1]);
    struct output output = page_end(page, path);
    free(html->text[0]);
    free(html->text[1]);
    return output;
}
