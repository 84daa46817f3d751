/* Runs another program (m4, gnuplot, a compiler) without a shell. Its arguments are passed
   unchanged; its input and output are open files of the caller. */
#ifndef EPIGEN_CHILD_H
#define EPIGEN_CHILD_H

#include <stdio.h>

struct child {
    char *const *argv;     /* ends with NULL; argv[0] is looked up in PATH */
    FILE *in, *out, *err;  /* NULL: those of this program */
    const char *directory; /* NULL: the current one */
};

/* Returns the exit status, or -1 if a signal ended the program. Fails with the program's name if it
   cannot be run. */
int child_run(const struct child *child);

#endif
