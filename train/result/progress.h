/* Shows progress on a terminal: one line with stage, share done, loss and time left, which is
   overwritten. Nothing is printed where the output is no terminal. */
#ifndef EPITRAIN_PROGRESS_H
#define EPITRAIN_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

struct progress {
    FILE *out;
    bool terminal; /* `out` is one */
    bool visible;  /* the line is on the terminal now */
    const char *stage;
    double began, shown; /* seconds on a monotonic clock: when the stage began, the last update */
};

struct progress progress_new(FILE *out);

/* Updates the line: `done` is from 0 to 1, and a NAN loss is not shown. The line is cleared when a
   stage is done. `context` is a struct progress, so that this function can be the callback of
   epiout.h. */
void progress_show(void *context, const char *stage, double done, double loss);

#endif
