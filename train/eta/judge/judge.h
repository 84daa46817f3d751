/* The judge: does eta find regions that it never saw? Regions of the training inputs (regions.h)
   are left out one at a time. Every candidate, a set of notions, teaches a branch on the other rows
   with a short budget; then it is asked whether eta separates the region from rows that were held
   out elsewhere. The default is all notions but gp, or all from 16 inputs on. With fewer than 500
   rows it is all from 5 inputs on, neighbours and samples below. It gives way to another candidate
   only for a clear margin: more than the standard error over the regions, or twice that with fewer
   than 500 rows, which make no single notion win. The domain has no part in the choice: what lies
   outside of it is found by every candidate. Holes among many inputs are asked about and reported,
   but they choose nothing: there no candidate works, and the least bad would win. So are whole
   groups or stretches of time: what eta calls unknown of them is what another flight would see. */
#ifndef EPITRAIN_JUDGE_H
#define EPITRAIN_JUDGE_H

#include "eta/judge/regions.h"
#include "eta/notions.h"

enum { JUDGE_ROWS = 2000, JUDGE_CANDIDATES = 5 };

/* The sets of notions that are tried. */
extern const unsigned judge_candidates[JUDGE_CANDIDATES];
extern const char *const judge_names[JUDGE_CANDIDATES];

/* What was found about a region, by candidate. */
struct finding {
    double auroc[JUDGE_CANDIDATES];  /* with the domain, outside of which eta is 1 */
    double branch[JUDGE_CANDIDATES]; /* AUROC of the branch alone, by which a candidate is chosen */
    double caught[JUDGE_CANDIDATES]; /* share of its rows found at the false alarms asked for */
    double neighbours;               /* AUROC of the plain distance to the five nearest rows */
};

struct judgement {
    size_t usual, chosen; /* numbers of candidates */
    size_t n_regions;
    struct region regions[REGIONS_MOST];
    struct finding findings[REGIONS_MOST];
    size_t rows;      /* that were used */
    size_t n_counted; /* regions that count */
    double auroc;     /* the chosen candidate's mean over these */
    double caught;    /* the same of the share caught */
    size_t worst;     /* number of the one that it finds worst */
    double holes;     /* the share caught of holes that do not count; NAN: there are none */
    double blocks;    /* the share called unknown of blocks of rows; NAN: there are none */
    bool trusted;     /* false: AUROC less its standard error over the regions (twice that with few
                         rows) below 0.7, or AUROC clearly below that of plain neighbours */
};

/* What is told how much is done, from 0 to 1. Calls do not overlap. */
struct judge_progress {
    void (*tell)(void *context, double done);
    void *context;
};

/* n_regions is 0 if there are too few rows to judge. The same seed gives the same judgement for any
   number of threads. `data->set` is ignored; `data->effort` shortens every training, for tests. */
struct judgement judge_run(struct arena *arena, const struct notions_data *data, uint64_t seed,
                           const struct judge_progress *progress);

/* Branches of several shapes, each taught by data->set: how well does each find the regions that
   judge_run leaves out? */
struct judge_shapes {
    enum eta_from from; /* ETA_FROM_TRUNK counts as ETA_FROM_INPUTS: there is no trunk here */
    const struct widths *widths; /* (count) */
    size_t count;
};

/* Sets the mean AUROC over the regions that count, by shape (count); returns how many count. */
size_t judge_shapes_run(const struct notions_data *data, uint64_t seed,
                        const struct judge_shapes *shapes, double *auroc);

/* The number of the default candidate. */
size_t judge_usual(size_t rows, size_t n_in);

/* The choice alone, and what is said of it: sets `chosen` and what follows `rows` from the
   findings, `usual` and `rows`. */
void judge_choose(struct judgement *judgement);

#endif
