/* Stage 1: mean and sigma by the Gaussian negative log likelihood on the training rows. */
#ifndef EPITRAIN_FIT_H
#define EPITRAIN_FIT_H

#include "data/rows.h"
#include "net/prune.h"

struct fit_options {
    size_t batch, epochs; /* epochs 0: as many as make about 20,000 steps */
    double rate, decay;
    bool constant_rate;  /* after the first 2 % of the steps, instead of a cosine */
    double beta;         /* of the beta-NLL (Seitzer et al. 2022); 0 is the plain likelihood */
    double warmup;       /* share of the steps in which only the mean is fitted */
    double floor;        /* of sigma, standardised */
    size_t patience;     /* epochs without a better validation loss; 0: no early stopping */
    bool calibrate;      /* multiply sigma by what the validation rows ask for */
    struct prune *prune; /* NULL: none */
    void (*progress)(void *context, double done, double loss);
    void *context;
};

/* Mean negative log likelihood per output number, without its constant. */
double fit_loss(const struct network *network, const struct rows *rows);

/* Epochs that the options mean for so many rows. */
size_t fit_epochs(const struct fit_options *options, size_t rows);

/* Fits the network and sets its floor of sigma; with validation rows the parameters with the least
   validation loss are kept, of those after the mean's warm-up and at the final sparsity. */
void fit(struct network *network, const struct rows *train, const struct rows *validation,
         const struct fit_options *options, struct random *random);

/* Outputs of the whole set, row by row: mean and sigma (floor and scale included) (count, n_out),
   eta (count). Any may be NULL. */
void network_predict(const struct network *network, const struct rows *rows, float *mean,
                     float *sigma, float *eta);

#endif
