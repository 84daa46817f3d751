/* The labelled set that teaches eta (steps 4 and 6 in train/README.md). Of all samples, the N that
   are nearest to a training input are each replaced by a training input and labelled 0, N being the
   number of training inputs; every other sample is labelled 1. Ties at the N-th distance go to the
   smaller sample number. The set can be made at once or be extended point by point; both ways give
   the same rows, up to their order. */
#ifndef EPITRAIN_EPISTEMIC_SET_H
#define EPITRAIN_EPISTEMIC_SET_H

#include "geometry/nearest.h"

/* Which training input replaces a sample: ONCE uses each training input once. ARGMIN uses the
   nearest of each sample, as the paper says; then some inputs come several times and others never.
 */
enum epistemic_rule { EPISTEMIC_ONCE, EPISTEMIC_ARGMIN };

/* For every sample the training input that replaces it, or NONE if the sample stays and is labelled
   1. `distance` is each sample's squared distance to its nearest training input; `nearest` is the
   number of that input, NULL for ONCE. With ONCE the r-th of the replaced samples gets input r. The
   time is linear in the samples, and no memory is allocated. */
void epistemic_choose(enum epistemic_rule rule, const float *distance, const uint32_t *nearest,
                      size_t n_samples, size_t n_inputs, uint32_t *stand_in);

struct epistemic_stream;

struct epistemic_set {
    struct arena *arena;
    struct nearest_metric metric;
    enum epistemic_rule rule;
    size_t n_inputs, n_samples;
    const float *inputs, *samples;   /* (n_inputs, dims), (n_samples, dims) */
    const float *distance;           /* (n_samples) squared, to the nearest input */
    const uint32_t *nearest;         /* (n_samples) the number of that input */
    const uint32_t *stand_in;        /* (n_samples) see epistemic_choose */
    struct epistemic_stream *stream; /* NULL until the first epistemic_set_add */
};

/* Inputs and samples are not copied and must stay. There must be at least as many samples as
   inputs; there may be none of either. */
struct epistemic_set *epistemic_set_new(struct arena *arena, const struct nearest_metric *metric,
                                        enum epistemic_rule rule, struct nearest_points inputs,
                                        struct nearest_points samples, unsigned threads);

/* Adds a training input (dims) and the n samples drawn around it (n, dims); all are copied. Let m
   be the number of samples that get the new input as their nearest. Keeping the order of the
   distances takes O(log N) for each of them and for each new sample. Finding them takes about O(log
   N + m) in few dimensions; in many dimensions, where boxes overlap, up to O(N). The first call,
   and every one that doubles N, takes O(N log N). */
void epistemic_set_add(struct epistemic_set *set, const float *input, const float *samples,
                       size_t n);

/* The rows of the set are numbered 0 to n_samples - 1. */
const float *epistemic_set_row(const struct epistemic_set *set, size_t i); /* (dims) */
float epistemic_set_label(const struct epistemic_set *set, size_t i);      /* 0 known, 1 unknown */

#endif
