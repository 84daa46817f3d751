/* The sections behind the verdict, as far as they are text and tables; pictures are the script's.
 */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the model alive -------------------------------------------------------------------------- */

void live_write(struct page *page, const struct report *r)
{
    struct arena *arena = r->arena;
    page_call(page, "SECTION", "live", "Try the model", NULL);
    if (r->wasm.bytes != NULL)
        page_call(
            page, "PARAGRAPH",
            arena_printf(arena,
                         "The emitted C itself runs in this page, compiled to WebAssembly (%s "
                         "form): what you see has the bits that the target computes.",
                         form_name[r->form]),
            NULL);
    else
        page_call(
            page, "PARAGRAPH",
            arena_printf(arena,
                         "The model does not run in this page (%s). The curves below were "
                         "computed when the page was written, with the bits of the emitted C; "
                         "each is over one input, with all others at the values that are shown.",
                         r->wasm.why),
            NULL);
    page_call(page, "NOSCRIPT",
              "Scripts are switched off: the pictures of this page and the live model need them. "
              "All tables "
              "can be read without.",
              NULL);
    page_call(page, "PLACE", "live-place", NULL);
    page_call(page, "SECTION_END", "", NULL);
}

/* --- data and calibration --------------------------------------------------------------------- */

static const char *figure(const char *text) { return text == NULL ? "" : text; }

static const char *share(const struct report *r, const char *text)
{
    return text == NULL ? "" : percent_text(r->arena, strtod(text, NULL));
}

static void held_out_write(struct page *page, const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    bool any = false;
    for (size_t k = 0; k < spec->mean.count; k++)
        any = any || held_out_find(r, k) != NULL;
    page_call(page, "HEADING", "Held-out rows, as the trainer recorded them", NULL);
    if (!any) {
        page_call(page, "PARAGRAPH", "The spec records no error on held-out rows.", NULL);
        return;
    }
    page_table(page, "Error and coverage on held-out rows", "Output", "Rows", "RMSE",
               "Negative log likelihood", "Within 1 sigma", "2 sigma", "3 sigma", NULL);
    for (size_t k = 0; k < spec->mean.count; k++) {
        const struct spec_pair *f = held_out_find(r, k);
        if (f != NULL)
            page_row(page, output_with_unit(r, k), figure(pair_find(f, "rows")),
                     figure(pair_find(f, "rmse")), figure(pair_find(f, "nll")),
                     share(r, pair_find(f, "within_1_sigma")),
                     share(r, pair_find(f, "within_2_sigma")),
                     share(r, pair_find(f, "within_3_sigma")), NULL);
    }
    page_table_end(page);
    page_call(page, "PARAGRAPH",
              "Of normal errors 68.3, 95.4 and 99.7 % lie within 1, 2 and 3 sigma. Held-out rows "
              "taught no "
              "weight; they chose when training ended and may have scaled sigma.",
              NULL);
    const char *coverage = provenance_find(r, "sigma_coverage");
    if (coverage != NULL)
        page_call(
            page, "PARAGRAPH",
            arena_printf(r->arena,
                         "Mean plus or minus %s sigma covers %s of rows like the held-out ones "
                         "(conformal prediction).",
                         figure(provenance_find(r, "sigma_coverage_z")), share(r, coverage)),
            NULL);
}

