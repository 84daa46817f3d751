/* Stages: the functions that the entry point calls one after the other, one for each layer and one
   for each result. A stage has the comment of its layer, the contract of its arrays and the
   constants of its layer; what it does in between is the form's business. */
#ifndef EPIGEN_EMIT_STAGE_H
#define EPIGEN_EMIT_STAGE_H

#include "emit/matrix.h"
#include "emit/model.h"

/* An array that a stage is given: the values of the inputs or of a layer. */
struct stage_array {
    uint16_t buffer;
    bool written;
};

struct stage {
    const char *name; /* of the function, behind the model's prefix */
    struct stage_array *arrays;
    size_t count;
};

/* The stage of one layer, or of several layers that are computed together. Its arrays are those
   that it reads, with `zeros` also where all weights are 0, and those of the layers themselves. */
struct stage layer_stage(const struct model *model, const struct matrix *matrix, bool zeros);
/* A stage writes to an array that layer_stage takes for one that is only read. */
void stage_writes(struct stage *stage, uint16_t buffer);

/* The function up to its opening brace, with a further sentence in its comment or NULL; its end,
   and its call in the entry point. */
void emit_layer_stage(const struct model *model, const struct stage *stage,
                      const struct matrix *matrix, const char *further, FILE *m4);
void emit_stage_end(const struct model *model, const struct stage *stage, FILE *m4);

/* The stages of mean, sigma and eta: all operations from op on. */
void emit_output_stages(const struct model *model, const struct op *op, FILE *m4);

/* What the contracts say of the numbers of a result. */
void emit_result_ensures(const struct model *model, const struct buffer *buffer, FILE *m4);

/* "x0", "h1[3]": a number that a layer reads, by its name in the spec. */
const char *number_read_text(const struct model *model, uint16_t buffer, size_t index);
/* "h1[3]", "h1[0] to h1[24]", "mean[0], sigma[0]": the neurons of some rows. */
const char *rows_text(const struct model *model, const struct matrix *matrix, size_t first,
                      size_t count);

#endif
