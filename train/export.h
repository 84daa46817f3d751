/* From a trained network to the spec that epigen reads. */
#ifndef EPITRAIN_EXPORT_H
#define EPITRAIN_EXPORT_H

#include "network.h"

/* One column: standardised = (value - mean) / scale. */
struct scaling {
    const char *name;  /* a C identifier */
    const char *label; /* for people: as in the header, where there is one; else the name */
    const char *unit;  /* NULL: not given */
    float mean, scale;
    float low, high; /* inputs: the operational domain */
};

struct spec *export_spec(struct arena *arena, const struct network *network, const char *name,
                         const struct scaling *inputs, const struct scaling *outputs);

#endif
