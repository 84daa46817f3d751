/* Networks that learned from samples around the rows, as in the paper, and never leave the host:
   the notion samples (notions.h). They are larger than the branch of teacher samples, and eight,
   whose mean varies less (with four of them the seeds of a shift differed by 0.008, not 0.005). All
   but one or two learn all rows; these learn without a tenth of them, and say which logit rows have
   that a network has not seen. */
#ifndef EPITRAIN_SAMPLE_NETS_H
#define EPITRAIN_SAMPLE_NETS_H

#include "eta/notion.h"

struct sample_nets;

/* The rows are in a random order; data->train is not looked at. With less than half of the usual
   effort there are fewer networks. */
struct sample_nets *sample_nets_new(struct arena *arena, const struct notions_data *data,
                                    const struct rows *rows, struct random *random);

/* Sets the mean logit of the points x (count, n_in). */
void sample_nets_ask(const struct sample_nets *nets, const float *x, size_t count, float *logit);

#endif
