/* Blocks of neurons whose numbers stand in tables: what their functions read and write, for cores
   with SMLAD, whose arrays have two values in a word, and for all others. */
#ifndef EPIGEN_Q15_BLOCKS_H
#define EPIGEN_Q15_BLOCKS_H

#include "emit/q15/q15_parts.h"

/* Some neighbouring neurons of a layer. */
struct q15_block {
    const struct q15_layer *layer;
    size_t first, count;
    size_t rows; /* elements that are read: words of two values, or values */
};

/* Whether a core has SMLAD. */
bool q15_has_pairs(const struct q15_model *model);

/* The neurons of a block, and the block that begins with neuron `first`. */
size_t q15_lanes(const struct q15_model *model);
struct q15_block q15_block_of(const struct q15_model *model, const struct q15_layer *layer,
                              size_t first);

/* Elements of an array of so many values that a layer reads; whether those of a source are pairs;
   their type; how many `count` neurons of a layer take in its array. */
size_t q15_elements(const struct q15_model *model, size_t values);
bool q15_is_paired(const struct q15_model *model, int source);
const char *q15_element_type(const struct q15_model *model, int source);
size_t q15_out_size(const struct q15_model *model, const struct q15_layer *layer, size_t count);
int q15_layer_number(const struct q15_model *model, const struct q15_layer *layer);

/* "const uint32_t z[11], ", and "z, " where no types are wanted. */
const char *q15_sources_text(const struct q15_model *model, const struct q15_layer *layer,
                             bool types);

/* "uint32_t out[4]", what the block's function writes. */
const char *q15_out_text(const struct q15_model *model, const struct q15_block *block);

/* "h_8_from_0" */
const char *q15_block_name(const struct q15_model *model, const struct q15_block *block);

/* What the block's function computes: "Any 8 neurons of layer h." */
const char *q15_block_sentence(const struct q15_model *model, const struct q15_block *block);

/* A walk over what a block reads. In the tiled form a loop reads each source, several elements in a
   turn; otherwise each element stands on its own. */
struct q15_reading {
    const struct q15_model *model;
    const struct q15_block *block;
    /* Writes the terms of an element, which is in a variable; `row` is that of its weights, behind
       i in a loop. */
    void (*terms)(const struct q15_reading *reading, const char *variable, size_t row, FILE *m4);
    bool in_loop;
    size_t first_row; /* of the weights, in the table */
};
void q15_emit_reading(const struct q15_reading *reading, FILE *m4);

/* "7", in a loop "i + 7U". */
const char *q15_row_text(const struct q15_reading *reading, size_t row);

/* Declares the variable of elements that are not read in a loop, if there are any. */
void q15_emit_factor(const struct q15_model *model, const struct q15_block *block, FILE *m4);

#endif
