/* See share.h. */
#include "compare/measure/share.h"

#include <math.h>

/* Of EpiOut's time about a quarter is its own network's: six others learn half of the rows, and a
   quarter as long what is unknown. */
static const double own_network = 0.25;

struct share share_new(const struct regressor *learner)
{
    return (struct share){.most = learner->calibrate != NULL ? own_network : 1.0,
                          .staged = learner->calibrate != NULL || learner == &regressor_laplace,
                          .left = 1.0};
}

double share_tell(struct share *s, double done)
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
