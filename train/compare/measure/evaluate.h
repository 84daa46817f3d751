/* Fits one learner on one problem, asks it about the test rows and measures its answers. */
#ifndef EPICOMPARE_EVALUATE_H
#define EPICOMPARE_EVALUATE_H

#include "compare/learners/regressor.h"
#include "compare/measure/row_labels.h"

enum measure {
    MEASURE_RMSE,
    MEASURE_SMSE,
    MEASURE_NLL,
    MEASURE_MSLL_RAW,   /* with the standard deviation as the learner says it */
    MEASURE_MSLL,       /* with the calibrated one, as all measures but MSLL_RAW and MSLL_PAPER */
    MEASURE_MSLL_PAPER, /* with a scale fitted on the training rows, as the paper does */
    MEASURE_AUROC,
    MEASURE_AUPR,
    MEASURE_CORRELATION, /* of epistemic part and size of the error, by ranks */
    MEASURE_RISK,        /* area under risk over coverage */
    MEASURE_COVERAGE,    /* of the 95 % interval */
    MEASURE_TAIL,        /* share of rows beyond three standard deviations */
    MEASURE_FIT,     /* s of one core; without the calibration, laplace's with EpiOut's network */
    MEASURE_PREDICT, /* microseconds, one row */
    MEASURE_BYTES,
    MEASURES
};

/* The measures of one learner for one output; NAN: not measured. */
struct outcome {
    double value[MEASURES];
    size_t trial; /* the number of its settings in the learner's `trials` */
};

/* Fills `outcomes` (n_out) and, unless it is NULL, `shown` (test rows, n_out) with the epistemic
   part of the test rows. The caller frees the returned model. */
struct fitted *evaluate(const struct regressor *regressor, const struct task *task,
                        const struct problem *problem, const struct row_labels *labels,
                        struct outcome *outcomes, float *shown);

/* Measures the answers of a fitted and calibrated model; all but the time of its fit. */
void evaluate_model(struct fitted *model, const struct problem *problem,
                    const struct row_labels *labels, struct outcome *outcomes, float *shown);

/* Processor seconds of this thread so far. */
double evaluate_clock(void);

/* Seconds for the prediction of one row: the least of many short runs. */
double evaluate_time(struct fitted *model, const struct rows *rows);

#endif