static void threshold_write(struct page *page, const struct report *r)
{
    const char *alarms = provenance_find(r, "eta_false_alarms");
    const char *turns = provenance_find(r, "eta_calibrated_in_turns");
    const char *regions = provenance_find(r, "eta_regions_left_out");
    const char *holes = provenance_find(r, "eta_holes_caught");
    const char *radius = provenance_find(r, "eta_guaranteed_beyond");
    if (!spec_has(&r->model->program->spec->eta))
        return;
    page_call(page, "HEADING", "What the threshold 0.5 of eta means", NULL);
    page_call(page, "LIST", "", NULL);
    page_call(
        page, "ITEM",
        alarms == NULL
            ? "False alarms: no rate is recorded; 0.5 has no statistical meaning for this model."
            : arena_printf(r->arena,
                           "False alarms: of rows like the held-out ones at most %s have eta above "
                           "0.5, on average (conformal prediction on %s rows%s). Rows of another "
                           "kind, such as another day, are not covered.",
                           share(r, alarms), figure(provenance_find(r, "eta_calibrated_on_rows")),
                           turns == NULL ? ""
                                         : ", each put to a network that was trained without it"),
        NULL);
    page_call(
        page, "ITEM",
        regions == NULL
            ? "Left-out regions: none are recorded. Nothing shows that eta finds a region without "
              "training rows."
            : arena_printf(
                  r->arena,
                  "Left-out regions: %s regions of the rows were left out in turn, and eta "
                  "found %s of their rows (AUROC %s). Worst: %s (AUROC %s).",
                  regions, share(r, provenance_find(r, "eta_regions_caught")),
                  figure(provenance_find(r, "eta_regions_auroc")),
                  figure(provenance_find(r, "eta_worst_region")),
                  figure(provenance_find(r, "eta_worst_region_auroc"))),
        NULL);
    if (holes != NULL)
        page_call(page, "ITEM",
                  arena_printf(r->arena, "Holes in the middle of the rows: eta found %s.",
                               share(r, holes)),
                  NULL);
    page_call(
        page, "ITEM",
        radius == NULL
            ? "Far away: no radius is recorded beyond which eta is high; outside the domain it is "
              "1."
            : arena_printf(r->arena,
                           "Far away: farther than %s standard deviations of the inputs from all "
                           "training rows eta is above 0.5 by construction, in exact arithmetic.",
                           radius),
        NULL);
    page_call(page, "LIST_END", "", NULL);
}

static double part(size_t count, size_t of)
{
    return of == 0 ? (double)NAN : (double)count / (double)of;
}

static void set_write(struct page *page, const struct report *r, const struct rows_set *set,
                      const char *title, const char *words)
{
    const struct spec *spec = r->model->program->spec;
    bool sigma = spec_has(&spec->sigma);
    page_call(page, "HEADING", title, NULL);
    const char *text =
        arena_printf(r->arena, "%s The file has %s rows", words, whole_text(r->arena, set->all));
    if (set->incomplete > 0)
        text = arena_printf(r->arena, "%s, %s of them left out because an input is missing", text,
                            whole_text(r->arena, set->incomplete));
    text = arena_printf(r->arena, "%s. %s rows have an input outside of the domain.", text,
                        set->outside == 0 ? "No" : whole_text(r->arena, set->outside));
    if (spec_has(&spec->eta))
        text = arena_printf(r->arena, "%s Eta calls %s of the rows unknown.", text,
                            percent_text(r->arena, part(set->unknown, set->all - set->incomplete)));
    page_call(page, "PARAGRAPH", text, NULL);
    page_call(
        page, "PARAGRAPH",
        set->shown == set->all - set->incomplete
            ? "Every row is drawn."
            : arena_printf(r->arena,
                           "Figures are over all rows; pictures draw %s of them, evenly spaced.",
                           whole_text(r->arena, set->shown)),
        NULL);
    if (!set->measured) {
        page_call(page, "PARAGRAPH",
                  "The file has no measured output: there are no errors to show.", NULL);
        return;
    }
    page_table(page, arena_printf(r->arena, "Errors on %s", set->file), "Output", "Rows", "RMSE",
               "RMSE where known", "Standard deviation", "Within 1 sigma", "2 sigma", "3 sigma",
               NULL);
    for (size_t k = 0; k < spec->mean.count; k++) {
        const struct rows_output *o = &set->outputs[k];
        double n = (double)o->count;
        page_row(page, output_with_unit(r, k), whole_text(r->arena, o->count),
                 figure_text(r->arena, rows_rmse(o)),
                 figure_text(r->arena, o->known == 0 ? (double)NAN
                                                     : sqrt(o->known_squares / (double)o->known)),
                 figure_text(r->arena,
                             o->count == 0
                                 ? (double)NAN
                                 : sqrt(fmax(0.0, o->sum_squares / n - o->sum / n * (o->sum / n)))),
                 sigma ? percent_text(r->arena, part(o->within[0], o->count)) : "",
                 sigma ? percent_text(r->arena, part(o->within[1], o->count)) : "",
                 sigma ? percent_text(r->arena, part(o->within[2], o->count)) : "", NULL);
    }
    page_table_end(page);
}

