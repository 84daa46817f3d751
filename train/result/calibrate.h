/* Calibration on held-out rows: the factor by which sigma is too small, and the error that an eta
   of 1 stands for. */
#ifndef EPITRAIN_CALIBRATE_H
#define EPITRAIN_CALIBRATE_H

#include "data/metrics.h"

/* The factor on sigma that makes the mean squared normalised error 1. */
double calibrate_sigma(const struct predictions *p);

/* The scale a that minimises the negative log likelihood with the variance sigma^2 + (a eta)^2; 0
   if eta explains no errors. */
double calibrate_eta(const struct predictions *p, const float *eta);

#endif
