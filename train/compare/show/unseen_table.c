/* See unseen_table.h. */
#include "compare/show/unseen_table.h"

#include "data/sorted.h"
#include "result/judged.h"

#include <math.h>

/* A figure of all findings of one learner. */
enum figure { FIGURE_AUROC, FIGURE_FALSE, FIGURE_CAUGHT };

static const struct unseen_finding *finding_at(const struct unseen_page *p, size_t seed,
                                               size_t region, size_t learner)
{
    return &p->unseen[seed].findings[region * p->options->n_learners + learner];
}

/* Collects a figure of a learner over all regions and seeds; returns how many. Regions that count
   for the judge are asked for, or all: rows of blocks and holes may be found by nobody. */
static size_t figures_collect(const struct unseen_page *p, size_t learner, enum figure figure,
                              double *values)
{
    size_t n = 0;
    for (size_t s = 0; s < p->options->cases.seeds; s++)
        for (size_t r = 0; r < p->unseen[s].n_regions; r++) {
            const struct unseen_finding *f = finding_at(p, s, r, learner);
            if (figure != FIGURE_FALSE && !p->unseen[s].regions[r].counts)
                continue;
            values[n++] = figure == FIGURE_AUROC   ? f->auroc
                          : figure == FIGURE_FALSE ? 100.0 * f->false_alarms
                                                   : 100.0 * f->caught;
        }
    return n;
}

/* One line of the summary: a quantile of a figure for every learner; 0.5 is the median. */
static void line_print(const struct unseen_page *p, const char *const words[2], enum figure figure,
                       double quantile, FILE *f)
{
    struct arena *arena = arena_new();
    double *values = arena_alloc(arena, p->options->cases.seeds * REGIONS_MOST, sizeof(*values));
    fprintf(f, "%s", words[0]);
    for (size_t k = 0; k < p->options->n_learners; k++) {
        size_t n = figures_collect(p, k, figure, values);
        double value = n == 0 ? (double)NAN : doubles_quantile(values, n, quantile);
        fprintf(f, words[1], figure == FIGURE_AUROC ? 3 : 1, value);
    }
    fputc('\n', f);
    arena_free(arena);
}

static const char *region_title(struct arena *arena, const struct unseen_page *p, size_t seed,
                                const struct region *region)
{
    const struct compare_case *c = &p->cases[seed];
    if (region->kind == REGION_BLOCKS)
        return c->recipe->order.group.name != NULL ? "(whole groups)" : "(stretches of rows)";
    const char *words = region_words(arena, region, c->problem->inputs);
    return region->counts ? words : arena_printf(arena, "(%s)", words);
}

static const char note[] =
    "AUROC of the epistemic part: the region's rows against rows held out elsewhere. Regions in\n"
    "parentheses are not part of median and worst: their rows need not be new, or no distance\n"
    "shows them. False alarms and caught are at each learner's own limit: EpiOut's 0.5, of others\n"
    "the value that %.3g %% of their validation rows exceed.\n";

void unseen_table(const struct unseen_page *p, FILE *f)
{
    struct arena *arena = arena_new();
    double share = 100.0 * p->cases[0].recipe->epistemic.false_alarms;
    fprintf(f, "%s: regions left out one at a time of %zu rows\n%-46s", p->cases[0].recipe->name,
            p->unseen[0].rows, "region");
    for (size_t k = 0; k < p->options->n_learners; k++)
        fprintf(f, " %13s", p->options->learners[k]->title);
    fputc('\n', f);
    for (size_t s = 0; s < p->options->cases.seeds; s++)
        for (size_t r = 0; r < p->unseen[s].n_regions; r++) {
            fprintf(f, "%-46s", region_title(arena, p, s, &p->unseen[s].regions[r]));
            for (size_t k = 0; k < p->options->n_learners; k++)
                fprintf(f, " %13.3f", finding_at(p, s, r, k)->auroc);
            fputc('\n', f);
        }
    line_print(p,
               (const char *const[]){"median AUROC                                  ", " %13.*f"},
               FIGURE_AUROC, 0.5, f);
    line_print(p,
               (const char *const[]){"worst AUROC                                   ", " %13.*f"},
               FIGURE_AUROC, 0.0, f);
    line_print(p,
               (const char *const[]){"false alarms, %, median                       ", " %13.*f"},
               FIGURE_FALSE, 0.5, f);
    line_print(p,
               (const char *const[]){"caught, %, median                             ", " %13.*f"},
               FIGURE_CAUGHT, 0.5, f);
    fprintf(f, note, share);
    arena_free(arena);
}

void unseen_markdown(const struct unseen_page *p, FILE *f)
{
    struct arena *arena = arena_new();
    fprintf(f, "## %s: regions left out one at a time\n\n| region |", p->cases[0].recipe->name);
    for (size_t k = 0; k < p->options->n_learners; k++)
        fprintf(f, " %s |", p->options->learners[k]->title);
    fputs("\n|---|", f);
    for (size_t k = 0; k < p->options->n_learners; k++)
        fputs("---|", f);
    fputc('\n', f);
    for (size_t s = 0; s < p->options->cases.seeds; s++)
        for (size_t r = 0; r < p->unseen[s].n_regions; r++) {
            fprintf(f, "| %s |", region_title(arena, p, s, &p->unseen[s].regions[r]));
            for (size_t k = 0; k < p->options->n_learners; k++)
                fprintf(f, " %.3f |", finding_at(p, s, r, k)->auroc);
            fputc('\n', f);
        }
    const char *const cell = " %.*f |";
    line_print(p, (const char *const[]){"| **median AUROC** |", cell}, FIGURE_AUROC, 0.5, f);
    line_print(p, (const char *const[]){"| **worst AUROC** |", cell}, FIGURE_AUROC, 0.0, f);
    line_print(p, (const char *const[]){"| false alarms, %, median |", cell}, FIGURE_FALSE, 0.5, f);
    line_print(p, (const char *const[]){"| caught, %, median |", cell}, FIGURE_CAUGHT, 0.5, f);
    fputc('\n', f);
    fprintf(f, note, 100.0 * p->cases[0].recipe->epistemic.false_alarms);
    fputc('\n', f);
    arena_free(arena);
}

void unseen_csv_header(FILE *f)
{
    fputs("recipe,seed,region,counts,learner,auroc,false_alarms,caught\n", f);
}

void unseen_csv(const struct unseen_page *p, FILE *f)
{
    struct arena *arena = arena_new();
    for (size_t s = 0; s < p->options->cases.seeds; s++)
        for (size_t r = 0; r < p->unseen[s].n_regions; r++)
            for (size_t k = 0; k < p->options->n_learners; k++) {
                const struct unseen_finding *found = finding_at(p, s, r, k);
                fprintf(f, "%s,%llu,\"%s\",%d,%s,%.6g,%.6g,%.6g\n", p->cases[s].recipe->name,
                        (unsigned long long)p->cases[s].recipe->seed,
                        region_title(arena, p, s, &p->unseen[s].regions[r]),
                        p->unseen[s].regions[r].counts, p->options->learners[k]->name, found->auroc,
                        found->false_alarms, found->caught);
            }
    arena_free(arena);
}
