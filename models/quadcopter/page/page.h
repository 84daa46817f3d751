/* The page for people: every flight's means, the faults, and every bar with the published value
   beside ours. */
#ifndef EPIFLY_PAGE_H
#define EPIFLY_PAGE_H

#include "quadcopter/page/result.h"

/* Files that --sil, --pil and firmware.sh leave in DIR/sil, two numbers each: networks and steps;
   steps and 0; cycles of a control step alone and guarded. */
#define EVIDENCE_SIL    "sil"
#define EVIDENCE_PIL    "pil"
#define EVIDENCE_CYCLES "cycles"

/* Returns whether all bars that were measured are met. */
bool page_write(const struct results *results, FILE *out);

#endif
