/* Running another program (m4, gnuplot, a compiler) without a shell: its arguments are passed as
   they are, its input and output are files that the caller made. */
#ifndef EPIGEN_CHILD_H
#define EPIGEN_CHILD_H

#include <stdio.h>

struct child {
    char *const *argv;     /* ends with NULL; argv[0] is looked up in PATH */
    FILE *in, *out, *err;  /* NULL: as this program's */
    const char *directory; /* NULL: stay here */
};

/* The exit status, or -1 if a signal ended it. Fails by name when the program cannot be run. */
int child_run(const struct child *child);

#endif
