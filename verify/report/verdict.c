/* The first screen: the questions that a reader comes with, each answered in one figure and one
   sentence. A card is green only for what was run and passed, red for what failed. */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 8 };

struct card {
    enum state state;
    const char *question, *answer, *words;
};

static const char *list_text(const struct report *r, size_t count,
                             const char *(*item)(const struct report *, size_t))
{
    const char *text = "";
    for (size_t i = 0; i < count && i < NAMES_MOST; i++)
        text = arena_printf(r->arena, "%s%s%s", text, i == 0 ? "" : ", ", item(r, i));
    return count <= NAMES_MOST
               ? text
               : arena_printf(r->arena, "%s and %zu more", text, count - NAMES_MOST);
}

static struct card predicts_card(const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    bool sigma = spec_has(&spec->sigma), eta = spec_has(&spec->eta);
    return (struct card){
        STATE_FACT, "What does it predict?", list_text(r, spec->mean.count, output_with_unit),
        arena_printf(
            r->arena, "From %zu input%s: %s. %s", spec->n_inputs, spec->n_inputs == 1 ? "" : "s",
            list_text(r, spec->n_inputs, input_with_unit),
            sigma && eta ? "With each prediction come sigma, the noise to expect, and eta, whether "
                           "the model knows."
            : sigma
                ? "Sigma says how much noise to expect. There is no eta: the model does not say "
                  "whether it knows."
            : eta ? "Eta says whether the model knows. There is no sigma, so no error bar."
                  : "There is neither sigma nor eta: the model says nothing about its own doubt.")};
}

/* "0.0778 N" of the outputs, as far as they are recorded. */
static struct card error_card(const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    const char *unit = spec->mean.unit == NULL ? "" : spec->mean.unit;
    const char *text = "", *rows = NULL;
    size_t found = 0;
    for (size_t k = 0; k < spec->mean.count; k++) {
        const struct spec_pair *figures = held_out_find(r, k);
        const char *rmse = pair_find(figures, "rmse");
        if (rmse == NULL || found++ >= 4)
            continue;
        rows = pair_find(figures, "rows");
        text = arena_printf(r->arena, "%s%s%s%s%.3g%s%s", text, found == 1 ? "" : ", ",
                            spec->mean.count == 1 ? "" : output_label(r, k),
                            spec->mean.count == 1 ? "" : " ", strtod(rmse, NULL),
                            *unit == '\0' ? "" : " ", unit);
    }
    if (found == 0)
        return (struct card){STATE_NOT_RUN, "How large is its error?", "Not recorded",
                             "The spec holds no error on held-out rows. Nothing here says how well "
                             "the model predicts."};
    return (struct card){
        STATE_FACT, "How large is its error?", text,
        arena_printf(r->arena,
                     "Root mean square on %s held-out rows, which taught no weight%s. A measured "
                     "figure, not a bound.",
                     rows == NULL ? "the" : rows,
                     found > 4 ? " (the first outputs; all are under Data)" : "")};
}

static struct card sigma_card(const struct report *r)
{
    const char *const question = "How often does two sigma hold?";
    const struct spec *spec = r->model->program->spec;
    double least = (double)NAN;
    const char *rows = "the", *which = "";
    if (!spec_has(&spec->sigma))
        return (struct card){STATE_FACT, question, "No sigma", "The model gives no error bar."};
    for (size_t k = 0; k < spec->mean.count; k++) {
        const struct spec_pair *figures = held_out_find(r, k);
        const char *within = pair_find(figures, "within_2_sigma");
        if (within == NULL || strtod(within, NULL) >= least)
            continue;
        least = strtod(within, NULL);
        which = output_label(r, k);
        rows = pair_find(figures, "rows") == NULL ? "the" : pair_find(figures, "rows");
    }
    if (isnan(least))
        return (struct card){
            STATE_NOT_RUN, question, "Not recorded",
            "The spec does not say how many held-out errors were within two sigma."};
    return (struct card){
        STATE_FACT, question, percent_text(r->arena, least),
        arena_printf(r->arena,
                     "of %s held-out rows had an error of at most two sigma%s%s. Of normal errors "
                     "95.4 %% have.",
                     rows, spec->mean.count == 1 ? "" : ", in the output where it is least, ",
                     spec->mean.count == 1 ? "" : which)};
}

static const char *unknown_sentence(const struct report *r)
{
    return arena_printf(
        r->arena,
        "Eta is above 0.5 on %s of %d points spread evenly over the domain, and everywhere "
        "outside of it.",
        percent_text(r->arena, r->sweep->unknown), SWEEP_POINTS);
}

