/* The network of the benchmark by hand with intrinsics: see bound_avx2.c. */
#ifndef BOUND_AVX2_H
#define BOUND_AVX2_H

#include "looped.h"

void bound_init(void); /* once, before the first call */
void bound_infer(const float x[N_IN], struct looped_result *r);

#endif
