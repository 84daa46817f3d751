/* The tables of the cores have the times of aligned loads and stores. An access that is visibly not
   aligned takes longer (Cortex-M3, M4), or ends in a fault (the others): it is refused. The stack
   pointer and every pointer of unknown origin are taken as multiples of 4, so that a distance from
   them tells; what an unknown index adds is not visible, and stays an assumption of the report. */
#ifndef EPIWCET_ALIGNMENT_H
#define EPIWCET_ALIGNMENT_H

#include "wcet/track/track.h"
#include "wcet/walk/refuse.h"

/* Refuses a load or store at an address that is visibly not aligned. */
void alignment_check(const struct site *site, const struct tracker *tracker,
                     const struct reference *reference);

#endif
