/* Sections of the page: EpiOut beside every other selection under both laws, and the scenarios. */
#ifndef EPIFLY_COMPARE_H
#define EPIFLY_COMPARE_H

#include "quadcopter/page/result.h"

/* EpiOut's RMSE over that of each other selection, under each law that was flown. */
void comparisons_write(const struct results *results, FILE *out);
void scenarios_write(const struct results *results, FILE *out);

#endif
