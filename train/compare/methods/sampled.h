/* Networks whose prediction is an average over random draws. They have two hidden layers of 50 tanh
   units and one learned noise for each output. There are two kinds:
   - Dropout (Gal and Ghahramani 2016): hidden units are left out at training and at prediction.
   - A Bayesian network (Blundell et al. 2015): weights are independent Gaussians, trained by Bayes
   by backprop. The sums that the weights make are drawn instead of the weights, row by row (local
     reparameterisation, Kingma, Salimans and Welling 2015): the same distribution with less noise.
   The standard deviation of the draws is the epistemic part, the noise is the aleatoric part. */
#ifndef EPICOMPARE_SAMPLED_H
#define EPICOMPARE_SAMPLED_H

#include "net/fit.h"

enum { SAMPLED_LAYERS = 3, SAMPLED_HIDDEN = 50 };

struct sampled {
    bool bayesian;
    size_t n_in, n_out;
    /* One block holds weights and biases, then, if bayesian, the logarithms of their standard
       deviations, then the logarithms of the noise (n_out). */
    size_t n_weights, n_parameters;
    float *parameters, *gradients;
    struct dense mean[SAMPLED_LAYERS];     /* their weights lie in that block */
    struct dense variance[SAMPLED_LAYERS]; /* bayesian: their weights are variances of weights */
    float *variances, *dvariances;
    double prior[SAMPLED_LAYERS]; /* bayesian: prior standard deviation of a weight */
    double dropout;               /* the probability that a unit is left out */
    double divergence; /* bayesian: the weight of the prior in the loss; 1 by Bayes' rule */
    double floor;      /* the least noise */
    const struct arithmetic *arithmetic;
};

struct sampled *sampled_new(struct arena *arena, bool bayesian, size_t n_in, size_t n_out,
                            struct random *random);

struct sampled_workspace;
struct sampled_workspace *sampled_workspace_new(struct arena *arena, const struct sampled *s,
                                                size_t batch);

/* The loss on a batch, with one draw for each row, and all gradients. The loss is the mean negative
   log likelihood plus divergence_weight times the Kullback-Leibler divergence from the prior. */
double sampled_loss(struct sampled *s, struct sampled_workspace *w, const struct row_batch *batch,
                    double divergence_weight, struct random *random);

void sampled_fit(struct sampled *s, const struct rows *train, const struct fit_options *options,
                 struct random *random);

/* Mean and standard deviation of the draws, (n_out) each. */
struct sampled_moments {
    float *mean, *sd;
};

/* Predicts one row x (n_in). As many draws are made as the workspace's batch has columns; the first
   `samples` of them count. What does not depend on the draws is computed once. */
void sampled_predict(const struct sampled *s, struct sampled_workspace *w, const float *x,
                     size_t samples, struct random *random, const struct sampled_moments *moments);

/* The standard deviation of the noise of an output. */
double sampled_noise(const struct sampled *s, size_t output);

#endif
