/* The network as a proof sees it: layers with the very weights that the program multiplies by, in
   the order in which it runs them. Made from the program, so what is proven is what is emitted. */
#ifndef EPIPROVE_NETWORK_H
#define EPIPROVE_NETWORK_H

#include "program/program.h"

#include <stdbool.h>
#include <stddef.h>

/* z = ((x - mean), flushed below `flush`) * factor; x lies in the domain. */
struct net_input {
    const char *name;
    double low, high; /* the domain */
    double mean, factor, flush;
    double scale; /* 1 / factor before rounding: the unit of standardised distances */
    double centre;
};

/* Values have places. Those of a layer, or of the inputs, are neighbours and begin at a multiple of
   NET_LANES, so that sums over them are sums of vectors. */
enum { NET_LANES = 8 };
static inline size_t lanes_up(size_t n) { return (n + NET_LANES - 1) / NET_LANES * NET_LANES; }

/* Values that a layer reads. */
struct net_source {
    size_t first; /* place */
    size_t width;
    size_t column; /* of the first in a row of weights */
};

struct net_layer {
    const struct spec_layer *spec;
    bool radial; /* weights are points: a sum is minus the squared distance from one */
    enum activation activation;
    const float *parameters;
    size_t n_in, n_out; /* n_in: columns of the weights, the unused ones included */
    size_t first;       /* place of its first value */
    size_t stride;      /* n_out and what fills the last vector */
    double *weights;    /* (stride, n_in); unused rows and columns are 0 */
    double *columns;    /* (n_in, stride): the same, transposed */
    double *bias;       /* (stride) */
    struct net_source *sources;
    size_t n_sources;
};

/* y = scale * value + offset, each operation rounded. */
enum net_output_kind { OUTPUT_MEAN, OUTPUT_SIGMA, OUTPUT_ETA, OUTPUT_KINDS };
struct net_output {
    enum net_output_kind kind;
    size_t index; /* among those of its kind */
    size_t place; /* of the value */
    double scale, offset;
    const char *name;
};

struct net {
    const struct program *program;
    size_t n_inputs, n_layers, n_outputs, n_places;
    struct net_input *inputs;
    struct net_layer *layers; /* each behind all that it reads */
    struct net_output *outputs;
    size_t terms;  /* no sum of a proof has more terms than this */
    size_t widest; /* layer */
};

struct net *net_make(struct arena *arena, const struct program *program);

/* The outputs whose name is `name`: "sigma" and "eta", those that the spec names, mean_0, sigma_0
   ...; n_outputs where there is none. */
size_t net_output_find(const struct net *net, const char *name);
size_t net_input_find(const struct net *net, const char *name); /* n_inputs: none */

/* The first output of a kind, and how many there are. */
size_t net_output_first(const struct net *net, enum net_output_kind kind);
size_t net_output_count(const struct net *net, enum net_output_kind kind);

#endif
