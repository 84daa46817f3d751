/* Who made a spec, from what, and how good it was on held-out rows: the provenance of the spec. */
#ifndef EPITRAIN_PROVENANCE_H
#define EPITRAIN_PROVENANCE_H

#include "result/report.h"

void provenance_add(struct arena *arena, struct spec *spec, const struct recipe *recipe,
                    const struct problem *problem, const struct network *network,
                    const struct report *report);

#endif
