/* See result.h. */
#include "quadcopter/page/result.h"

#include <math.h>

const char *const fault_names[FAULT_COUNT] = {"none",  "nan",    "stuck", "outside",
                                              "speed", "frozen", "force"};
const char *const selection_names[SELECT_COUNT] = {"none", "all", "random", "epiout", "threshold"};

struct flight_result *results_at(const struct results *r, size_t seed, enum selection selection,
                                 bool gain_by_sigma)
{
    return &r->flights[(seed * SELECT_COUNT + (size_t)selection) * 2 + gain_by_sigma];
}

struct flight_result *results_fault(const struct results *r, size_t seed, enum fault fault)
{
    return &r->faults[seed * FAULT_COUNT + (size_t)fault];
}

/* --- means over the seeds -----------------------------------------------------------------------
 */

static double quantity_of(const struct flight_result *f, enum quantity q)
{
    switch (q) {
    case RMSE: return f->rmse;
    case WORST: return f->worst;
    case ENERGY: return f->energy;
    case POINTS: return (double)f->points;
    case SHARE_NEW: return f->points == 0 ? 0.0 : (double)f->points_new / (double)f->points;
    case TRAINING: return f->training_s;
    }
    return 0.0;
}

struct mean mean_of(const struct results *r, enum selection s, bool gain, enum quantity q)
{
    double n = (double)r->seeds, sum = 0.0, square = 0.0;
    for (size_t i = 0; i < r->seeds; i++)
        sum += quantity_of(results_at(r, i, s, gain), q) / n;
    for (size_t i = 0; i < r->seeds; i++) {
        double d = quantity_of(results_at(r, i, s, gain), q) - sum;
        square += d * d;
    }
    return (struct mean){sum, r->seeds < 2 ? 0.0 : sqrt(square / (n - 1.0) / n)};
}

struct mean ratio_of(const struct results *r, struct kind a, struct kind b, enum quantity q)
{
    double n = (double)r->seeds, square = 0.0;
    double below = mean_of(r, b.selection, b.gain_by_sigma, q).value;
    double ratio = mean_of(r, a.selection, a.gain_by_sigma, q).value / below;
    for (size_t i = 0; i < r->seeds; i++) {
        double d = quantity_of(results_at(r, i, a.selection, a.gain_by_sigma), q) -
                   ratio * quantity_of(results_at(r, i, b.selection, b.gain_by_sigma), q);
        square += d * d;
    }
    return (struct mean){ratio, r->seeds < 2 ? 0.0 : sqrt(square / (n - 1.0) / n) / below};
}

bool results_have(const struct results *r, enum selection s, bool gain)
{
    return results_at(r, 0, s, gain)->rmse > 0.0;
}

/* --- files ---------------------------------------------------------------------------------------
 */

static void flight_write(const struct flight_result *f, size_t seed, const char *selection,
                         bool gain_by_sigma, enum fault fault, FILE *out)
{
    if (f->rmse > 0.0)
        fprintf(out, "%zu,%s,%s,%.9g,%.9g,%.9g,%zu,%zu,%zu,%zu,%zu,%zu,%s,%.9g,%.9g,%zu,%d\n", seed,
                selection, gain_by_sigma ? "sigma" : "fixed", f->rmse, f->worst, f->energy,
                f->candidates, f->points, f->points_new, f->steps_in[0], f->steps_in[1],
                f->steps_in[2], fault_names[fault], f->fault_worst, f->fault_far, f->fault_kept,
                f->fault_fallback);
}

void results_write_csv(const struct results *r, FILE *out)
{
    fprintf(out, "seed,selection,gain,rmse_m,worst_m,energy_N2s,candidates,points,points_new,"
                 "nominal,cautious,fallback,fault,fault_worst_m,fault_far_m,fault_kept,"
                 "fault_recovered\n");
    for (size_t i = 0; i < r->seeds; i++) {
        size_t seed = (size_t)r->first + i;
        for (size_t s = 0; s < SELECT_COUNT; s++)
            for (size_t gain = 0; gain < 2; gain++)
                flight_write(results_at(r, i, (enum selection)s, gain == 1), seed,
                             selection_names[s], gain == 1, r->fault, out);
        for (size_t fault = 1; fault < FAULT_COUNT; fault++)
            flight_write(results_fault(r, i, (enum fault)fault), seed, "epiout", true,
                         (enum fault)fault, out);
    }
}

void results_write_bars(const struct results *r, FILE *out)
{
    for (size_t s = 0; s < SELECT_COUNT; s++) {
        struct mean fixed = mean_of(r, (enum selection)s, false, RMSE);
        struct mean sigma = mean_of(r, (enum selection)s, s != SELECT_NONE, RMSE);
        struct mean points = mean_of(r, (enum selection)s, s != SELECT_NONE, POINTS);
        fprintf(out, "%s,%.6g,%.6g,%.6g,%.6g,%.6g\n", selection_names[s], 1e3 * fixed.value,
                1e3 * fixed.error, 1e3 * sigma.value, 1e3 * sigma.error, points.value);
    }
}
