/* Writing macro calls, running m4 on them, and what has to be done to its output. */
#ifndef EPIGEN_MACRO_H
#define EPIGEN_MACRO_H

#include "base/arena.h"

#include <stdio.h>

/* EPI_<macro>(<|argument|>, ...): every argument quoted, so that m4 sees it as it is. format: the
   arguments, separated by '\t'. */
void emit_call(FILE *m4, const char *macro, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where the templates and the kernels of the number type are: absolute paths. */
struct data_dirs {
    const char *templates, *kernels;
};

/* The C text that m4 makes of `calls`, with every name that starts with epi_ given the model's
   prefix instead. Ends through fail when m4 does, or when a macro was left unexpanded. */
char *macro_expand(struct arena *arena, const struct data_dirs *dirs, const char *prefix,
                   FILE *calls, size_t *size);

#endif
