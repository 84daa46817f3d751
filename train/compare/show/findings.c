/* See findings.h. */
#include "compare/show/findings.h"

#include "compare/measure/scores.h"

#include <math.h>
#include <string.h>

enum better { LOWER, HIGHER, NEAR_95 };

static const struct {
    const char *name; /* in CSV */
    const char *title;
    enum better better;
} measures[MEASURES] = {
    [MEASURE_RMSE] = {"rmse", "RMSE", LOWER},
    [MEASURE_SMSE] = {"smse", "SMSE", LOWER},
    [MEASURE_NLL] = {"nll", "NLL", LOWER},
    [MEASURE_MSLL_RAW] = {"msll_raw", "MSLL raw", LOWER},
    [MEASURE_MSLL] = {"msll", "MSLL", LOWER},
    [MEASURE_MSLL_PAPER] = {"msll_paper", "MSLL paper", LOWER},
    [MEASURE_AUROC] = {"auroc", "AUROC", HIGHER},
    [MEASURE_AUPR] = {"aupr", "AUPR", HIGHER},
    [MEASURE_CORRELATION] = {"correlation", "corr.", HIGHER},
    [MEASURE_RISK] = {"risk_coverage", "risk area", LOWER},
    [MEASURE_COVERAGE] = {"coverage_95", "in 95 %", NEAR_95},
    [MEASURE_TAIL] = {"beyond_3", "beyond 3 sd", LOWER},
    [MEASURE_FIT] = {"fit_s", "fit s", LOWER},
    [MEASURE_PREDICT] = {"predict_us", "predict us", LOWER},
    [MEASURE_BYTES] = {"bytes", "bytes", LOWER},
};

static struct spread_of cell_of(const struct findings *r, size_t learner, size_t measure)
{
    double values[1000];
    size_t n = r->seeds < 1000 ? r->seeds : 1000;
    for (size_t s = 0; s < n; s++)
        values[s] = r->outcomes[learner * r->seeds + s].value[measure];
    return scores_summarise(values, n);
}

/* A number that is smaller for better values. */
static double badness(double value, enum better better)
{
    return better == LOWER ? value : better == HIGHER ? -value : fabs(value - 0.95);
}

/* Whether no learner is better and at least one is worse. If all are equal, or the value is not
   finite, none is best. */
static bool is_best(const struct findings *r, size_t learner, size_t measure)
{
    double own = badness(cell_of(r, learner, measure).mean, measures[measure].better);
    bool beats = false;
    for (size_t i = 0; i < r->n_learners; i++) {
        double other = badness(cell_of(r, i, measure).mean, measures[measure].better);
        if (other < own)
            return false;
        beats = beats || other > own;
    }
    return isfinite(own) && beats;
}

/* Whether the table has a column for a measure: a learner has a value, or could have one on other
   test rows. */
static bool is_measured(const struct findings *r, size_t measure)
{
    bool always = measure != MEASURE_AUROC && measure != MEASURE_AUPR;
    for (size_t i = 0; i < r->n_learners; i++)
        if (!isnan(cell_of(r, i, measure).mean) || (always && r->learners[i]->has_mean))
            return true;
    return false;
}

static bool block_is_measured(const struct findings *r, size_t first, size_t end)
{
    for (size_t m = first; m < end; m++)
        if (is_measured(r, m))
            return true;
    return false;
}

struct cell {
    char text[64];
};

/* The name of a row of the table: that of the learner, and whether its settings were tried. */
static struct cell row_title(const struct findings *r, size_t learner)
{
    struct cell cell;
    snprintf(cell.text, sizeof(cell.text), "%s%s", r->learners[learner]->title,
             learner < r->n_plain ? "" : ", tuned");
    return cell;
}

/* The text of a cell; "-" where nothing was measured. */
static struct cell cell_text(const struct findings *r, size_t learner, size_t measure)
{
    struct cell cell = {"-"};
    struct spread_of s = cell_of(r, learner, measure);
    const char *format = measure == MEASURE_BYTES ? "%.0f" : "%.4g";
    if (isnan(s.mean))
        return cell;
    int used = snprintf(cell.text, sizeof(cell.text), format, s.mean);
    if (r->seeds > 1 && measure != MEASURE_BYTES)
        snprintf(cell.text + used, sizeof(cell.text) - (size_t)used, "+-%.1g", s.error);
    return cell;
}

static void block_print(const struct findings *r, size_t first, size_t end, FILE *f)
{
    if (!block_is_measured(r, first, end))
        return;
    fprintf(f, "%-15s", "");
    for (size_t m = first; m < end; m++)
        if (is_measured(r, m))
            fprintf(f, " %16s ", measures[m].title);
    for (size_t i = 0; i < r->n_learners; i++) {
        fprintf(f, "\n%-15s", row_title(r, i).text);
        for (size_t m = first; m < end; m++)
            if (is_measured(r, m))
                fprintf(f, " %16s%c", cell_text(r, i, m).text, is_best(r, i, m) ? '*' : ' ');
    }
    fputs("\n\n", f);
}

/* Says how many test rows a learner can have seen. */
static void repeated_print(const struct findings *r, FILE *f)
{
    if (r->repeated > 0)
        fprintf(
            f,
            "Of the %zu test rows of the first seed %zu have the inputs of a training row, which "
            "flatters learners that remember rows, GP above all.\n\n",
            r->test, r->repeated);
}

