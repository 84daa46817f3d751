/* Which rows are known and which are unknown: the truth that AUROC and AUPR compare the epistemic
   part with. Test rows are labelled by their distance to the training inputs. Or all test rows are
   known, and the rows of other files are unknown. */
#ifndef EPICOMPARE_ROW_LABELS_H
#define EPICOMPARE_ROW_LABELS_H

#include "prepare.h"

enum row_label { ROW_KNOWN, ROW_UNKNOWN, ROW_LEFT_OUT };

struct row_labels {
    unsigned char *test; /* (test rows) enum row_label; NULL: rows have no labels */
    struct rows unknown; /* further rows, all unknown; their outputs are NULL */
};

/* Test rows nearer than `distance` to a training input are known, those beyond twice that distance
   are unknown, and the others are left out. The distance is Euclidean, in the units of the data. */
struct row_labels row_labels_by_distance(struct arena *arena, const struct problem *problem,
                                         double distance);

/* All test rows are known, the rows of the files are unknown. The files have the recipe's columns.
 */
struct row_labels row_labels_by_files(struct arena *arena, const struct recipe *recipe,
                                      const struct problem *problem, const char *const *files,
                                      size_t n);

/* How many test rows have the inputs of a training row. They flatter a learner that remembers its
   rows. */
size_t rows_repeated(const struct problem *problem);

#endif
