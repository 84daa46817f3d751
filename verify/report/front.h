/* What other sizes of the network cost and how good they are: the front.csv that epitune leaves. */
#ifndef EPIREPORT_FRONT_H
#define EPIREPORT_FRONT_H

#include "base/arena.h"

#include <stddef.h>

struct front {
    size_t count;
    float *cycles, *nll, *rmse; /* (count) */
};

const struct front *front_read(struct arena *arena, const char *path);

#endif
