/* What every notion of how unknown a point is has in common (notions.h). */
#ifndef EPITRAIN_NOTION_H
#define EPITRAIN_NOTION_H

#include "data/rows.h"
#include "eta/options.h"

#include <math.h>

/* What notions are made of. All of it is not copied and must stay. */
struct notions_data {
    const struct rows *train;
    const struct eta_options *options;
    unsigned set;     /* the notions that are wanted */
    size_t rows;      /* by how many it is decided which of these there are; 0: those of train */
    unsigned threads; /* changes no result */
    double effort;    /* share of the usual steps of the notion samples, at most 1; 0: all */
};

/* Of rows that a notion has not seen, the share that it calls known. */
#define NOTIONS_KNOWN 0.95

/* The logit, or the nearest that a notion may have. */
static inline float notions_clip(float logit)
{
    const float most = 6.0F;
    return fminf(fmaxf(logit, -most), most);
}

#endif
