/* What epiwcet says: for people, for programs, for a CI server, and every instruction with its
   cost. All of it is a pure function of the analysis. */
#ifndef EPIWCET_REPORT_H
#define EPIWCET_REPORT_H

#include "wcet/report/against.h"

/* Bars that the figures must keep; 0: none given. */
struct bars {
    uint64_t max_cycles, max_stack, max_flash;
    bool has_cycles, has_stack, has_flash;
};

/* `earlier` may be NULL. */
void report_text(const struct analysis *analysis, const struct earlier *earlier, FILE *out);
void report_json(const struct analysis *analysis, const struct earlier *earlier, FILE *out);
void report_listing(const struct analysis *analysis, FILE *out);
/* A test suite: one case for the analysis itself, which has passed, and one for each bar. */
void report_junit(const struct analysis *analysis, const struct bars *bars, FILE *out);

/* One line for each bar that is exceeded, on `out`; how many. */
size_t bars_check(const struct analysis *analysis, const struct bars *bars, FILE *out);

/* What is assumed on every core, NULL at the end. */
extern const char *const report_assumptions[];

#endif
