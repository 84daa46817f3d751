/* What the parts of the reader of files in fixed point share. q15_reader.c reads the frame:
   kernels, inputs, entry point; q15_block.c a function with its numbers as literals; q15_shared.c a
   function with its numbers in tables, and the layers that call it; q15_table.c the table of a
   kernel. */
#ifndef VALIDATE_Q15_READER_H
#define VALIDATE_Q15_READER_H

#include "validate/q15/q15.h"

enum { MAX_ARRAYS = SPEC_MAX_SOURCES + 1 };

/* An array of values: z, or h_v of a layer h. */
struct array {
    int source;   /* as in spec.h */
    size_t count; /* elements */
    bool packed;  /* two values in each */
};

/* A sum that a function declares. In a function with tables a bias or weight is the place of the
   constant in its table. */
struct sum {
    struct token name;
    struct q15_neuron neuron;
    bool stored, begun;
    size_t place; /* behind the first number that the function stores */
};

/* A function that the entry point calls: it computes neurons of a layer. */
struct block {
    struct token name;
    struct array arrays[MAX_ARRAYS]; /* in the order of its parameters; the last one is written */
    size_t n_arrays;
    size_t *stored; /* the neurons that it stores */
    size_t n_stored, room;
    bool called;
};

struct shared; /* q15_shared.h */
struct table;

struct q15_reader {
    struct arena *arena;
    struct lexer lexer;
    const struct names *names;
    const struct spec *spec;
    struct q15_form form;
    struct q15_file *file;
    const struct q15_kernel *kernels[Q15_KERNEL_COUNT]; /* those in the file, in its order */
    bool used[Q15_KERNEL_COUNT];
    int kernel_lines[Q15_KERNEL_COUNT];
    size_t n_kernels;
    struct block *blocks;
    size_t n_blocks, blocks_room;
    struct sum *sums; /* of the function being read */
    size_t n_sums, sums_room;
    struct shared *shared; /* functions with tables */
    size_t n_shared, shared_room;
    struct table *tables; /* of the layer being read */
    size_t n_tables, tables_room;
    bool inputs_read;
};

/* q15_reader.c */
_Noreturn void q15_refuse(const struct q15_reader *r, int line, const char *format,
                          const struct token *name);
int32_t q15_int_take(struct q15_reader *r);
void q15_text_take(struct q15_reader *r, const char *what, const char *text);
bool q15_array_find(const struct q15_reader *r, const struct token *name, struct array *array);
struct array q15_array_take(struct q15_reader *r);
size_t q15_element_take(struct q15_reader *r, struct array array); /* [number] */
const char *q15_element_type(struct array array);
size_t q15_source_width(const struct q15_reader *r, int source);
size_t q15_kernel_find(const struct q15_reader *r, const char *name); /* n_kernels: none */
void q15_kernel_use(struct q15_reader *r, const char *name, int line);

/* q15_block.c */
struct block *q15_block_find(struct q15_reader *r, const struct token *name);
/* A new function behind its name, with its parameters. */
struct block *q15_block_begin(struct q15_reader *r, const struct token *name);
void q15_block_parameter(struct q15_reader *r, struct block *block);
void q15_block_take(struct q15_reader *r, const struct token *name);
struct sum *q15_sum_add(struct q15_reader *r, const struct token *name);
struct sum *q15_sum_find(struct q15_reader *r, const struct token *name);
void q15_term_add(struct q15_reader *r, struct q15_neuron *neuron, const struct q15_term *term);
struct sum *q15_value_take(struct q15_reader *r);
void q15_neuron_store(struct q15_reader *r, struct block *block, size_t place,
                      const struct q15_neuron *neuron);

/* q15_shared.c, q15_layer.c */
void q15_shared_take(struct q15_reader *r, const struct token *name);
void q15_layer_take(struct q15_reader *r, const struct token *name);
void q15_shared_finish(const struct q15_reader *r);

/* q15_table.c: the words of a kernel's table, computed anew and compared. */
void q15_table_take(struct q15_reader *r, const struct q15_kernel *kernel);

#endif
