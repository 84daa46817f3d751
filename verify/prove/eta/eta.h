/* Where eta is above 0.5, proven: the radius around the rows beyond which it is, and the parts of
   the domain where it is and where it is not. */
#ifndef EPIPROVE_ETA_H
#define EPIPROVE_ETA_H

#include "prove/eta/far.h"
#include "prove/search/climb.h"

enum eta_part { ETA_UNKNOWN, ETA_KNOWN, ETA_OPEN, ETA_PARTS };

/* A box of the domain, and what is proven of eta there: above 0.5, not above it, or neither. */
struct eta_box {
    float *low, *high;
    enum eta_part part;
    size_t side; /* to cut */
};

struct eta_map {
    struct eta_box *boxes;
    size_t count, bounded;
    double share[ETA_PARTS]; /* of the volume */
};

struct eta_options {
    const struct net *net;
    const struct bounds *domain;
    const struct data_rows *rows;
    struct limits limits;
    double open; /* the share of the volume that may stay open */
};

/* Cuts the domain until little is open. */
struct eta_map eta_map_make(struct arena *arena, const struct eta_options *o);

/* The largest distance from all rows at which eta is not above 0.5: proven and found. */
struct climbed eta_radius(struct arena *arena, const struct eta_options *o);

#endif
