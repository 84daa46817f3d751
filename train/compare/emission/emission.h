/* Writes learners as specs, so that epigen emits each as standalone C and its cost can be compared
   with EpiOut's. What a learner draws at random is drawn once and fixed. Mean and sigma are the
   learner's. Eta is a sigmoid of the epistemic variance: 0.1 where that is 0, and 0.5 at twice the
   variance that 95 % of the training rows stay below. */
#ifndef EPICOMPARE_EMISSION_H
#define EPICOMPARE_EMISSION_H

#include "compare/learners/regressor.h"
#include "prepare.h"
#include "spec/spec.h"

/* A layer reads at most SPEC_MAX_SOURCES layers; one reads all samples and their mean. */
enum { EMISSION_MOST_SAMPLES = SPEC_MAX_SOURCES - 1, EMISSION_MOST_POINTS = SPEC_MAX_WIDTH };

/* The scale of eta is found with so many draws, however many draws are emitted. */
enum { EMISSION_USUAL_SAMPLES = 100 };

struct emission {
    const struct problem *problem; /* what the model was fitted on */
    const char *name;              /* of the spec */
    size_t samples;                /* draws that are fixed, for learners that average over draws */
    size_t points;                 /* training rows of an emitted Gaussian process */
    FILE *warnings;                /* receives warnings; or NULL */
};

/* Makes the spec of a fitted model. */
typedef struct spec *emission_maker(struct arena *arena, struct fitted *model,
                                    const struct emission *emission);

/* The maker for a learner, or NULL where no C can be emitted for it. */
emission_maker *emission_of(const struct regressor *regressor);

struct spec *epiout_model_spec(struct arena *arena, struct fitted *model,
                               const struct emission *emission);
struct spec *sampled_model_spec(struct arena *arena, struct fitted *model,
                                const struct emission *emission);
struct spec *ensemble_model_spec(struct arena *arena, struct fitted *model,
                                 const struct emission *emission);
struct spec *gp_model_spec(struct arena *arena, struct fitted *model,
                           const struct emission *emission);

/* The functions below serve the makers of specs. */

/* A spec without layers and with room for n_layers. `shape` describes the network for people. */
struct spec *emission_frame(struct arena *arena, const struct fitted *model,
                            const struct emission *emission, const char *shape, size_t n_layers);

/* Sets the provenance of a spec: learner, shape and number of training rows. */
void emission_describe(struct arena *arena, struct spec *spec, const struct fitted *model,
                       const struct emission *emission, const char *shape);

/* Adds a copy of `layer`, with zero weights and biases for the caller to fill in. */
struct spec_layer *emission_layer(struct arena *arena, struct spec *spec, struct spec_layer layer);

/* The source of a layer that reads the layers `stem`1 to `stem``count` and then `last`, unless that
   is NULL. */
struct spec_from emission_from(struct arena *arena, const char *stem, size_t count,
                               const char *last);

/* Adds a sigma that is the same for all inputs: the noise (n_out), standardised. */
void emission_noise(struct arena *arena, struct spec *spec, size_t n_in, const double *noise,
                    size_t n_out);

/* The members of a learner that averages: the layers `stem`1 to `stem``count`, each of which
   predicts all outputs. */
struct emission_members {
    const char *stem;
    size_t count, n_out;
    size_t freedom; /* degrees of freedom of their variance: what divides the squared deviations */
};

/* Adds the mean, which is the average of the members, and eta, which is 1/2 where the members'
   variance is `half`. */
void emission_spread(struct arena *arena, struct spec *spec, const struct emission_members *members,
                     double half);

/* The variance at which eta is a half, from the variances of some training rows, which it sorts. */
double emission_half(double *variance, size_t count);
/* The same, with the variances that the learner says. */
double emission_half_of(struct fitted *model, const struct rows *train);

/* Eta as a function of variance / half: sigmoid(emission_steep * (ratio - 1)). */
extern const double emission_steep;

/* The widths of a chain as text: 21-50-50. */
const char *emission_widths(struct arena *arena, const struct chain *chain);

#endif
