/* What a trained model answers about training, validation and test rows. The summary at the end of
   a run, the provenance and the warnings are made from it. */
#ifndef EPITRAIN_REPORT_H
#define EPITRAIN_REPORT_H

#include "epiout.h"
#include "prepare.h"
#include "result/answers.h"

struct report {
    struct answers train, validation, test;
    struct eta_promise promise; /* of eta's threshold; rows 0: none */
    struct sigma_promise sigma; /* of `fit: coverage`; rows 0: none */
    struct answers unknown;     /* eta of the samples that were labelled unknown */
    struct answers domain;      /* eta of uniform random points of the operational domain */
};

/* The model is asked about at most REPORT_MOST training rows and samples, and about all held-out
   rows. */
enum { REPORT_MOST = 20000, REPORT_DOMAIN = 10000 };
struct report *report_make(struct arena *arena, struct interpreter *interpreter,
                           const struct problem *problem, const struct epiout *epiout);

/* The samples that were labelled unknown, in the units of the data. */
struct rows report_samples(struct arena *arena, const struct problem *problem,
                           const struct labelled *set);

/* The answers about the validation rows or, where there are none, the test rows; they may have no
   rows. */
const struct answers *report_held_out(const struct report *report);

void report_print(const struct report *report, const struct problem *problem, FILE *out);

#endif
