/* How eta's samples are drawn: the first half of stage 2, steps 2 and 3 in train/README.md. Samples
   lie around the training inputs; how far is decided by the slope of the mean, the spacing of the
   data or the recipe (eqs. 3 and 4). Each sample's distance to the data is that to the distinct
   training inputs, so that many equal rows cost no more than one. */
#ifndef EPITRAIN_SAMPLE_H
#define EPITRAIN_SAMPLE_H

#include "data/rows.h"
#include "eta/nearest.h"
#include "eta/options.h"
#include "net/network.h"

/* Whether an input is part of the distance: samples move along it, and eta reads it. */
bool input_counts(const struct eta_options *options, size_t input);

/* The distinct training inputs, ready to be searched. */
struct data_points {
    const struct rows *train;
    struct nearest_metric metric;
    struct nearest *nearest;
    const float *x;       /* (count, n_in) */
    const uint32_t *rows; /* (count) the first training row of each; NULL: all are distinct */
    size_t count;
    unsigned threads;
};

struct data_points data_points_make(struct arena *arena, const struct rows *train,
                                    const struct eta_options *options, unsigned threads);

/* For n queries the squared distance to the k-th nearest of the other points, the query itself
   being one of them; for fewer points that to the farthest. */
void data_points_spacing(const struct data_points *points, const float *queries, size_t n, size_t k,
                         float *distance);

/* Samples around the training inputs, or around as many as `options->samples` allows; where it
   allows more, in several rounds, so that few training inputs do not mean few samples. */
struct samples {
    size_t centres, rounds, count; /* count = n for each centre and round */
    float *x;                      /* (count, n_in) */
    float *distance;               /* (count) squared, to the nearest point */
    uint32_t *nearest;             /* (count) which that is */
};

struct samples samples_make(struct arena *arena, const struct network *network,
                            const struct data_points *points, const struct eta_options *options,
                            struct random *random);

/* c of eq. 4: from 1 for no rows to options->c for c_rows and more. */
double sample_c(const struct eta_options *options, size_t rows);

#endif
