/* Stage 1 of the training: mean and sigma are fitted by the Gaussian negative log likelihood. */
#ifndef EPITRAIN_FIT_H
#define EPITRAIN_FIT_H

#include "data/rows.h"
#include "net/lattice.h"
#include "net/prune.h"

struct fit_options {
    size_t batch, epochs; /* epochs 0: as many as make about 20,000 steps */
    double rate, decay;
    bool constant_rate;  /* of Adam; false: the rate falls along a cosine (adam.h) */
    double beta;         /* of the beta-NLL (Seitzer et al. 2022); 0 is the plain likelihood */
    double warmup;       /* share of the steps in which only the mean is fitted */
    double floor;        /* the least sigma, standardised */
    size_t patience;     /* epochs without a better validation loss that end the fit; 0: never */
    bool calibrate;      /* multiply sigma by the factor that the validation rows ask for */
    bool small_start;    /* narrow the random start of trunk, mean and sigma: network_narrow */
    bool mean_given;     /* the mean stays 0: rows are residuals of a mean from elsewhere */
    double coverage;     /* share of rows that sigma is made to cover (coverage.h); 0: none */
    struct prune *prune; /* NULL: no pruning */
    const struct lattice *lattice; /* of the parameters of stage 1; NULL: they may be any number */
    void (*progress)(void *context, double done, double loss); /* see epiout_progress; or NULL */
    void *context;
};

/* The negative log likelihood, without its constant, averaged over rows and outputs. */
double fit_loss(const struct network *network, const struct rows *rows);

/* The number of epochs for so many rows: that of the options, or what makes about 20,000 steps. */
size_t fit_epochs(const struct fit_options *options, size_t rows);

/* Fits trunk, mean and sigma and sets the floor of sigma. With validation rows the parameters of
   the epoch with the least validation loss are kept; epochs within the warm-up or before the final
   sparsity do not count. */
void fit(struct network *network, const struct rows *train, const struct rows *validation,
         const struct fit_options *options, struct random *random);

/* What the network says about all rows, row by row: mean and sigma, with its floor and scale,
   (count, n_out), and eta (count). Pointers may be NULL. */
void network_predict(const struct network *network, const struct rows *rows, float *mean,
                     float *sigma, float *eta);

#endif
