/* Networks whose prediction is an average over random draws: two hidden layers of 50 tanh units,
   a Gaussian likelihood with one learned noise for each output, and either
   - dropout (Gal and Ghahramani 2016): hidden units are left out at training and at prediction, or
   - a Bayesian network (Blundell et al. 2015): independent Gaussian weights, trained by Bayes by
     backprop. What is drawn is not the weights but the sums they make, row by row (local
     reparameterisation, Kingma, Salimans and Welling 2015): the same distribution, less noise.
   The spread of the draws is the epistemic part, the noise the aleatoric one. */
#ifndef EPICOMPARE_SAMPLED_H
#define EPICOMPARE_SAMPLED_H

#include "net/fit.h"

enum { SAMPLED_LAYERS = 3, SAMPLED_HIDDEN = 50 };

struct sampled {
    bool bayesian;
    size_t n_in, n_out;
    /* In one block: weights and biases; if bayesian the logarithms of their standard deviations;
       the logarithms of the noise, (n_out). */
    size_t n_weights, n_parameters;
    float *parameters, *gradients;
    struct dense mean[SAMPLED_LAYERS];     /* in that block */
    struct dense variance[SAMPLED_LAYERS]; /* bayesian: the squares of the standard deviations */
    float *variances, *dvariances;
    double prior[SAMPLED_LAYERS]; /* bayesian: standard deviation of a weight without data */
    double dropout;
    double floor; /* least noise */
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
