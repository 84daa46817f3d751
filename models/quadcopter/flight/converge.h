/* Whether the integration is fine enough: the same flight with steps halved again and again. */
#ifndef EPIFLY_CONVERGE_H
#define EPIFLY_CONVERGE_H

#include "quadcopter/flight/flight.h"

enum { HALVINGS = 5 };

struct halving {
    unsigned substeps; /* of PLANT_STEP */
    double rmse;       /* m */
    double apart; /* m, the farthest from the flight with the next row's steps; 0 in the last */
};

/* The flight of `options`, without a model: nothing but plant, controller and noise. */
void convergence_fly(const struct flight_options *options, struct halving rows[HALVINGS]);

#endif
