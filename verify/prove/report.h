/* A property as a whole: all its regions, and what is said about it. */
#ifndef EPIPROVE_REPORT_H
#define EPIPROVE_REPORT_H

#include "prove/search.h"

struct verdict property_prove(struct arena *arena, const struct net *net,
                              const struct bounds *domain, const struct property *property,
                              const struct limits *limits);

void verdict_print(const struct net *net, const struct property *property,
                   const struct verdict *verdict);

#endif
