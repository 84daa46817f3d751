/* Which rows are known and which unknown, for the measures of the epistemic part: test rows by
   their distance to the training inputs, or all test rows against the rows of files. */
#ifndef EPICOMPARE_ROW_LABELS_H
#define EPICOMPARE_ROW_LABELS_H

#include "prepare.h"

enum row_label { ROW_KNOWN, ROW_UNKNOWN, ROW_LEFT_OUT };

struct row_labels {
    unsigned char *test; /* (rows of the test) enum row_label; NULL: nothing is said */
    struct rows unknown; /* further rows, all unknown; their outputs are NULL */
};

/* Test rows nearer than `distance` to a training input are known, those beyond twice of it unknown,
   the others left out; Euclidean, in the units of the data. */
struct row_labels row_labels_by_distance(struct arena *arena, const struct problem *problem,
                                         double distance);

/* All test rows are known, the rows of the files unknown. Columns are those of the recipe. */
struct row_labels row_labels_by_files(struct arena *arena, const struct recipe *recipe,
                                      const struct problem *problem, const char *const *files,
                                      size_t n);

#endif
