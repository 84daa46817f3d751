/* The recipe's section `epistemic`: what eta learns from, where samples are drawn, how they are
   labelled, and how long the eta branch is trained. */
#ifndef EPITRAIN_ETA_OPTIONS_H
#define EPITRAIN_ETA_OPTIONS_H

#include "eta/epistemic_set.h"
#include "net/prune.h"

/* Notions of how unknown a point is (notions.h). A set of them is a sum of 1 << notion. */
enum notion { NOTION_NEIGHBOURS, NOTION_PAIRS, NOTION_SAMPLES, NOTION_GP, NOTION_COUNT };
enum {
    NOTIONS_ALL = (1 << NOTION_COUNT) - 1,
    NOTIONS_USUAL = NOTIONS_ALL & ~(1 << NOTION_GP) /* gp is harmful where the function is simple */
};

/* What the eta branch learns: the labels of samples around the rows, as in the paper; what a set of
   notions says; or what the set says that finds left-out regions best (judge.h). */
enum eta_teacher {
    TEACHER_SAMPLES,
    TEACHER_AUTO,
    TEACHER_BLEND, /* the notions that the recipe names */
    TEACHER_NEIGHBOURS,
    TEACHER_GP,
    TEACHER_COUNT
};

enum spread { SPREAD_NEIGHBOUR, SPREAD_GRADIENT, SPREAD_FIXED, SPREAD_COUNT };

struct eta_options {
    enum eta_teacher teacher;
    unsigned notions;    /* of teacher blend: a set */
    double false_alarms; /* the share of held-out rows with eta above 0.5; not of teacher samples */
    bool small;          /* the branch is as narrow as that of teacher samples */
    bool guarantee;      /* a gate keeps eta high away from the rows (gate.h) */
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
    /* The operational domain in standardised units, (n_inputs); NULL: the range of the rows and a
       margin. Outside of it the emitted code says eta = 1 whatever the branch says. */
    const float *low, *high;
    /* (n_inputs) whether the recipe gives these bounds; NULL: all follow from the rows */
    const bool *bounds_given;
    size_t steps, batch;
    double rate, decay;
    struct prune *prune; /* NULL: no pruning */
    const float *keep;   /* (parameters of eta) 0 where one stays 0, else 1; NULL: all change */
};

/* Sets steps, batch and rate, and returns the widths of the branch, for a number of inputs. */
struct widths eta_budget(struct eta_options *options, size_t n_inputs);

/* Whether there are so few inputs that the branch can learn, beside the border, the order of
   unknown places. */
bool eta_orders(size_t n_inputs);

/* The share of rows of the same kind that may lie outside of a domain that follows from the rows: a
   fifth of the false alarms. */
double eta_outside_share(const struct eta_options *options);

/* The notions that the teacher stands for; auto: the usual ones. */
unsigned eta_notions(const struct eta_options *options);

#endif
