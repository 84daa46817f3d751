/* The results of the flights: means and standard errors over the seeds, and all flights as a table.
 */
#ifndef EPIFLY_RESULT_H
#define EPIFLY_RESULT_H

#include "quadcopter/flight/converge.h"

extern const char *const selection_names[SELECT_COUNT];
extern const char *const fault_names[FAULT_COUNT];

struct results {
    size_t seeds;
    uint64_t first; /* the first seed */
    /* (seeds, SELECT_COUNT, 2): the second for the gain that follows sigma. A flight that was not
       asked for has no error. */
    struct flight_result *flights;
    struct flight_result *faults; /* (seeds, FAULT_COUNT): EpiOut, gain by sigma */
    enum fault fault;             /* the fault of all `flights` */
    const char *field;            /* its name, for the page */
    double processor_s;           /* processor time of all flights */
    struct halving halvings[HALVINGS];
    const char *evidence; /* directory of the files that loop.h names */
};

struct flight_result *results_at(const struct results *r, size_t seed, enum selection selection,
                                 bool gain_by_sigma);
struct flight_result *results_fault(const struct results *r, size_t seed, enum fault fault);
/* Whether these flights were flown. */
bool results_have(const struct results *r, enum selection selection, bool gain_by_sigma);

enum quantity { RMSE, WORST, ENERGY, POINTS, SHARE_NEW, TRAINING };

struct mean {
    double value, error; /* standard error of the value */
};

struct mean mean_of(const struct results *r, enum selection s, bool gain_by_sigma, enum quantity q);

/* The ratio of two means. Its standard error comes from the spread of a - ratio * b over the seeds:
   both flights of a seed have the same field and noise. */
struct kind {
    enum selection selection;
    bool gain_by_sigma;
};
struct mean ratio_of(const struct results *r, struct kind a, struct kind b, enum quantity q);

void results_write_csv(const struct results *results, FILE *out);
/* One line a selection: mean RMSE and points, for the plot. */
void results_write_bars(const struct results *results, FILE *out);

#endif
