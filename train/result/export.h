/* From a trained network to the spec that epigen reads. */
#ifndef EPITRAIN_EXPORT_H
#define EPITRAIN_EXPORT_H

#include "data/scaling.h"
#include "net/network.h"

struct spec *export_spec(struct arena *arena, const struct network *network, const char *name,
                         const struct scaling *inputs, const struct scaling *outputs);

/* For specs of another build. A spec with room for so many layers and with outputs that read layers
   called mean, sigma and eta; sigma is what its layer says, its floor next to nothing. */
struct spec *export_frame(struct arena *arena, const char *name, const struct scaling *inputs,
                          size_t n_in, const struct scaling *outputs, size_t n_out,
                          size_t n_layers);

/* A spec holds no denormals: what is so small is as good as zero. */
float export_number(float value);

struct spec_from export_from(struct arena *arena, const char *name);

struct spec_layer *export_layer(struct arena *arena, struct spec *spec, const char *name,
                                struct spec_from from, const struct dense *dense);

/* Layers are called <letter>1, <letter>2, ..., the last one `last` unless that is NULL. The name of
   the last, or `from` where there is none. */
const char *export_chain(struct arena *arena, struct spec *spec, const struct chain *chain,
                         const char *letter, const char *last, const char *from);

#endif
