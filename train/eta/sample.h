/* How eta's samples are drawn: the first half of stage 2, steps 2 and 3 in train/README.md. Samples
   lie around the training inputs; how far is decided by the slope of the mean, the spacing of the
   data or the recipe (eqs. 3 and 4). Each sample's distance to the data is that to the distinct
   training inputs, so that many equal rows cost no more than one. */
#ifndef EPITRAIN_SAMPLE_H
#define EPITRAIN_SAMPLE_H

#include "data/rows.h"
#include "eta/options.h"
#include "geometry/nearest.h"
#include "net/network.h"

/* Whether an input is part of the distance. Only then samples move along it and eta reads it. */
bool input_counts(const struct eta_options *options, size_t input);

/* The distinct training inputs and a search structure for them. */
struct data_points {
    const struct rows *train;
    struct nearest_metric metric;
    struct nearest *nearest;
    const float *x;       /* (count, n_in) */
    const uint32_t *rows; /* (count) the first training row of each point; NULL: all differ */
    size_t count;
    unsigned threads;
};

struct data_points data_points_make(struct arena *arena, const struct rows *train,
                                    const struct eta_options *options, unsigned threads);

/* For n queries, each of which is a point itself, the squared distance to the k-th nearest other
   point; with fewer points, that to the farthest. */
void data_points_spacing(const struct data_points *points, const float *queries, size_t n, size_t k,
                         float *distance);

/* Samples around the training inputs, n of them for each input in each round. Where
   `options->samples` allows fewer than n for all inputs, only some inputs have samples. Where it
   allows more, there are several rounds, so that a small data set has as many samples as a large
   one. */
struct samples {
    size_t centres;    /* training inputs that have samples */
    size_t rounds;     /* times that n samples are drawn around each */
    size_t count;      /* centres * rounds * n */
    float *x;          /* (count, n_in) */
    float *distance;   /* (count) squared, to the nearest point */
    uint32_t *nearest; /* (count) the number of that point */
};

struct samples samples_make(struct arena *arena, const struct network *network,
                            const struct data_points *points, const struct eta_options *options,
                            struct random *random);

/* c of eq. 4. It falls from 1 for no rows to options->c for c_rows and more. */
double sample_c(const struct eta_options *options, size_t rows);

/* A standard normal number, by Box and Muller. */
double normal_draw(struct random *random);

#endif
