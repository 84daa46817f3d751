/* What a report is about: everything that its sections say is found before the page is written. */
#ifndef EPIREPORT_REPORT_H
#define EPIREPORT_REPORT_H

#include "report/certificate.h"
#include "report/cost.h"
#include "report/front.h"
#include "report/rows.h"
#include "report/sweep.h"
#include "report/wasm.h"

struct report {
    struct arena *arena;
    const struct model *model;
    const struct data_dirs *dirs;
    const char *spec_name; /* of the file, for commands to repeat */
    const char *date;      /* NULL: the page has none */
    const char *sha256[EMITTED_FILES];
    const struct output *emitted; /* (EMITTED_FILES) */
    enum form form;               /* of the C that runs in the page */
    struct wasm wasm;
    const struct sweep *sweep;
    const struct rows_set *data, *test; /* NULL: none was given */
    const struct certificate *certificate;
    const struct cost *costs;
    size_t n_costs;
    unsigned long max_cycles;  /* 0: no budget */
    const struct front *front; /* NULL: none was given */
};

/* Text of the spec's provenance, NULL where there is none; of a map in it, such as the figures of
   held-out rows of an output. */
const char *provenance_find(const struct report *report, const char *key);

const char *pair_find(const struct spec_pair *map, const char *key);
/* The figures of an output on held-out rows. */
const struct spec_pair *held_out_find(const struct report *report, size_t output);

/* Text for people. */
const char *output_label(const struct report *report, size_t k);     /* "force" */
const char *output_with_unit(const struct report *report, size_t k); /* "force [N]" */
const char *input_with_unit(const struct report *report, size_t i);
const char *whole_text(struct arena *arena, size_t number); /* 12,345 */
const char *percent_text(struct arena *arena, double share);
const char *figure_text(struct arena *arena, double number);
/* "5,893 cycles" with the time at a usual clock; the cost of a core by the certificate or here. */
struct core_figures figures_find(const struct report *report, const char *core);
/* Whether the figures of a core are there. */
bool core_known(const struct core_figures *core);
const char *core_label(const char *core); /* "Cortex-M4F" */

/* The sections, in the order of the page. */
void verdict_write(struct page *page, const struct report *report);
void live_write(struct page *page, const struct report *report);
void data_section_write(struct page *page, const struct report *report);
void cost_write(struct page *page, const struct report *report);
void evidence_write(struct page *page, const struct report *report);
/* The data for the script. */
void script_data_write(struct page *page, const struct report *report);

#endif