static const char *data_words(const struct report *r, const struct rows_set *set)
{
    const char *sha256 = provenance_find(r, "data_sha256");
    if (sha256 != NULL && strcmp(sha256, set->sha256) == 0)
        return "These are the rows that the model was trained from: the checksum is that in the "
               "spec. "
               "Most of them taught it, so errors on them flatter it.";
    return "The checksum of this file is not that of the training data in the spec, so the page "
           "does "
           "not call it training data.";
}

void data_section_write(struct page *page, const struct report *r)
{
    page_call(page, "SECTION", "data-section", "Data and calibration", NULL);
    held_out_write(page, r);
    threshold_write(page, r);
    if (r->data == NULL && r->test == NULL)
        page_call(page, "PARAGRAPH",
                  "No log was given (--data, --test), so there are no pictures of rows here.",
                  NULL);
    if (r->data != NULL)
        set_write(page, r, r->data, "Rows of --data", data_words(r, r->data));
    if (r->test != NULL)
        set_write(page, r, r->test, "Rows of --test",
                  "Whoever made the page says that these rows had no part in the training.");
    page_call(page, "PLACE", "data-place", NULL);
    page_call(page, "SECTION_END", "", NULL);
}

/* --- cost ------------------------------------------------------------------------------------- */

void cost_write(struct page *page, const struct report *r)
{
    page_call(page, "SECTION", "cost", "Cost", NULL);
    page_call(page, "PARAGRAPH",
              "Every call executes the same instructions, so the worst case is every case. A bound "
              "rests on "
              "the manual of the core; an estimate is a number for planning, because the vendor "
              "publishes "
              "no timings. Interrupts, wait states of the flash and other bus masters come on top.",
              NULL);
    page_table(page, "Cost by core, gcc -O2", "Core", "Cycles", "Kind", "At 100 MHz", "Flash",
               "Stack", "RAM", "Found by", NULL);
    for (size_t i = 0; cost_cores[i] != NULL; i++) {
        struct core_figures c = figures_find(r, cost_cores[i]);
        const char *why = "not asked for (--core)";
        bool here = false;
        for (size_t k = 0; k < r->n_costs; k++)
            if (strcmp(r->costs[k].core, cost_cores[i]) == 0) {
                here = r->costs[k].why == NULL;
                why = here ? why : r->costs[k].why;
            }
        if (core_known(&c))
            page_row(page, core_label(c.core), whole_text(r->arena, c.cycles), c.kind,
                     arena_printf(r->arena, "%.4g us", (double)c.cycles / 100.0),
                     arena_printf(r->arena, "%s B", whole_text(r->arena, c.flash)),
                     arena_printf(r->arena, "%s B", whole_text(r->arena, c.stack)),
                     arena_printf(r->arena, "%s B", whole_text(r->arena, c.ram)),
                     here ? "epiwcet, for this page" : "the certificate", NULL);
        else
            page_row(page, core_label(cost_cores[i]), "not run", why, "", "", "", "", "", NULL);
    }
    page_table_end(page);
    page_call(page, "PLACE", "cost-place", NULL);
    page_call(page, "PARAGRAPH",
              r->front == NULL
                  ? "Other sizes of the network: no front of epitune was given (--front)."
                  : "Other sizes of the network: what epitune found when it searched, each point "
                    "the best for "
                    "its cycles.",
              NULL);
    page_call(page, "SECTION_END", "", NULL);
}

/* --- evidence and provenance ------------------------------------------------------------------ */

