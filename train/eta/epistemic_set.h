/* The labelled set that teaches eta (steps 4 and 6 in train/README.md). Of all samples, the N that
   are nearest to a training input are each replaced by a training input and labelled 0, N being the
   number of training inputs; every other sample is labelled 1. Ties at the N-th distance go to the
   smaller sample number. The set can be made at once or be extended point by point; both ways give
   the same rows, up to their order. */
#ifndef EPITRAIN_EPISTEMIC_SET_H
#define EPITRAIN_EPISTEMIC_SET_H

#include "eta/nearest.h"

/* Which training input takes the place of a sample: each of them once, or the sample's nearest (the
   paper's letter: some come several times, others never). */
enum epistemic_rule { EPISTEMIC_ONCE, EPISTEMIC_ARGMIN };

/* The core: for every sample the training input that takes its place, or NONE if the sample stays
   and is labelled 1. From each sample's squared distance to its nearest training input, and which
   that is (ARGMIN only, else NULL). With ONCE the r-th of the chosen samples gets input r. Linear
   in time, and no memory but the result. */
void epistemic_choose(enum epistemic_rule rule, const float *distance, const uint32_t *nearest,
                      size_t n_samples, size_t n_inputs, uint32_t *stand_in);

struct epistemic_stream;

struct epistemic_set {
    struct arena *arena;
    struct nearest_metric metric;
    enum epistemic_rule rule;
    size_t n_inputs, n_samples;
    const float *inputs, *samples; /* (n_inputs, dims), (n_samples, dims) */
    const float *distance;         /* (n_samples) squared, to the nearest input */
    const uint32_t *nearest;       /* (n_samples) which that is */
    const uint32_t *stand_in;      /* (n_samples) see epistemic_choose */
    struct epistemic_stream *stream;
};

/* Inputs and samples are not copied and must stay. There must be at least as many samples as
   inputs; there may be none of either. */
struct epistemic_set *epistemic_set_new(struct arena *arena, const struct nearest_metric *metric,
                                        enum epistemic_rule rule, struct nearest_points inputs,
                                        struct nearest_points samples, unsigned threads);

/* One more training input (dims) and the n samples drawn around it (n, dims), all copied. For each
   of the m samples that have the new input as their nearest, and for each new one, O(log N) for
   the order of the distances; to find the m, a walk through the boxes around the samples that
   skips those it cannot reach: about O(log N + m) for few inputs, and for many, where boxes
   overlap, up to all N samples. The first call, and every one that doubles N, takes O(N log N). */
void epistemic_set_add(struct epistemic_set *set, const float *input, const float *samples,
                       size_t n);

/* Rows 0 .. n_samples - 1 of the set. */
const float *epistemic_set_row(const struct epistemic_set *set, size_t i); /* (dims) */
float epistemic_set_label(const struct epistemic_set *set, size_t i);      /* 0 known, 1 unknown */

#endif
