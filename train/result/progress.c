/* See progress.h. */
#include "result/progress.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds between two updates of the line, and seconds before the first estimate of the time left.
 */
static const double interval = 0.1, first_guess = 0.5;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct progress progress_new(FILE *out)
{
    return (struct progress){.out = out, .terminal = isatty(fileno(out)) == 1};
}

static void time_print(FILE *out, double seconds)
{
    if (seconds < 100.0)
        fprintf(out, "  %.0f s left", ceil(seconds));
    else
        fprintf(out, "  %.0f min left", ceil(seconds / 60.0));
}

static void line_clear(struct progress *p)
{
    if (p->visible)
        fprintf(p->out, "\r\033[K");
    p->visible = false;
}

void progress_show(void *context, const char *stage, double done, double loss)
{
    struct progress *p = context;
    if (!p->terminal)
        return;
    double at = now();
    if (p->stage == NULL || strcmp(p->stage, stage) != 0)
        *p = (struct progress){p->out, true, p->visible, stage, at, -INFINITY};
    if (done < 1.0 && at - p->shown < interval)
        return;
    line_clear(p);
    if (done < 1.0) {
        fprintf(p->out, "%-12s %3.0f %%", stage, floor(100.0 * done));
        if (!isnan(loss))
            fprintf(p->out, "  loss %.4g", loss);
        if (done > 0.0 && at - p->began > first_guess)
            time_print(p->out, (at - p->began) * (1.0 - done) / done);
        p->visible = true;
        p->shown = at;
    }
    fflush(p->out);
}