static void checks_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    page_table(page, "Checks of epiverify", "Check", "Question", "What was found", "Repeat with",
               "Result", NULL);
    for (size_t i = 0; i < check_kind_count; i++) {
        const struct check *found = NULL;
        for (size_t k = 0; c != NULL && k < c->n_checks; k++)
            if (strcmp(c->checks[k].name, check_kinds[i].name) == 0)
                found = &c->checks[k];
        page_row_state(
            page, found == NULL ? STATE_NOT_RUN : found->state, check_kinds[i].name,
            check_kinds[i].asks, found == NULL ? "" : found->summary,
            arena_printf(r->arena, "epiverify %s --only=%s", r->spec_name, check_kinds[i].name),
            NULL);
    }
    page_table_end(page);
}

static void proven_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    if (c == NULL)
        return;
    page_table(page, "What is established", "Requirement", "Statement", "How", "Result", NULL);
    for (size_t i = 0; i < c->n_statements; i++)
        page_row_state(page, c->statements[i].holds ? STATE_PASS : STATE_NOT_RUN,
                       c->statements[i].requirement, c->statements[i].text, c->statements[i].how,
                       NULL);
    page_table_end(page);
    if (c->n_properties == 0)
        return;
    page_table(page, "Properties, proven for every float32 input and every rounding", "Property",
               "Text", "Answer", "Result", NULL);
    for (size_t i = 0; i < c->n_properties; i++) {
        const struct property *p = &c->properties[i];
        page_row_state(page,
                       strcmp(p->answer, "holds") == 0      ? STATE_PASS
                       : strcmp(p->answer, "violated") == 0 ? STATE_FAIL
                                                            : STATE_NOT_RUN,
                       p->name, p->text, p->answer, NULL);
    }
    page_table_end(page);
}

static void not_proven_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    page_call(page, "HEADING", "What is not proven", NULL);
    page_call(page, "LIST", "", NULL);
    page_call(page, "ITEM",
              "That the model predicts your plant well. Error and coverage are measured on rows; "
              "other rows "
              "can be worse.",
              NULL);
    if (spec_has(&r->model->program->spec->eta))
        page_call(page, "ITEM",
                  "That eta finds every place without training rows. What it found is statistics "
                  "on regions "
                  "that were tried; a hole of another kind can be missed.",
                  NULL);
    if (c == NULL)
        page_call(page, "ITEM",
                  "Anything about the C: no certificate was given, and no check of it was run for "
                  "this page.",
                  NULL);
    if (c != NULL && c->n_properties == 0)
        page_call(page, "ITEM", "Any property of your application: none was asked (--properties).",
                  NULL);
    for (size_t i = 0; c != NULL && i < c->n_properties; i++)
        if (strcmp(c->properties[i].answer, "holds") != 0)
            page_call(page, "ITEM",
                      arena_printf(r->arena, "The property \"%s\" (%s): %s.", c->properties[i].name,
                                   c->properties[i].text, c->properties[i].answer),
                      NULL);
    if (spec_has(&r->model->program->spec->eta) && (c == NULL || c->eta_radius == NULL))
        page_call(page, "ITEM",
                  "A radius around the rows beyond which eta is high, with every rounding.", NULL);
    page_call(
        page, "ITEM",
        "Cycles of Cortex-M7, Cortex-M33 and RISC-V: they are estimates. Interrupts, caches and "
        "wait states are outside of every figure.",
        NULL);
    page_call(page, "ITEM",
              "The tools: compilers, Frama-C, cppcheck and qemu are taken as they are.", NULL);
    page_call(page, "LIST_END", "", NULL);
}

static void eta_proof_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    if (c == NULL || c->eta_radius == NULL)
        return;
    page_call(page, "PARAGRAPH",
              arena_printf(
                  r->arena,
                  "Proven: eta is above 0.5 at every point of the domain farther than %s from all "
                  "%s rows (distances in the scales of the inputs). Of the domain's volume %s is "
                  "proven unknown and %s proven known.",
                  c->eta_radius, c->eta_rows, share(r, c->eta_unknown), share(r, c->eta_known)),
              NULL);
}

static void assumptions_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    if (c == NULL || c->n_assumptions == 0)
        return;
    page_call(page, "DETAILS", "closed", "Assumptions of use: yours to meet", NULL);
    page_table(page, "Assumptions of use", "About", "What you have to see to", NULL);
    for (size_t i = 0; i < c->n_assumptions; i++)
        page_row(page, c->assumptions[2 * i], c->assumptions[2 * i + 1], NULL);
    page_table_end(page);
    page_call(page, "DETAILS_END", "", NULL);
}

