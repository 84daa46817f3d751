/* Adds the provenance to a spec: the trainer, the data and the recipe that made it, and how good it
   is on held-out rows. */
#ifndef EPITRAIN_PROVENANCE_H
#define EPITRAIN_PROVENANCE_H

#include "result/report.h"

void provenance_add(struct arena *arena, struct spec *spec, const struct recipe *recipe,
                    const struct problem *problem, const struct epiout *epiout,
                    const struct report *report);

#endif
