/* See job_progress.h. */
#include "compare/measure/job_progress.h"

#include <math.h>

/* Of EpiOut's time about a quarter is its own network's: six others learn half of the rows, and a
   quarter as long what is unknown. */
static const double own_network = 0.25;

struct job_progress job_progress_new(const struct regressor *learner)
{
    return (struct job_progress){.most = learner->calibrate != NULL ? own_network : 1.0,
                                 .staged =
                                     learner->calibrate != NULL || learner == &regressor_laplace,
                                 .left = 1.0};
}

double job_progress_tell(struct job_progress *s, double done)
{
    if (!s->staged)
        s->last = fmax(s->last, done);
    else {
        if (done < s->last) /* the next stage */
            s->left *= 0.5;
        s->last = done;
    }
    return s->most * (s->staged ? 1.0 - s->left + 0.5 * s->left * done : s->last);
}
