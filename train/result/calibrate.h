/* Calibration on held-out rows: by how much sigma is too small, and how far the mean is off where
   eta is 1. */
#ifndef EPITRAIN_CALIBRATE_H
#define EPITRAIN_CALIBRATE_H

#include "result/metrics.h"

/* The factor on sigma that makes the mean squared normalised error 1. */
double calibrate_sigma(const struct predictions *p);

/* The scale a that minimises the negative log likelihood with the variance
   sigma^2 + (a eta)^2. 0 where eta explains nothing. */
double calibrate_eta(const struct predictions *p, const float *eta);

#endif
