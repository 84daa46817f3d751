/* A Gaussian process with zero mean, a squared exponential kernel with one length for each input
   (ARD), and noise. L-BFGS with analytic gradients finds the hyperparameters that maximise the
   marginal likelihood (Rasmussen and Williams 2006, chapters 2 and 5) of at most a given number of
   rows. The process itself is exact for up to GP_MOST rows. All numbers are doubles. */
#ifndef EPICOMPARE_GP_H
#define EPICOMPARE_GP_H

#include "base/arena.h"
#include "base/random.h"

#include <stddef.h>

enum { GP_MOST = 10000 };

/* A callback that is told how much of gp_learn is done. It is an estimate, since the number of
   iterations is not known beforehand. */
struct gp_progress {
    void (*tell)(void *context, double done);
    void *context;
};

/* The rows that a process learns from. The hyperparameters are a vector theta (d + 2): the
   logarithms of the lengths (d), of the signal's standard deviation, and of the noise's, to whose
   variance that of the floor is added. */
struct gp_data {
    size_t n, d;
    const double *x;                    /* (n, d) */
    const double *y;                    /* (n) */
    double floor;                       /* least standard deviation of the noise */
    const struct gp_progress *progress; /* or NULL */
};

/* Minus the log marginal likelihood; infinity if the kernel matrix is not positive definite. Sets
   its gradient with respect to theta (d + 2) unless that is NULL. */
double gp_loss(const struct gp_data *data, const double *theta, double *gradient);

struct gp {
    size_t n, d;
    double *length; /* (d) */
    double signal, noise;
    double *x;     /* (n, d), divided by the lengths */
    double *alpha; /* (n) inverse kernel matrix times y */
    double *norm;  /* (n) squared norms of x */
    double *root;  /* (n, n) lower Cholesky factor, column by column */
    double *room;  /* (n + d) scratch for the prediction of one row */
};

/* Finds the theta with the least loss on at most `subset` rows, which are drawn at random. */
void gp_learn(const struct gp_data *data, size_t subset, struct random *random, double *theta);

/* The process with given hyperparameters on all rows. If rounding makes the kernel matrix not
   positive definite, as little as is needed is added to its diagonal. */
struct gp gp_make(struct arena *arena, const struct gp_data *data, const double *theta);

/* For m rows x (m, d) the mean and the standard deviation of the function, without noise. A process
   must not be asked from two threads at once. */
void gp_predict(const struct gp *gp, const double *x, size_t m, double *mean, double *sd);

/* Replaces the lower triangle of a (n, n), column by column, by the Cholesky factor. Returns 0 if a
   is positive definite. */
int gp_factor(double *a, size_t n);

#endif
