/* See result.h. */
#include "quadcopter/page/result.h"

#include <math.h>

const char *const fault_names[FAULT_COUNT] = {"none",  "nan",    "stuck", "outside",
                                              "speed", "frozen", "force"};
const char *const selection_names[SELECT_COUNT] = {"none",     "all", "random", "every",    "first",
                                                   "distance", "gp",  "epiout", "threshold"};
const char *const law_names[LAW_COUNT] = {"paper", "discount"};

#define NEVER                                                                                      \
    {                                                                                              \
        0.0, 0.0, 0.0                                                                              \
    }
#define MOVED                                                                                      \
    {                                                                                              \
        5.0, 0.03, 0.0                                                                             \
    }
#define LOADED                                                                                     \
    {                                                                                              \
        5.0, 0.0, 0.02                                                                             \
    }
const struct scenario scenarios[SCENARIO_COUNT] = {
    {"field moved by 30 mm after 5 s", "discount", SELECT_BERNOULLI, LAW_DISCOUNT, false, MOVED, 0,
     0, false},
    {"", "paper's law", SELECT_BERNOULLI, LAW_PAPER, false, MOVED, 0, 0, false},
    {"", "discount, nothing forgotten", SELECT_BERNOULLI, LAW_DISCOUNT, true, MOVED, 0, 0, false},
    {"", "paper's law, nothing forgotten", SELECT_BERNOULLI, LAW_PAPER, true, MOVED, 0, 0, false},
    {"", "all data, nothing forgotten", SELECT_ALL, LAW_PAPER, true, MOVED, 0, 0, false},
    {"", "no model", SELECT_NONE, LAW_PAPER, true, MOVED, 0, 0, false},
    {"20 g hung on after 5 s", "discount", SELECT_BERNOULLI, LAW_DISCOUNT, false, LOADED, 0, 0,
     false},
    {"", "paper's law", SELECT_BERNOULLI, LAW_PAPER, false, LOADED, 0, 0, false},
    {"", "discount, nothing forgotten", SELECT_BERNOULLI, LAW_DISCOUNT, true, LOADED, 0, 0, false},
    {"", "paper's law, nothing forgotten", SELECT_BERNOULLI, LAW_PAPER, true, LOADED, 0, 0, false},
    {"", "all data, nothing forgotten", SELECT_ALL, LAW_PAPER, true, LOADED, 0, 0, false},
    {"", "no model", SELECT_NONE, LAW_PAPER, true, LOADED, 0, 0, false},
    {"store of 60 points, the oldest gives way", "EpiOut", SELECT_BERNOULLI, LAW_PAPER, false,
     NEVER, 60, 0, false},
    {"", "random", SELECT_RANDOM, LAW_PAPER, false, NEVER, 60, 0, false},
    {"", "every n-th", SELECT_EVERY, LAW_PAPER, false, NEVER, 60, 0, false},
    {"", "all data", SELECT_ALL, LAW_PAPER, false, NEVER, 60, 0, false},
    {"", "EpiOut, the most redundant gives way", SELECT_BERNOULLI, LAW_PAPER, false, NEVER, 60, 0,
     true},
    {"", "every n-th, the most redundant gives way", SELECT_EVERY, LAW_PAPER, false, NEVER, 60, 0,
     true},
    {"6 steps of training a measurement instead of 60", "EpiOut", SELECT_BERNOULLI, LAW_PAPER,
     false, NEVER, 0, 6, false},
    {"", "random", SELECT_RANDOM, LAW_PAPER, false, NEVER, 0, 6, false},
    {"", "every n-th", SELECT_EVERY, LAW_PAPER, false, NEVER, 0, 6, false},
    {"", "all data", SELECT_ALL, LAW_PAPER, false, NEVER, 0, 6, false},
};

struct flight_result *results_at(const struct results *r, size_t seed, enum selection selection,
                                 enum variant variant)
{
    return &r->flights[(seed * SELECT_COUNT + (size_t)selection) * VARIANT_COUNT + variant];
}

struct flight_result *results_fault(const struct results *r, size_t seed, enum fault fault)
{
    return &r->faults[seed * FAULT_COUNT + (size_t)fault];
}

struct flight_result *results_scenario(const struct results *r, size_t seed, size_t scenario)
{
    return &r->scenarios[seed * SCENARIO_COUNT + scenario];
}

/* --- means over the seeds -----------------------------------------------------------------------
 */

static double quantity_of(const struct flight_result *f, enum quantity q)
{
    switch (q) {
    case RMSE: return f->rmse;
    case RMSE_AFTER: return f->rmse_after;
    case FORGOTTEN: return (double)f->forgotten;
    case WORST: return f->worst;
    case ENERGY: return f->energy;
    case POINTS: return (double)f->points;
    case SHARE_NEW: return f->points == 0 ? 0.0 : (double)f->points_new / (double)f->points;
    case TRAINING: return f->training_s;
    }
    return 0.0;
}

/* The flights of one kind: the first seed's, and how far apart two seeds are. */
struct column {
    const struct flight_result *first;
    size_t stride;
};

static struct column column_of(const struct results *r, struct kind k)
{
    return (struct column){results_at(r, 0, k.selection, k.variant),
                           (size_t)SELECT_COUNT * VARIANT_COUNT};
}

