/* The grid that the weights and biases of a network lie on in fixed point (`epigen --type=q15`). It
   depends on the network: on what its sums can reach. */
#ifndef EPITRAIN_FIXED_MODEL_H
#define EPITRAIN_FIXED_MODEL_H

#include "data/scaling.h"
#include "net/lattice.h"
#include "net/network.h"
#include "program/q15/q15.h"

/* A network, its spec, and what epigen makes of that in fixed point. */
struct fixed_model {
    struct network *network;
    const char *name;
    const struct scaling *inputs, *outputs;
    struct spec *spec;
    struct q15_program *program;
};

/* Makes spec and program anew, from the network as it is. Fails where epigen would refuse. */
void fixed_lower(struct arena *arena, struct fixed_model *model);

/* The grid of all parameters of the network, those of stage 1 first. */
struct lattice fixed_lattice(struct arena *arena, const struct fixed_model *model);

/* Moves the parameters to the grid, and again where that changed the grid, until each of them is a
   number that the program has; then spec and program are those of the moved network. Returns
   whether it came to that. */
bool fixed_settle(struct arena *arena, struct fixed_model *model);

#endif