static void checksums_write(struct page *page, const struct report *r)
{
    static const char *const keys[] = {"data_sha256", "points_sha256", "recipe_sha256",
                                       "mean_sha256"};
    static const char *const names[] = {"training data", "points", "recipe", "mean network"};
    page_table(page, "Checksums (SHA-256)", "What", "Checksum", NULL);
    page_row(page, "spec", r->model->sha256, NULL);
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (provenance_find(r, keys[i]) != NULL)
            page_row(page, names[i], provenance_find(r, keys[i]), NULL);
    for (size_t i = 0; i < EMITTED_FILES; i++)
        page_row(page, r->emitted[i].path, r->sha256[i], NULL);
    if (r->data != NULL)
        page_row(page, arena_printf(r->arena, "--data %s", r->data->file), r->data->sha256, NULL);
    if (r->test != NULL)
        page_row(page, arena_printf(r->arena, "--test %s", r->test->file), r->test->sha256, NULL);
    page_table_end(page);
}

static void tools_write(struct page *page, const struct report *r)
{
    const struct certificate *c = r->certificate;
    if (c == NULL || c->n_tools == 0)
        return;
    page_call(page, "DETAILS", "closed", "Programs that the checks ran", NULL);
    page_table(page, "Programs", "Program", "Version", "SHA-256", NULL);
    for (size_t i = 0; i < c->n_tools; i++)
        page_row(page, c->tools[3 * i], c->tools[3 * i + 1], c->tools[3 * i + 2], NULL);
    page_table_end(page);
    page_call(page, "DETAILS_END", "", NULL);
}

static void provenance_write(struct page *page, const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    page_call(page, "HEADING", "Provenance", NULL);
    if (spec->n_provenance == 0) {
        page_call(page, "PARAGRAPH",
                  "The spec has no provenance: nothing is known of the data and the training.",
                  NULL);
    } else {
        page_table(page, "What the spec says of its training", "Entry", "Value", NULL);
        for (size_t i = 0; i < spec->n_provenance; i++)
            if (spec->provenance[i].text != NULL)
                page_row(page, spec->provenance[i].key, spec->provenance[i].text, NULL);
        page_table_end(page);
    }
    checksums_write(page, r);
    tools_write(page, r);
}

static void commands_write(struct page *page, const struct report *r)
{
    const char *name = r->model->program->prefix;
    page_call(page, "HEADING", "Repeat it", NULL);
    page_call(page, "PARAGRAPH", "Each figure of this page comes from one of these commands.",
              NULL);
    page_call(page, "COMMAND",
              arena_printf(r->arena,
                           "epigen %s -o out\nepigen --bounds %s\nepirun %s log.csv\n"
                           "epivalidate %s out/%s.c\nepiwcet --core=cortex-m4f %s.o\n"
                           "epiprove %s --eta --data=log.csv\nepiverify %s -o evidence\n"
                           "epireport %s --data=log.csv --certificate=evidence -o report.html",
                           r->spec_name, r->spec_name, r->spec_name, r->spec_name, name, name,
                           r->spec_name, r->spec_name, r->spec_name),
              NULL);
}

void evidence_write(struct page *page, const struct report *r)
{
    page_call(page, "SECTION", "evidence", "Evidence and provenance", NULL);
    page_call(
        page, "PARAGRAPH",
        r->certificate == NULL
            ? "No certificate was given (--certificate), so every check below is not run."
            : arena_printf(
                  r->arena,
                  "The certificate in %s is of this spec; its result is %s. It is about the %s "
                  "form; the code was %s.",
                  r->certificate->file, r->certificate->result, r->certificate->form,
                  r->certificate->code),
        NULL);
    checks_write(page, r);
    proven_write(page, r);
    eta_proof_write(page, r);
    not_proven_write(page, r);
    assumptions_write(page, r);
    provenance_write(page, r);
    commands_write(page, r);
    page_call(page, "SECTION_END", "", NULL);
}