static double value_at(struct column c, size_t seed, enum quantity q)
{
    return quantity_of(c.first + seed * c.stride, q);
}

static struct mean column_mean(struct column c, size_t seeds, enum quantity q)
{
    double n = (double)seeds, sum = 0.0, square = 0.0;
    for (size_t i = 0; i < seeds; i++)
        sum += value_at(c, i, q) / n;
    for (size_t i = 0; i < seeds; i++)
        square += (value_at(c, i, q) - sum) * (value_at(c, i, q) - sum);
    return (struct mean){sum, seeds < 2 ? 0.0 : sqrt(square / (n - 1.0) / n)};
}

static struct mean column_ratio(struct column a, struct column b, size_t seeds, enum quantity q)
{
    double n = (double)seeds, square = 0.0, below = column_mean(b, seeds, q).value;
    double ratio = column_mean(a, seeds, q).value / below;
    for (size_t i = 0; i < seeds; i++) {
        double d = value_at(a, i, q) - ratio * value_at(b, i, q);
        square += d * d;
    }
    return (struct mean){ratio, seeds < 2 ? 0.0 : sqrt(square / (n - 1.0) / n) / below};
}

struct mean mean_of(const struct results *r, enum selection s, enum variant v, enum quantity q)
{
    return column_mean(column_of(r, (struct kind){s, v}), r->seeds, q);
}

struct mean ratio_of(const struct results *r, struct kind a, struct kind b, enum quantity q)
{
    return column_ratio(column_of(r, a), column_of(r, b), r->seeds, q);
}

struct mean scenario_mean(const struct results *r, size_t scenario, enum quantity q)
{
    const struct column c = {results_scenario(r, 0, scenario), SCENARIO_COUNT};
    return column_mean(c, r->seeds, q);
}

struct mean scenario_ratio(const struct results *r, size_t a, size_t b, enum quantity q)
{
    const struct column above = {results_scenario(r, 0, a), SCENARIO_COUNT};
    const struct column below = {results_scenario(r, 0, b), SCENARIO_COUNT};
    return column_ratio(above, below, r->seeds, q);
}

bool results_have(const struct results *r, enum selection s, enum variant gain)
{
    return results_at(r, 0, s, gain)->rmse > 0.0;
}

/* --- files ---------------------------------------------------------------------------------------
 */

/* What a line of the table says of a flight before its figures. */
struct label {
    size_t seed;
    const char *selection;
    enum variant variant;
    enum fault fault;
};

static void flight_write(const struct results *r, const struct flight_result *f, struct label label,
                         FILE *out)
{
    enum law law = label.variant == OTHER_LAW ? (enum law)(LAW_COUNT - 1 - r->law) : r->law;
    if (f->rmse <= 0.0)
        return;
    fprintf(out, "%zu,%s,%s,%.9g,%.9g,%.9g,%zu,%zu,%zu,%zu,%zu,%zu,%s,", label.seed,
            label.selection, label.variant == FIXED_GAIN ? "fixed" : "sigma", f->rmse, f->worst,
            f->energy, f->candidates, f->points, f->points_new, f->steps_in[0], f->steps_in[1],
            f->steps_in[2], fault_names[label.fault]);
    fprintf(out, "%.9g,%.9g,%zu,%d,%s,%zu,%.9g\n", f->fault_worst, f->fault_far, f->fault_kept,
            f->fault_fallback, law_names[law], f->forgotten, f->rmse_after);
}

void results_write_csv(const struct results *r, FILE *out)
{
    fprintf(out, "seed,selection,gain,rmse_m,worst_m,energy_N2s,candidates,points,points_new,"
                 "nominal,cautious,fallback,fault,fault_worst_m,fault_far_m,fault_kept,"
                 "fault_recovered,law,forgotten,rmse_after_m\n");
    for (size_t i = 0; i < r->seeds; i++) {
        size_t seed = (size_t)r->first + i;
        for (size_t s = 0; s < SELECT_COUNT; s++)
            for (size_t v = 0; v < VARIANT_COUNT; v++) {
                const struct label label = {seed, selection_names[s], (enum variant)v, r->fault};
                flight_write(r, results_at(r, i, (enum selection)s, label.variant), label, out);
            }
        for (size_t fault = 1; fault < FAULT_COUNT; fault++) {
            const struct label label = {seed, "epiout", BY_SIGMA, (enum fault)fault};
            flight_write(r, results_fault(r, i, label.fault), label, out);
        }
    }
}

void results_write_bars(const struct results *r, FILE *out)
{
    const enum variant paper = r->law == LAW_PAPER ? BY_SIGMA : OTHER_LAW;
    const enum variant discount = r->law == LAW_PAPER ? OTHER_LAW : BY_SIGMA;
    for (size_t i = 0; i < SELECT_COUNT; i++) {
        const enum selection s = (enum selection)i;
        struct mean f = mean_of(r, s, paper, RMSE), d = mean_of(r, s, discount, RMSE);
        fprintf(out, "%s,%.6g,%.6g,%.6g,%.6g,%.6g\n", selection_names[i], 1e3 * f.value,
                1e3 * f.error, 1e3 * d.value, 1e3 * d.error, mean_of(r, s, BY_SIGMA, POINTS).value);
    }
}
