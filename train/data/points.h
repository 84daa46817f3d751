/* Reads the measurements that a flight has kept: the bytes of a point store
   (runtime/control/store.h). A point that a loss of power left half written was never accepted and
   is skipped. A point that was accepted and is damaged is skipped too, and its slot is listed. */
#ifndef EPITRAIN_POINTS_H
#define EPITRAIN_POINTS_H

#include "base/arena.h"

#include <stdint.h>

struct points {
    size_t count, n_in, n_out;
    size_t unfinished;     /* slots that a loss of power cut off */
    size_t n_damaged;      /* points that were accepted and are damaged */
    const size_t *damaged; /* their slots */
    const float *x;        /* (count, n_in) in the order in which they were taken, all finite */
    const float *y;        /* (count, n_out) */
    const uint64_t *time;
};

/* The file must hold points of n_in inputs and n_out outputs. `file` is for messages. */
struct points *points_read(struct arena *arena, const char *file, const char *bytes, size_t size,
                           size_t n_in, size_t n_out);

enum { POINTS_MAX_BYTES = 256 * 1024 * 1024 };

#endif
