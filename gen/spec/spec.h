/* The spec: a trained model as plain data, the one contract between learning and
   generating. spec_read makes it from YAML, spec_check decides whether it means
   something and resolves its names, spec_write prints it back. The format itself is
   documented in gen/spec/epigen-spec.5. All numbers are float32 values. */
#ifndef EPIGEN_SPEC_H
#define EPIGEN_SPEC_H

#include "base/arena.h"
#include "spec/activation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The limits of a spec; a message that refuses a spec names the limit. */
enum {
    SPEC_VERSION = 1,
    SPEC_MAX_BYTES = 64 * 1024 * 1024,
    SPEC_MAX_INPUTS = 1023, /* C99 wants no more constants in an enum */
    SPEC_MAX_SOURCES = 120, /* of one layer: C99 wants no more than 127 parameters */
    SPEC_MAX_WIDTH = 4096,  /* outputs of one layer, and what one layer reads */
    SPEC_MAX_LAYERS = 1024,
    SPEC_MAX_WEIGHTS = 4 * 1000 * 1000, /* in all layers together */
    SPEC_MAX_NAME = 22, /* the model's name: external names stay within C99's 31 characters */
    SPEC_MAX_LABEL = 32 /* names of inputs, outputs and layers; units */
};

/* dense: weights and bias. average: the mean of its sources, number by number, for sampled
   networks and ensembles. radial: exp(-|x - point|^2) for each of its points, for Gaussian
   processes and radial basis functions. */
enum layer_kind { LAYER_DENSE, LAYER_AVERAGE, LAYER_RADIAL, LAYER_KIND_COUNT };

extern const char *const layer_kind_name[LAYER_KIND_COUNT];

/* What a layer or an output reads: `from: h1`, `from: inputs` or a list of them, concatenated in
   order. Members marked spec_check are filled by spec_check. */
enum { SOURCE_INPUTS = -1 };
struct spec_from {
    size_t count;
    const char **names;
    int *sources; /* spec_check: SOURCE_INPUTS or an index into layers */
    size_t width; /* spec_check: numbers read in all */
    int line;
};

struct spec_input {
    const char *name;
    const char *unit;  /* NULL: not given */
    float min, max;    /* the operational domain */
    float mean, scale; /* standardised = (x - mean) / scale; default 0 and 1 */
    int line;
};

struct spec_layer {
    const char *name;
    enum layer_kind kind;
    enum activation activation;
    float parameters[ACT_PARAMETERS]; /* of the activation, in the order of its row */
    struct spec_from from;
    size_t n_in, n_out;
    float *weights; /* (n_out, n_in) row by row; radial: the points; average: spec_check */
    float *bias;    /* (n_out); dense only */
    int line;
};

/* mean = offset + scale * layer; sigma = scale * layer + floor; eta = layer. A spec may lack sigma
   and eta: such an output is all zero, and spec_has tells. */
struct spec_output {
    struct spec_from from;
    size_t count;       /* spec_check: from.width; 0 if the spec has no such output */
    const char **names; /* (count), or NULL: mean only */
    const char *unit;   /* or NULL: mean only */
    float *offset;      /* (count) after spec_check: mean only; default 0 */
    float *scale;       /* (count) after spec_check: mean and sigma; default 1 */
    float *floor;       /* (count) after spec_check: sigma only; required, > 0 */
    size_t n_names, n_offset, n_scale, n_floor; /* as given: 0 none, 1 for all, or one each */
    int line;
};

/* Provenance: who made the spec, and from what. It is kept and written back, but never interpreted.
   A value is either text or further pairs. */
struct spec_pair {
    const char *key;
    const char *text; /* NULL when it has children */
    struct spec_pair *children;
    size_t n_children;
};

struct spec {
    const char *file; /* label for messages */
    const char *name;
    int name_line;
    size_t n_inputs, n_layers;
    struct spec_input *inputs;
    struct spec_layer *layers;
    struct spec_output mean, sigma, eta;
    struct spec_pair *provenance;
    size_t n_provenance;
    size_t *order; /* spec_check: layers in file order, but each behind all that it reads */
};

/* Whether the spec has this output. */
bool spec_has(const struct spec_output *output);

/* Numbers in a result, status not counted: mean, and those of sigma and eta that there are. */
size_t spec_result_count(const struct spec *spec);

/* "mean, sigma and eta": the outputs of a spec, in a sentence. */
const char *spec_outputs_text(const struct spec *spec);

/* Reads the YAML text bytes[0..size). Ends through fail_at on the first fault; `file` is only a
 * label. */
struct spec *spec_read(struct arena *arena, const char *file, const char *bytes, size_t size);

/* Refuses a spec without a meaning, through fail_at; fills the members marked spec_check. */
void spec_check(struct arena *arena, struct spec *spec);

/* Writes the canonical YAML: reading it back gives the same spec, writing that the same bytes. */
void spec_write(const struct spec *spec, FILE *out);

/* The canonical YAML as text in the arena. */
const char *spec_text(struct arena *arena, const struct spec *spec, size_t *size);

/* NULL if name can stand in emitted C (an identifier, not a keyword or reserved), else what is
   expected instead: "a C identifier", ... */
const char *identifier_fault(const char *name, size_t max_length);

/* The same for the name of a model, which names files as well: no header has it. */
const char *model_name_fault(const char *name);

#endif
