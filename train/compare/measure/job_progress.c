/* See job_progress.h. */
#include "compare/measure/job_progress.h"

#include <math.h>

/* EpiOut's own network takes about half of its job's time. The rest goes to the six networks of
   calibration.h, each on half of the rows and with a quarter of the steps for eta. */
static const double own_network = 0.5;

struct job_progress job_progress_new(const struct regressor *learner)
{
    return (struct job_progress){.most = learner->unitless ? own_network : 1.0,
                                 .staged = learner->unitless || learner == &regressor_laplace,
                                 .left = 1.0};
}

double job_progress_tell(struct job_progress *s, double done)
{
    if (!s->staged)
        s->last = fmax(s->last, done);
    else {
        if (done < s->last) /* the next stage has begun */
            s->left *= 0.5;
        s->last = done;
    }
    return s->most * (s->staged ? 1.0 - s->left + 0.5 * s->left * done : s->last);
}
