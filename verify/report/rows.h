/* The rows of a log with what the model says about them: figures over all rows, and some of the
   rows, evenly spaced, to be drawn. A log of any length needs the same memory. */
#ifndef EPIREPORT_ROWS_H
#define EPIREPORT_ROWS_H

#include "program/program.h"

#include <stdint.h>

enum { ETA_BINS = 20, INPUT_BINS = 24, SIGMA_BINS = 80, SIGMAS = 3 };

/* What the page says about errors in units of sigma goes up to so many of them. */
#define SIGMA_MOST 4.0

struct rows_request {
    const char *path;
    const char *time; /* a column, or NULL */
    size_t most;      /* rows to be drawn */
};

/* Of one output, over all rows that have it. */
struct rows_output {
    size_t count, known; /* known: rows that are not unknown */
    double squares, known_squares, sum, sum_squares;
    size_t within[SIGMAS];
    size_t by_sigma[SIGMA_BINS + 1]; /* rows by |error| / sigma; the last: beyond SIGMA_MOST */
};

struct rows_input {
    size_t counts[INPUT_BINS]; /* of equal parts of the domain */
    size_t below, above;
};

struct rows_set {
    const char *file, *sha256;
    size_t all, incomplete; /* incomplete: with an input missing; these are in no figure */
    size_t unknown, outside, eta_counts[ETA_BINS];
    struct rows_output *outputs; /* (n_outputs) */
    struct rows_input *inputs;   /* (n_inputs) */
    bool measured;               /* the log has an output */
    /* The rows to be drawn. y, sigma, eta, time: NULL where there are none. */
    size_t shown;
    const float *x, *y, *mean, *sigma, *eta, *time;
    const float *number; /* of each row in the log, from 1 on */
};

const struct rows_set *rows_set_read(struct arena *arena, const struct program *program,
                                     const struct rows_request *request);

double rows_rmse(const struct rows_output *output);

#endif
