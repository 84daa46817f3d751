/* The columns of the data as a model sees them: names, units, scale and domain. */
#ifndef EPITRAIN_SCALING_H
#define EPITRAIN_SCALING_H

#include <stdbool.h>
#include <stddef.h>

/* One column: standardised = (value - mean) / scale. */
struct scaling {
    const char *name;  /* a C identifier */
    const char *label; /* for people: the name in the file's header; without a header the name */
    const char *unit;  /* NULL: not given */
    float mean, scale;
    float low, high; /* inputs: the operational domain */
    bool constant;   /* the same number in all training rows */
};

/* All columns of a model: those that it reads and those that it answers. */
struct scalings {
    const struct scaling *inputs;
    size_t n_in;
    const struct scaling *outputs;
    size_t n_out;
};

#endif
