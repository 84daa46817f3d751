/* Which rows are known and which unknown, for the measures of the epistemic part: test rows by
   their distance to the training inputs, or all test rows against the rows of files. */
#ifndef EPICOMPARE_KNOWN_H
#define EPICOMPARE_KNOWN_H

#include "prepare.h"

enum knowledge { KNOWN, UNKNOWN, LEFT_OUT };

struct known {
    unsigned char *test; /* (rows of the test) enum knowledge; NULL: nothing is said */
    struct rows more;    /* unknown all, beside the test rows; outputs NULL */
};

/* Test rows nearer than `distance` to a training input are known, those beyond twice of it unknown,
   the others left out; Euclidean, in the units of the data. */
struct known known_by_distance(struct arena *arena, const struct problem *problem, double distance);

/* All test rows are known, the rows of the files unknown. Columns are those of the recipe. */
struct known known_by_files(struct arena *arena, const struct recipe *recipe,
                            const struct problem *problem, const char *const *files, size_t n);

#endif
