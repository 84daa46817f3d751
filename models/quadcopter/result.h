/* What the flights came to: means and standard errors over the seeds, the bars, and the published
   values beside ours, as a page for people and a table for programs. */
#ifndef EPIFLY_RESULT_H
#define EPIFLY_RESULT_H

#include "flight.h"

extern const char *const selection_names[SELECT_COUNT];

/* (seeds, SELECT_COUNT, 2): the second for the gain that follows sigma. A flight that was not asked
   for has no candidates and no error. */
struct results {
    size_t seeds;
    uint64_t first; /* of them */
    struct flight_result *flights;
    const char *field; /* its name, for the page */
};

struct flight_result *results_at(const struct results *r, size_t seed, enum selection selection,
                                 bool gain_by_sigma);

void results_write_csv(const struct results *results, FILE *out);
/* Returns whether all bars are met. */
bool results_write_page(const struct results *results, FILE *out);
/* One line a selection: mean RMSE and points, for the plot. */
void results_write_bars(const struct results *results, FILE *out);

#endif
