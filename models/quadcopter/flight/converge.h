/* Convergence of the integration: the same flight with steps that are halved several times. */
#ifndef EPIFLY_CONVERGE_H
#define EPIFLY_CONVERGE_H

#include "quadcopter/flight/flight.h"

enum { HALVINGS = 5 };

struct halving {
    unsigned substeps; /* of PLANT_STEP */
    double rmse;       /* m */
    double distance;   /* m, the largest from the flight of the next row; 0 in the last row */
};

/* Flies `options` without a model, with nothing but plant, controller and noise. */
void convergence_fly(const struct flight_options *options, struct halving rows[HALVINGS]);

#endif