static struct card eta_card(const struct report *r)
{
    const char *const question = "Where does it not know?";
    const char *caught = provenance_find(r, "eta_regions_caught");
    const char *trusted = provenance_find(r, "eta_trusted");
    const char *alarms = provenance_find(r, "eta_false_alarms");
    const char *worst = provenance_find(r, "eta_worst_region");
    if (!spec_has(&r->model->program->spec->eta))
        return (struct card){STATE_FACT, question, "It does not say",
                             "The model has no eta. Outside of its domain it sets a status bit; "
                             "inside, nothing tells what it never saw."};
    if (caught == NULL)
        return (struct card){
            STATE_NOT_RUN, question, "Where eta is above 0.5",
            arena_printf(r->arena,
                         "%s Nothing recorded shows that eta finds regions without training data.",
                         unknown_sentence(r))};
    bool good = trusted != NULL && strcmp(trusted, "yes") == 0;
    return (struct card){
        good ? STATE_PASS : STATE_FAIL, question,
        arena_printf(r->arena, "Eta found %s of what was left out",
                     percent_text(r->arena, strtod(caught, NULL))),
        arena_printf(r->arena,
                     "%s regions of the training rows were left out in turn, at %s false "
                     "alarms; hardest: %s. %s%s",
                     provenance_find(r, "eta_regions_left_out"),
                     alarms == NULL ? "unknown" : percent_text(r->arena, strtod(alarms, NULL)),
                     worst == NULL ? "not recorded" : worst, unknown_sentence(r),
                     good ? "" : " The trainer calls eta not to be trusted on these data.")};
}

static struct card cost_card(const struct report *r)
{
    const char *const question = "What does it cost?";
    struct core_figures best = {.kind = NULL};
    for (size_t i = 0; cost_cores[i] != NULL && !core_known(&best); i++)
        best = figures_find(r, cost_cores[i]);
    if (!core_known(&best))
        return (struct card){STATE_NOT_RUN, question, "Not run",
                             r->n_costs == 0
                                 ? "No core was asked for (--core), and no certificate was given."
                                 : "The compiler of the core is not installed here, and no "
                                   "certificate was given."};
    bool over = r->max_cycles > 0 && best.cycles > r->max_cycles;
    const char *budget =
        r->max_cycles == 0
            ? "No budget was given."
            : arena_printf(r->arena, "The budget of %s cycles is %s.",
                           whole_text(r->arena, r->max_cycles), over ? "exceeded" : "kept");
    return (struct card){
        r->max_cycles == 0 ? STATE_FACT
        : over             ? STATE_FAIL
                           : STATE_PASS,
        question,
        arena_printf(r->arena, "%s cycles on a %s", whole_text(r->arena, best.cycles),
                     core_label(best.core)),
        arena_printf(
            r->arena,
            "Worst case of every call (%s, gcc -O2); at 100 MHz %.3g microseconds. Flash %s "
            "bytes, stack %s bytes. %s",
            best.kind, (double)best.cycles / 100.0, whole_text(r->arena, best.flash),
            whole_text(r->arena, best.stack), budget)};
}

