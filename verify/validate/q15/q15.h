/* An emitted file in fixed point, read back as plain data, and its comparison with the spec. The
   arithmetic is derived anew from epigen-spec(5), FIXED POINT. The file may choose its exponents;
   they follow from its shifts and from the scales in its header, and all other numbers follow from
   them. */
#ifndef VALIDATE_Q15_H
#define VALIDATE_Q15_H

#include "validate/validate.h"

/* The form of a file, by the options in its header. */
struct q15_form {
    const char *core;
    bool packed;    /* two values in a word, for cores with SMLAD */
    bool saturates; /* a core with instructions that saturate */
    bool tables;    /* kernels that look up tables */
    bool tiled;
};

/* For which files a text of a kernel stands, where there are two. */
enum q15_text { TEXT_ALL, TEXT_PLAIN, TEXT_PACKED, TEXT_SATURATES, TEXT_WITHOUT };

/* A file of runtime/q15 that emitted files contain: one function, or several. */
struct q15_kernel {
    const char *name;
    const char *needs[3]; /* other kernels that it calls */
    const char *text;     /* without the numbers of its table */
    const char *first;    /* its first function where that has another name */
    enum q15_text use;
    uint32_t (*word)(size_t place); /* a word of its table; NULL: it has none */
    size_t words;
};

enum { Q15_KERNEL_COUNT = 31, Q15_ARGUMENTS = 3 };
extern const struct q15_kernel q15_kernels[Q15_KERNEL_COUNT];

/* Whether a file of this form has this text of a kernel. */
bool q15_kernel_is_for(const struct q15_kernel *kernel, const struct q15_form *form);

/* q15_table.c: the words of tables, from their definitions in epigen-spec(5). */
uint32_t q15_tanh_word(size_t place);
uint32_t q15_softplus_word(size_t place);
uint32_t q15_silu_word(size_t place);
uint32_t q15_exp_word(size_t place);

/* W * value: number `place` of a layer, or of the inputs. */
struct q15_term {
    int source; /* as in spec.h */
    size_t place;
    int32_t weight;
    int line;
};

/* A sum, shifted to the right by `shift`, through a kernel (NULL: none) with further arguments. */
struct q15_neuron {
    int line; /* of the statement that stores it; 0: nothing has */
    int32_t bias;
    int bias_line;
    struct q15_term *terms;
    size_t n_terms, room;
    uint32_t shift;
    const struct q15_kernel *kernel;
    int32_t arguments[Q15_ARGUMENTS];
    size_t n_arguments;
};

struct q15_input {
    int32_t low, high;
    size_t bit; /* of the status word */
    int line;
};

/* A number of the result: which neuron it is. */
struct q15_output {
    int layer; /* SOURCE_INPUTS: nothing was stored */
    size_t place;
    int line;
};

struct q15_file {
    const char *file; /* label for messages */
    int entry_line;   /* of the entry point */
    struct q15_input *inputs;
    struct q15_neuron **layers; /* by the spec's number, then by neuron */
    struct q15_output *mean, *sigma, eta;
    const struct q15_kernel *kernels[Q15_KERNEL_COUNT]; /* those in the file */
    size_t n_kernels;
};

/* What a value stands for: (A + half / 2) * 2^-exponent, A from low to high. */
struct q15_value {
    int exponent;
    bool half;
    int64_t low, high;
};

struct q15_values {
    struct q15_value *inputs;
    struct q15_value **layers; /* by the spec's number, then by neuron */
};

/* The function of a layer's activation, NULL for identity. */
const char *q15_kernel_name(enum activation activation, bool tables);

/* q15_header.c: the number of a macro in the header, and the whole header once all exponents are
   known. */
float q15_header_number(const struct source *header, const char *macro);
struct header_words q15_header_compare(struct arena *arena, const struct source *header,
                                       const struct names *names, const struct spec *spec,
                                       const struct q15_values *values);

/* q15_reader.c: reads the whole code file, from its first line. */
struct q15_file *q15_read(struct arena *arena, const struct source *code, const struct names *names,
                          const struct spec *spec, const struct q15_form *form);

/* q15_compare.c: every number and connection of the file against the spec. */
struct q15_values q15_compare(struct arena *arena, const struct q15_file *file,
                              const struct source *header, const struct names *names,
                              const struct spec *spec, bool tables);

/* q15_compare.c: as validate, for a file whose frame_type is q15. */
struct validation q15_validate(struct arena *arena, const struct spec *spec, const char *sha256,
                               const struct source *code, const struct source *header);

/* q15_range.c: the values that a neuron can have. `z` has the range of what its kernel gets. */
struct q15_value q15_value_range(const struct spec_layer *layer, const struct q15_neuron *neuron,
                                 struct q15_value z, int exponent);

#endif