/* Says which settings were tried and how often each was the best. */
static void trials_print(const struct findings *r, FILE *f)
{
    for (size_t i = r->n_plain; i < r->n_learners; i++) {
        size_t count[TRIALS] = {0};
        for (size_t s = 0; s < r->seeds; s++)
            count[r->outcomes[i * r->seeds + s].trial]++;
        fprintf(f, "%s tried, and how often it was the best: ", row_title(r, i).text);
        for (size_t t = 0; t < TRIALS; t++)
            fprintf(f, "%s (%zu)%s", r->learners[i]->trials[t], count[t],
                    t + 1 < TRIALS ? "; " : ".\n");
    }
    if (r->n_plain < r->n_learners)
        fputc('\n', f);
}

void findings_table(const struct findings *r, FILE *f)
{
    fprintf(f, "%s, output %s, %zu seed%s; * the best\n\n", r->name, r->output, r->seeds,
            r->seeds == 1 ? "" : "s, mean and standard error");
    block_print(r, MEASURE_RMSE, MEASURE_AUROC, f);
    block_print(r, MEASURE_AUROC, MEASURE_FIT, f);
    block_print(r, MEASURE_FIT, MEASURES, f);
    repeated_print(r, f);
    trials_print(r, f);
}

void findings_markdown(const struct findings *r, FILE *f)
{
    fprintf(f, "### %s, output %s\n\n| |", r->name, r->output);
    for (size_t m = 0; m < MEASURES; m++)
        if (is_measured(r, m))
            fprintf(f, " %s |", measures[m].title);
    fputs("\n|---|", f);
    for (size_t m = 0; m < MEASURES; m++)
        if (is_measured(r, m))
            fputs("---|", f);
    for (size_t i = 0; i < r->n_learners; i++) {
        fprintf(f, "\n| %s |", row_title(r, i).text);
        for (size_t m = 0; m < MEASURES; m++) {
            const char *bold = is_best(r, i, m) ? "**" : "";
            if (is_measured(r, m))
                fprintf(f, " %s%s%s |", bold, cell_text(r, i, m).text, bold);
        }
    }
    fputs("\n\n", f);
    repeated_print(r, f);
    trials_print(r, f);
}

void findings_csv_header(FILE *f)
{
    fputs("recipe,output,learner,seed", f);
    for (size_t m = 0; m < MEASURES; m++)
        fprintf(f, ",%s", measures[m].name);
    fputs(",trial\n", f);
}

void findings_csv(const struct findings *r, FILE *f)
{
    for (size_t i = 0; i < r->n_learners; i++)
        for (size_t s = 0; s < r->seeds; s++) {
            const struct outcome *o = &r->outcomes[i * r->seeds + s];
            fprintf(f, "%s,%s,%s%s,%zu", r->name, r->output, r->learners[i]->name,
                    i < r->n_plain ? "" : "-tuned", s + 1);
            for (size_t m = 0; m < MEASURES; m++)
                if (isnan(o->value[m]))
                    fputc(',', f);
                else
                    fprintf(f, ",%.9g", o->value[m]);
            fprintf(f, ",%zu\n", o->trial + 1);
        }
}

/* --- on a page ------------------------------------------------------------------------------ */

static const char *seeds_text(struct arena *arena, const struct findings *r)
{
    return r->seeds == 1 ? "one seed"
                         : arena_printf(arena, "%zu seeds, mean and standard error", r->seeds);
}

void findings_page(const struct findings *r, struct page *page)
{
    page_call(page, "TABLE",
              arena_printf(page->arena, "%s, output %s: %s", r->name, r->output,
                           seeds_text(page->arena, r)),
              NULL);
    page_call(page, "COLUMN", "Learner", NULL);
    for (size_t m = 0; m < MEASURES; m++)
        if (is_measured(r, m))
            page_call(page, "COLUMN", measures[m].title, NULL);
    page_call(page, "TABLE_BODY", "", NULL);
    for (size_t i = 0; i < r->n_learners; i++) {
        page_call(page, "ROW_HEAD", row_title(r, i).text, NULL);
        for (size_t m = 0; m < MEASURES; m++)
            if (is_measured(r, m))
                page_call(page, "CELL",
                          arena_printf(page->arena, "%s%s", cell_text(r, i, m).text,
                                       is_best(r, i, m) ? " *" : ""),
                          NULL);
        page_call(page, "ROW_END", "", NULL);
    }
    page_call(page, "TABLE_END", "", NULL);
    if (r->repeated > 0)
        page_call(page, "PARAGRAPH",
                  arena_printf(page->arena,
                               "Of the %zu test rows of the first seed %zu have the inputs of a "
                               "training row, which flatters learners that remember rows.",
                               r->test, r->repeated),
                  NULL);
}

static void measure_json(const struct findings *r, size_t m, struct json *json)
{
    static const char *const better[] = {"lower is better", "higher is better",
                                         "0.95 is what it should be"};
    json_open(json, NULL, '{');
    json_text(json, "title", measures[m].title);
    json_text(json, "better", better[measures[m].better]);
    json_open(json, "cells", '[');
    for (size_t i = 0; i < r->n_learners; i++) {
        struct spread_of s = cell_of(r, i, m);
        json_open(json, NULL, '{');
        json_double(json, "mean", s.mean);
        json_double(json, "error", r->seeds > 1 ? s.error : (double)NAN);
        json_bool(json, "best", is_best(r, i, m));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void findings_json(const struct findings *r, struct json *json)
{
    json_open(json, NULL, '{');
    json_text(json, "name", r->name);
    json_text(json, "output", r->output);
    json_whole(json, "seeds", r->seeds);
    json_open(json, "learners", '[');
    for (size_t i = 0; i < r->n_learners; i++)
        json_text(json, NULL, row_title(r, i).text);
    json_close(json, ']');
    json_open(json, "measures", '[');
    for (size_t m = 0; m < MEASURES; m++)
        if (is_measured(r, m))
            measure_json(r, m, json);
    json_close(json, ']');
    json_close(json, '}');
}
