/* A comparison as one HTML page: tables, bars with intervals, the epistemic parts of all learners
   side by side. */
#ifndef EPICOMPARE_HTML_H
#define EPICOMPARE_HTML_H

#include "compare/measure/compare.h"
#include "compare/show/findings.h"
#include "page/page.h"

struct html;
struct html *html_begin(struct arena *arena);

/* The findings of one output. */
void html_findings(struct html *html, const struct findings *findings);
/* The epistemic part over the test rows, of the first seed and the first output. */
void html_epistemic(struct html *html, const struct compare_options *options,
                    const struct comparison *comparison);

struct output html_end(struct html *html, const char *path);

#endif
