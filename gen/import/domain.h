/* The domain of a network's inputs: what --domain says, and what a log tells about them besides. */
#ifndef EPIIMPORT_DOMAIN_H
#define EPIIMPORT_DOMAIN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct import_input {
    const char *name, *unit; /* NULL: not known */
    double min, max;
    double mean, scale; /* where the domain is `standardised` */
};

struct import_domain {
    const char *label; /* names it in messages: the file */
    size_t count;      /* inputs; for one that holds for all: 1 */
    struct import_input *inputs;
    bool for_all;
    bool standardised;
};

/* What the text of --domain means: two numbers with a comma, or the name of a CSV log, a YAML file
   or a VNN-LIB file, by its suffix. `margin` is added to the range of a log on each side, as a
   share of it. */
struct import_domain *domain_read(struct arena *arena, const char *text, double margin);

/* The box of the inputs X_0, X_1, ... in a property by VNN-LIB. */
struct import_domain *vnnlib_domain_read(struct arena *arena, const char *file, const char *bytes,
                                         size_t size);

#endif
