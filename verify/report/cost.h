/* What the emitted C costs on the cores that were asked for: epiwcet's bound of the object that the
   compiler of the core makes at -O2, and how it is shared by the stages of the network. */
#ifndef EPIREPORT_COST_H
#define EPIREPORT_COST_H

#include "emit/whole/whole.h"

#include <stdbool.h>

/* A stage of the emitted C: the inputs, a layer, a result. */
struct cost_part {
    const char *name;
    size_t cycles;
};

struct cost {
    const char *core;
    const char *why; /* NULL: the figures are there; else why it was not run */
    const char *kind, *compiler;
    size_t instructions, cycles, stack, flash, ram;
    struct cost_part *parts; /* of the object in which stages are functions of their own */
    size_t n_parts, parts_cycles;
};

/* The cores that can be asked for; ends with NULL. */
extern const char *const cost_cores[];

/* The cost on one core. `emitted`: the files of the model. */
struct cost cost_find(const struct model *model, const struct output emitted[EMITTED_FILES],
                      const char *core);

#endif
