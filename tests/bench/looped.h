/* The network of the benchmark as a programmer would write it by hand: see looped.c. */
#ifndef LOOPED_H
#define LOOPED_H

#include "looped_weights.h"

struct looped_result {
    float mean[N_OUT];
    float sigma[N_OUT];
    float eta;
};

void looped_infer(const float x[N_IN], struct looped_result *r);

#endif
