/* Says what is wrong or odd about a job, as early as possible. What is refused is refused before
   the training, so that no work is lost. A warning is one line, `epitrain: file: warning: what`,
   and changes nothing. */
#ifndef EPITRAIN_WARNINGS_H
#define EPITRAIN_WARNINGS_H

#include "result/report.h"

/* Warns about keys of the recipe that have no effect. */
void warnings_recipe(const struct recipe *recipe, FILE *err);

/* Refuses a model that epigen would refuse whatever its weights are, for its names, units or sizes.
   Warns about fewer rows than weights or than 10 for each input, fewer than 5 validation rows, rows
   outside the domain, and values that stand for a missing one: true, for eta sees little
   of that input, and no left-out region would show it. */
bool warnings_model(const struct recipe *recipe, const struct problem *problem, FILE *err);

/* Refuses output files that cannot be written, that the job reads, or that are the same file. NULL
   and "-" among the outputs are skipped. Refuses a recipe that names standard input more than once.
 */
void warnings_files(const struct recipe *recipe, const char *const outputs[], size_t n);

/* Warns about a mean or a sigma that is no better than a constant, and about an eta that calls many
   training rows unknown. */
void warnings_result(const struct recipe *recipe, const struct problem *problem,
                     const struct report *report, FILE *err);

#endif
