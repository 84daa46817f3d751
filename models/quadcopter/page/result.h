/* The results of the flights: means and standard errors over the seeds, and all flights as a table.
 */
#ifndef EPIFLY_RESULT_H
#define EPIFLY_RESULT_H

#include "quadcopter/flight/converge.h"

extern const char *const selection_names[SELECT_COUNT];
extern const char *const fault_names[FAULT_COUNT];

extern const char *const law_names[LAW_COUNT];

/* How a selection is flown: gain and law. */
enum variant {
    FIXED_GAIN, /* the default law */
    BY_SIGMA,   /* gain by sigma, the default law */
    OTHER_LAW,  /* gain by sigma, the other law */
    VARIANT_COUNT
};

/* Flights beyond the usual ones: air that changes in mid-flight, and few points or little training.
   EpiOut is the first of each group; yardsticks take as many points as it does. */
struct scenario {
    const char *group, *name;
    enum selection selection;
    enum law law;
    bool remember;
    struct change change;
    size_t store, steps; /* 0: as usual */
    bool redundant;      /* what gives way in the store */
};
enum { SCENARIO_COUNT = 22 };
extern const struct scenario scenarios[SCENARIO_COUNT];

struct results {
    size_t seeds;
    uint64_t first; /* the first seed */
    enum law law;   /* the default law of these flights */
    /* (seeds, SELECT_COUNT, VARIANT_COUNT). A flight that was not asked for has no error. */
    struct flight_result *flights;
    struct flight_result *faults;    /* (seeds, FAULT_COUNT): EpiOut, gain by sigma */
    struct flight_result *scenarios; /* (seeds, SCENARIO_COUNT), gain by sigma */
    enum fault fault;                /* the fault of all `flights` */
    const char *field;               /* its name, for the page */
    double processor_s;              /* processor time of all flights */
    struct halving halvings[HALVINGS];
    const char *evidence; /* directory of the files that loop.h names */
};

struct flight_result *results_at(const struct results *r, size_t seed, enum selection selection,
                                 enum variant variant);
struct flight_result *results_scenario(const struct results *r, size_t seed, size_t scenario);
struct flight_result *results_fault(const struct results *r, size_t seed, enum fault fault);
/* Whether these flights were flown. */
bool results_have(const struct results *r, enum selection selection, enum variant variant);

enum quantity { RMSE, RMSE_AFTER, FORGOTTEN, WORST, ENERGY, POINTS, SHARE_NEW, TRAINING };

struct mean {
    double value, error; /* standard error of the value */
};

struct mean mean_of(const struct results *r, enum selection s, enum variant v, enum quantity q);

/* The ratio of two means. Its standard error comes from the spread of a - ratio * b over the seeds:
   both flights of a seed have the same field and noise. */
struct kind {
    enum selection selection;
    enum variant variant;
};
struct mean ratio_of(const struct results *r, struct kind a, struct kind b, enum quantity q);

/* The same of one scenario, and of one over another. */
struct mean scenario_mean(const struct results *r, size_t scenario, enum quantity q);
struct mean scenario_ratio(const struct results *r, size_t a, size_t b, enum quantity q);

void results_write_csv(const struct results *results, FILE *out);
/* One line a selection, for the plot: RMSE under the paper's law and with the discount, points. */
void results_write_bars(const struct results *results, FILE *out);

#endif
