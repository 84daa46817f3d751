/* What is wrong or odd about a job, said as early as it can be known. Refusals come before
   training, so that no work is lost; warnings are one line each and change nothing: `epitrain:
   file: warning: what`. */
#ifndef EPITRAIN_WARNINGS_H
#define EPITRAIN_WARNINGS_H

#include "result/report.h"

/* Warns about keys that do nothing. */
void warnings_recipe(const struct recipe *recipe, FILE *err);

/* Refuses a model that epigen would refuse whatever its weights are: names that clash in C, units,
   sizes. Warns about more weights than rows, few validation rows, and rows outside the domain. */
void warnings_model(const struct recipe *recipe, const struct problem *problem, FILE *err);

/* Refuses output files that cannot be written, that the job reads, or that are one. NULL and "-"
   among the paths are skipped. Refuses standard input in two places. */
void warnings_files(const struct recipe *recipe, const char *const outputs[], size_t n);

/* Warns about a mean or sigma that is no better than a constant, and an eta that does not know the
 * data. */
void warnings_result(const struct recipe *recipe, const struct problem *problem,
                     const struct report *report, FILE *err);

#endif
