/* The reports of epiwcet: text for people, JSON for programs, JUnit for a CI server, and a listing
   of every instruction with its cost. They depend on the analysis only. */
#ifndef EPIWCET_REPORT_H
#define EPIWCET_REPORT_H

#include "wcet/report/against.h"

/* The largest figures that the call allows (--max-cycles and the like); 0 means no limit. */
struct bars {
    uint64_t max_cycles, max_stack, max_flash;
    bool has_cycles, has_stack, has_flash;
};

/* `earlier` may be NULL. */
void report_text(const struct analysis *analysis, const struct earlier *earlier, FILE *out);
void report_json(const struct analysis *analysis, const struct earlier *earlier, FILE *out);
void report_listing(const struct analysis *analysis, FILE *out);
/* A test suite: one case for the analysis, which has succeeded, and one for each limit. */
void report_junit(const struct analysis *analysis, const struct bars *bars, FILE *out);

/* Prints one line for each limit that is exceeded; returns how many there are. */
size_t bars_check(const struct analysis *analysis, const struct bars *bars, FILE *out);

/* The assumptions that hold for every core; ends with NULL. */
extern const char *const report_assumptions[];

#endif
