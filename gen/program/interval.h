/* What a value can be. */
#ifndef EPIGEN_INTERVAL_H
#define EPIGEN_INTERVAL_H

struct interval {
    double low, high;
};

#endif
