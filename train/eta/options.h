/* The recipe's section `epistemic`: where samples are drawn, how they are labelled, and how long
   the eta branch is trained. */
#ifndef EPITRAIN_ETA_OPTIONS_H
#define EPITRAIN_ETA_OPTIONS_H

#include "eta/epistemic_set.h"
#include "net/prune.h"

/* What the eta branch learns from: samples around the rows, as in the paper, or a teacher that
   blends several notions of distance with the samples (teacher.h). */
enum eta_teacher { TEACHER_SAMPLES, TEACHER_BLEND, TEACHER_COUNT };

enum spread { SPREAD_NEIGHBOUR, SPREAD_GRADIENT, SPREAD_FIXED, SPREAD_COUNT };

struct eta_options {
    enum eta_teacher teacher;
    double false_alarms; /* of teacher blend: the share of held-out rows with eta above 0.5 */
    enum spread spread;
    enum epistemic_rule labels;
    bool balanced;     /* class weights N / (2 N_class) */
    size_t n;          /* samples around each training input */
    size_t rounds;     /* how often n samples are drawn; 0: as often as `samples` allows */
    size_t samples;    /* the most samples in all; it may allow only some inputs to have any */
    double c;          /* of spread gradient: bounds nu = 1 / (slope + c), eq. 4 */
    size_t c_rows;     /* with fewer rows c is larger, up to 1; 0: c is the same for all rows */
    double size;       /* of spread fixed: the standard deviation; neighbour: a factor on it */
    size_t neighbours; /* of spread neighbour: the number of the neighbour that gives the spacing */
    double least, most; /* standard deviations are kept within these */
    size_t leave_out;   /* see unknown_keep in epistemic.c; 0: no sample is left out */
    /* The metric of nearest_metric.h in standardised units, (n_inputs) or NULL. An input of weight
       0 does not count: no sample moves along it, and an eta branch on the inputs does not read it.
     */
    const float *weights, *periods;
    size_t steps, batch;
    double rate, decay;
    struct prune *prune; /* NULL: no pruning */
    const float *keep;   /* (parameters of eta) 0 where one stays 0, else 1; NULL: all change */
};

#endif
