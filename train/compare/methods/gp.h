/* A Gaussian process: zero mean, squared exponential kernel with one length for each input (ARD),
   and noise. Hyperparameters maximise the marginal likelihood (Rasmussen and Williams 2006,
   chapters 2 and 5), found by L-BFGS with analytic gradients, on a subset of the rows where there
   are many; the process itself is exact for up to GP_MOST rows. All in double precision. */
#ifndef EPICOMPARE_GP_H
#define EPICOMPARE_GP_H

#include "base/arena.h"
#include "base/random.h"

#include <stddef.h>

enum { GP_MOST = 10000 };

/* Told how much of gp_learn is done, about: nobody knows how many iterations it takes. */
struct gp_watch {
    void (*tell)(void *context, double done);
    void *context;
};

/* Hyperparameters as the optimiser sees them: log lengths (d), log of the signal's standard
   deviation, log of the noise's, to which the floor is added in the variance. */
struct gp_data {
    size_t n, d;
    const double *x;              /* (n, d) */
    const double *y;              /* (n) */
    double floor;                 /* least standard deviation of the noise */
    const struct gp_watch *watch; /* or NULL */
};

/* Minus the log marginal likelihood; its gradient with respect to theta (d + 2) unless NULL.
   Infinite where the kernel matrix is not positive definite. */
double gp_loss(const struct gp_data *data, const double *theta, double *gradient);

struct gp {
    size_t n, d;
    double *length; /* (d) */
    double signal, noise;
    double *x;     /* (n, d), divided by the lengths */
    double *alpha; /* (n) inverse kernel matrix times y */
    double *norm;  /* (n) squared norms of x */
    double *root;  /* (n, n) lower Cholesky factor, column by column */
    double *room;  /* (n + d) for one row to be predicted */
};

/* The hyperparameters with the least loss on at most `subset` of the rows, drawn by `random`. */
void gp_learn(const struct gp_data *data, size_t subset, struct random *random, double *theta);

/* The process with given hyperparameters on all rows. Where their kernel matrix is not positive
   definite by rounding, so little is added to its diagonal that it is. */
struct gp gp_make(struct arena *arena, const struct gp_data *data, const double *theta);

/* For m rows x (m, d): mean, and the standard deviation of the function, without noise.
   Not from two threads. */
void gp_predict(const struct gp *gp, const double *x, size_t m, double *mean, double *sd);

/* The lower Cholesky factor in place of the lower triangle of a (n, n), column by column; 0 if a
   is positive definite. */
int gp_factor(double *a, size_t n);

#endif
