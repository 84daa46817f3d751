/* The graph of a spec: which layer each `from` means, an order without cycles, no unused layer. */
#ifndef EPIGEN_GRAPH_H
#define EPIGEN_GRAPH_H

#include "spec/spec.h"

/* Fills sources of every `from`, and spec->order. Ends through fail_at. */
void graph_check(struct arena *arena, struct spec *spec);

#endif
