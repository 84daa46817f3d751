/* Progress for people: one line with stage, share, loss and time left, written over again and
   again. Only on a terminal; elsewhere nothing is printed. For every program that takes its time.
 */
#ifndef EPITRAIN_PROGRESS_H
#define EPITRAIN_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

struct progress {
    FILE *out;
    bool terminal, visible; /* visible: a line stands there */
    const char *stage;
    double began, shown; /* seconds on a clock that only goes forward */
};

struct progress progress_new(FILE *out);

/* `done` from 0 to 1; a NAN loss is left out. `context` is a struct progress, so that this fits
   where a callback is wanted (epiout.h). The line goes away when a stage is done. */
void progress_show(void *context, const char *stage, double done, double loss);

#endif
