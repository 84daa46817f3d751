/* What the judge of eta found (eta/judge/judge.h), in words and numbers for people. */
#ifndef EPITRAIN_JUDGED_H
#define EPITRAIN_JUDGED_H

#include "epiout.h"
#include "prepare.h"

/* A region as a person knows it: "speed above 12 m/s". */
const char *region_words(struct arena *arena, const struct region *region,
                         const struct scaling *inputs);

/* Prints what eta learned from, what the judge found, and where eta is guaranteed to be high;
   prints nothing for teacher samples. */
void judged_print(const struct epiout *epiout, const struct recipe *recipe,
                  const struct problem *problem, FILE *out);

/* Warns where eta is not to be trusted on these data. Returns whether it did. */
bool judged_warn(const struct epiout *epiout, const struct recipe *recipe,
                 const struct problem *problem, FILE *err);

#endif