static struct card evidence_card(const struct report *r)
{
    const struct certificate *c = r->certificate;
    size_t passed = 0, failed = 0;
    const char *names = "";
    if (c == NULL)
        return (struct card){STATE_NOT_RUN, "Was the C checked?", "No check was run",
                             "No certificate was given. epiverify makes one, in about a minute."};
    for (size_t i = 0; i < c->n_checks; i++) {
        passed += c->checks[i].state == STATE_PASS;
        if (c->checks[i].state == STATE_PASS)
            continue;
        failed += c->checks[i].state == STATE_FAIL;
        names =
            arena_printf(r->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", c->checks[i].name);
    }
    return (struct card){
        c->passed                            ? STATE_PASS
        : failed == 0 && *c->changed == '\0' ? STATE_NOT_RUN
                                             : STATE_FAIL,
        "Was the C checked?",
        arena_printf(r->arena, "%zu of %zu checks passed", passed, c->n_checks),
        arena_printf(r->arena, "epiverify %s says %s.%s%s%s%s", c->version, c->result,
                     *names == '\0' ? "" : " Not passed: ", names, *names == '\0' ? "" : ".",
                     *c->changed == '\0' ? "" : " Files changed while the checks ran.")};
}

static struct card proven_card(const struct report *r)
{
    const char *const question = "What is proven?";
    const struct certificate *c = r->certificate;
    size_t holds = 0, broken = 0, statements = 0;
    if (c == NULL)
        return (struct card){STATE_NOT_RUN, question, "Nothing here",
                             "Proofs are part of the certificate, which was not given."};
    for (size_t i = 0; i < c->n_properties; i++) {
        holds += strcmp(c->properties[i].answer, "holds") == 0;
        broken += strcmp(c->properties[i].answer, "violated") == 0;
    }
    for (size_t i = 0; i < c->n_statements; i++)
        statements += c->statements[i].holds && strstr(c->statements[i].how, "proven") != NULL;
    const char *about_eta =
        c->eta_radius != NULL
            ? arena_printf(r->arena, " Farther than %.3g from all rows eta is above 0.5.",
                           strtod(c->eta_radius, NULL))
            : " No radius is proven beyond which eta is high.";
    const char *asked = c->n_properties == 0
                            ? "No property of yours was asked."
                            : arena_printf(r->arena, "Of %zu properties of yours %zu hold%s.",
                                           c->n_properties, holds, holds == 1 ? "s" : "");
    return (struct card){
        broken > 0                                   ? STATE_FAIL
        : statements > 0 && holds == c->n_properties ? STATE_PASS
                                                     : STATE_NOT_RUN,
        question,
        arena_printf(r->arena, "%zu statement%s about every input", statements + holds,
                     statements + holds == 1 ? "" : "s"),
        arena_printf(r->arena, "%s%s They are listed under Evidence, and so is what is not proven.",
                     asked, spec_has(&r->model->program->spec->eta) ? about_eta : "")};
}

/* What no page can take away; the list under Evidence goes on. */
static struct card open_card(const struct report *r)
{
    bool eta = spec_has(&r->model->program->spec->eta);
    return (struct card){
        STATE_FACT, "What is not proven?",
        eta ? "That it predicts well, and that eta finds all" : "That it predicts well",
        arena_printf(
            r->arena,
            "Error and coverage are measured on rows%s. %s The full list is under Evidence.",
            eta ? ", and so is what eta finds: a hole of a kind that was not tried can be missed"
                : "",
            r->certificate == NULL ? "Without a certificate nothing about the C is proven here."
                                   : "Cycles of cores other than the Cortex-M4F are estimates.")};
}

static void headline_write(struct page *page, const struct card *cards, size_t count)
{
    size_t failed = 0, open = 0;
    for (size_t i = 0; i < count; i++) {
        failed += cards[i].state == STATE_FAIL;
        open += cards[i].state == STATE_NOT_RUN;
    }
    if (failed > 0)
        page_call(page, "VERDICT", "fail", "Something failed.",
                  "Read the red cards first. This page is no evidence for the model.", NULL);
    else if (open > 0)
        page_call(page, "VERDICT", "notrun", "Nothing failed, but not everything was run.",
                  "What was not run says nothing, neither good nor bad: see the dashed cards.",
                  NULL);
    else
        page_call(page, "VERDICT", "pass", "Everything that was asked was run and passed.",
                  "That holds for the files with the checksums under Provenance, and under the "
                  "assumptions of use.",
                  NULL);
}

static void domain_write(struct page *page, const struct report *r)
{
    const struct spec *spec = r->model->program->spec;
    page_call(page, "DETAILS", spec->n_inputs <= 6 ? "open" : "closed",
              "Inputs, their units and their domain", NULL);
    page_table(page, "Inputs and their domain", "Input", "Unit", "From", "To", NULL);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *in = &spec->inputs[i];
        page_row(page, in->name, in->unit == NULL ? "" : in->unit,
                 figure_text(r->arena, (double)in->min), figure_text(r->arena, (double)in->max),
                 NULL);
    }
    page_table_end(page);
    page_call(page, "PARAGRAPH",
              spec_has(&spec->eta)
                  ? "Outside of its domain an input sets its status bit and makes eta 1: the model "
                    "says that it does not know."
                  : "Outside of its domain an input sets its status bit; the caller has to look at "
                    "it.",
              NULL);
    page_call(page, "DETAILS_END", "", NULL);
}

void verdict_write(struct page *page, const struct report *r)
{
    const struct card cards[] = {predicts_card(r), error_card(r),    sigma_card(r),  eta_card(r),
                                 cost_card(r),     evidence_card(r), proven_card(r), open_card(r)};
    enum { CARDS = sizeof(cards) / sizeof(cards[0]) };
    page_call(page, "SECTION", "verdict", "Verdict", NULL);
    headline_write(page, cards, CARDS);
    page_call(page, "CARDS", "", NULL);
    for (size_t i = 0; i < CARDS; i++)
        page_call(page, "CARD", state_word(cards[i].state), cards[i].question, cards[i].answer,
                  cards[i].words, NULL);
    page_call(page, "CARDS_END", "", NULL);
    domain_write(page, r);
    page_call(page, "SECTION_END", "", NULL);
}
