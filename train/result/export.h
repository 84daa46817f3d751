/* From a trained network to the spec that epigen reads. */
#ifndef EPITRAIN_EXPORT_H
#define EPITRAIN_EXPORT_H

#include "data/scaling.h"
#include "net/network.h"
#include "spec/spec.h"

/* The spec of a whole network: mean, sigma and eta. */
struct spec *export_spec(struct arena *arena, const struct network *network, const char *name,
                         const struct scaling *inputs, const struct scaling *outputs);

/* Adds sigma and eta of a network to a spec with a mean from elsewhere, which has room for
   export_beside_count more layers. They read `inputs`, a layer, and their names begin with
   `prefix`. `outputs` scale sigma; NULL: eta alone. */
void export_beside(struct arena *arena, struct spec *spec, const struct network *network,
                   const char *inputs, const char *prefix, const struct scaling *outputs);
size_t export_beside_count(const struct network *network);

/* The functions below build specs of other networks, layer by layer. */

/* A spec without layers and with room for n_layers. Its outputs read layers called mean, sigma and
   eta; the scale of sigma is that of the output, and its floor is the least float. */
struct spec *export_frame(struct arena *arena, const char *name, const struct scalings *columns,
                          size_t n_layers);

/* The value, or 0 for a denormal: a spec holds none. */
float export_number(float value);

/* The source of a layer that reads one layer, or "inputs". */
struct spec_from export_from(struct arena *arena, const char *name);

/* Adds a trained layer to the spec. */
struct spec_layer *export_layer(struct arena *arena, struct spec *spec, const char *name,
                                struct spec_from from, const struct dense *dense);

/* Adds a chain whose first layer reads `from`. Its layers are called <letter>1, <letter>2 and so
   on, the last one `last` unless that is NULL. Returns the name of the last layer, or `from` where
   the chain has none. */
const char *export_chain(struct arena *arena, struct spec *spec, const struct chain *chain,
                         const char *letter, const char *last, const char *from);

#endif
