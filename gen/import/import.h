/* Reads a network from elsewhere, ONNX or .nnet, as a spec with a mean and no other output. */
#ifndef EPIIMPORT_IMPORT_H
#define EPIIMPORT_IMPORT_H

#include "import/domain.h"
#include "import/evaluate.h"
#include "spec/spec.h"

struct import_options {
    const char *name;                   /* of the model; NULL: from the file's name */
    const struct import_domain *domain; /* NULL: the file's own, if it has one */
    const char *names, *outputs; /* "v [m/s],alpha": of inputs and outputs; NULL: from the domain,
                                    or else from the file */
    bool fold;                   /* sums of sums become one layer, which changes rounding */
    bool plain;                  /* inputs are not standardised by the domain's mean and scale */
};

struct import {
    struct spec *spec;                   /* checked */
    const struct evaluation *evaluation; /* the file's own arithmetic */
    size_t n_in, n_out;
};

/* Reads the file, by its content: what begins as text is .nnet. Ends through fail with file and
   node where it is no network that a spec can be. */
struct import *import_read(struct arena *arena, const char *path,
                           const struct import_options *options);

/* The spec of a graph; it has no provenance. */
struct import *import_graph(struct arena *arena, const struct graph *graph,
                            const struct import_options *options);

/* The same of bytes; `path`, or NULL, is where external data are looked for, `file` a label. */
struct import *import_bytes(struct arena *arena, const char *path, const char *file,
                            const char *bytes, size_t size, const struct import_options *options);

#endif
