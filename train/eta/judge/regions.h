/* Regions of the training inputs that the judge leaves out, one at a time (judge.h). They are of
   several kinds, because each kind favours some notion of distance. */
#ifndef EPITRAIN_REGIONS_H
#define EPITRAIN_REGIONS_H

#include "base/arena.h"
#include "data/rows.h"

#include <stdbool.h>

enum region_kind {
    REGION_CLUSTER,   /* a cluster of rows */
    REGION_DIRECTION, /* the outer fifth along a principal direction */
    REGION_INPUT,     /* the outer fifth along an input */
    REGION_BAND,      /* the middle fifth along an input; only of few inputs */
    REGION_HOLE,      /* the rows around a row in the middle */
    REGION_QUADRANT,  /* two inputs, each above or below its median */
    REGION_BLOCKS,    /* a tenth of the rows, by whole groups or stretches of time */
    REGION_KINDS
};

struct region {
    enum region_kind kind;
    size_t
        input[2]; /* the inputs that show it best; of a direction, a cluster and a hole the first */
    bool high[2]; /* above the limit; else below */
    double limit[2]; /* standardised; of a cluster and a hole the mean of the rows, of a band its
                        middle */
    bool counts; /* false: of a hole among many inputs, which lies in the thick of the rows, where
                    no distance shows it; of blocks, whose rows may be like all others */
    size_t rows;
    bool *member; /* (rows) */
};

enum { REGIONS_MOST = 14 };

/* Which inputs regions are made of. Regions in inputs with an effect on the outputs matter most to
   users: two regions along single inputs, and a quadrant, are of those with the largest. */
struct region_inputs {
    const float *counts;  /* (n_in) an input with 0 is in no region; NULL: all are */
    const double *effect; /* (n_in) larger: more effect; NULL: in the order of the inputs */
};

/* Finds at most REGIONS_MOST regions with at least 5 % and at most half of the rows. */
size_t regions_find(struct arena *arena, const struct rows *rows,
                    const struct region_inputs *inputs, struct random *random,
                    struct region *regions);

#endif
