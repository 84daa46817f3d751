/* What q15_shared.c and q15_layer.c share: functions with their numbers in tables, and the layers
   that hold the tables and call them:

       static void epi_h_8_from_0(const uint32_t z[2], const uint64_t w[12], uint32_t out[4])
       static void epi_h_layer(const uint32_t z[2], uint32_t h_v[5])

   A shared function is executed once, with places of constants instead of numbers; a call puts the
   numbers of its tables in. For cores with SMLAD w begins with the biases and holds two constants
   in a double word; a constant is a bias, or the weights of two values, of which the lower half
   belongs to the value with the even number. For other cores the constants are the biases b, then
   the weights w. In the tiled form w is a matrix. */
#ifndef VALIDATE_Q15_SHARED_H
#define VALIDATE_Q15_SHARED_H

#include "validate/q15/q15_reader.h"

/* [rows], or [rows][columns] of a matrix. */
struct sizes {
    bool matrix;
    size_t rows, columns; /* columns: 1 where there is no matrix */
};

/* The constants of a table, one after the other; those of 16 bits with their sign. */
struct table {
    struct token name;
    struct sizes sizes;
    size_t n_constants;
    uint32_t *constants;
    int *lines;
    bool used;
};

/* A function that is called with tables. */
struct shared {
    struct token name;
    struct block reads; /* its arrays; nothing is written to them */
    struct sizes w;
    size_t n_biases; /* of b; 0: in w */
    size_t n_constants, n_out;
    bool out_packed;
    bool *used; /* constants */
    struct sum *sums;
    size_t n_sums;
    bool called;
};

/* [12], or [12][4] where it is a matrix. */
struct sizes q15_sizes_take(struct q15_reader *r, bool matrix);
bool q15_is_numbered(const struct token *name, const char *head); /* a0, w_8 */
struct shared *q15_shared_find(struct q15_reader *r, const struct token *name);

#endif
