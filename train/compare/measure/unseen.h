/* Which learner finds regions that it never saw? Regions of the training rows are left out one at a
   time, as the judge of eta does, but drawn anew; every learner learns from the rest and says how
   unknown the rows of the region are, and rows that were held out elsewhere. */
#ifndef EPICOMPARE_UNSEEN_H
#define EPICOMPARE_UNSEEN_H

#include "compare/measure/compare.h"
#include "eta/judge/regions.h"

enum { UNSEEN_ROWS = 3000 };

/* What one learner says about one region. */
struct unseen_finding {
    double auroc;        /* of its epistemic part; outside of the domain it is the largest */
    double false_alarms; /* share of the rows inside that are above the learner's limit */
    double caught;       /* the same of the region's rows */
};

struct unseen {
    size_t rows, n_regions; /* rows: that regions were found among, at most UNSEEN_ROWS */
    struct region regions[REGIONS_MOST];
    struct unseen_finding *findings; /* (n_regions, n_learners) */
};

/* EpiOut's limit is 0.5; that of every other learner is set by its validation rows, by the same
   rule as EpiOut's own. `options->cases` is not used. The same seed gives the same findings for any
   number of threads. */
struct unseen unseen_run(struct arena *arena, const struct compare_options *options,
                         const struct compare_case *c);

#endif
