/* The page of results: means over the flights, faults, and every bar with the published value
   beside ours. */
#ifndef EPIFLY_PAGE_H
#define EPIFLY_PAGE_H

#include "quadcopter/page/result.h"

/* Returns whether all bars that were measured are met. */
bool page_write(const struct results *results, FILE *out);

#endif
