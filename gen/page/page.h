/* A page: one HTML file that needs nothing else, neither network nor server. C says what stands in
   it, as macro calls; templates/report shapes it; scripts and styles come from there too. The
   page's policy names its script and its style by their checksums and allows nothing else. */
#ifndef EPIGEN_PAGE_H
#define EPIGEN_PAGE_H

#include "base/files.h"
#include "emit/macro.h"
#include "page/json.h"

/* What a figure or a check is worth; the page says it by sign, word and colour. */
enum state { STATE_PASS, STATE_FAIL, STATE_NOT_RUN, STATE_FACT };

struct page {
    struct arena *arena;
    const struct data_dirs *dirs;
    FILE *calls;
    const char *const *scripts; /* below templates/report, in this order; ends with NULL */
    struct json json;           /* the data for the script, behind page_data */
    bool data;                  /* they have begun */
};

/* A text of anybody's as a macro's argument and as text or attribute of HTML. */
const char *page_text(struct arena *arena, const char *text);

struct page page_begin(struct arena *arena, const struct data_dirs *dirs, const char *title,
                       const char *const *scripts);

/* EPI_<macro>(...) with texts of anybody's, up to a NULL. */
void page_call(struct page *page, const char *macro, ...) __attribute__((sentinel));
const char *state_word(enum state state);

/* A table: its columns' heads up to a NULL, then rows of cells. */
void page_table(struct page *page, const char *caption, ...) __attribute__((sentinel));
void page_row(struct page *page, ...) __attribute__((sentinel));
void page_row_state(struct page *page, enum state state, ...) __attribute__((sentinel));
void page_table_end(struct page *page);

/* The data for the script: an object, into which page->json writes. */
void page_data(struct page *page);

/* The file; `path` is its name. */
struct output page_end(struct page *page, const char *path);

#endif
