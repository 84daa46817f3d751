/* How good a trained model is, on every part of the rows: the closing summary, and what the
   provenance and the warnings are made of. */
#ifndef EPITRAIN_REPORT_H
#define EPITRAIN_REPORT_H

#include "eta/epistemic.h"
#include "prepare.h"
#include "result/answers.h"

struct report {
    struct answers train, validation, test;
    struct answers unknown; /* the samples that were labelled unknown; only eta */
    struct answers domain;  /* uniform random points of the operational domain; only eta */
};

/* Training rows and samples are judged on at most REPORT_MOST of them, held-out rows all. */
enum { REPORT_MOST = 20000, REPORT_DOMAIN = 10000 };
struct report *report_make(struct arena *arena, struct interpreter *interpreter,
                           const struct problem *problem, const struct labelled *set);

/* The rows that trained nothing: those for validation, or else the test rows; count 0: none. */
const struct answers *report_held_out(const struct report *report);

void report_print(const struct report *report, const struct problem *problem, FILE *out);

#endif
