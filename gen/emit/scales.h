/* Which scales of the spec the weights contain: lower() folds powers of two. Emitted files say so,
   because their weights differ from those of the spec then. */
#ifndef EPIGEN_SCALES_H
#define EPIGEN_SCALES_H

#include "emit/matrix.h"
#include "emit/model.h"

/* The factor in the weights that multiply an input ("1/16"), or NULL. */
const char *input_folded(const struct model *model, size_t input);
/* The factor in weights and bias of a number of mean ("2"), or NULL. */
const char *mean_folded(const struct model *model, size_t output);
bool inputs_any_folded(const struct model *model);

/* A sentence for the comment of a stage, or NULL: of layers, whose weights contain factors; of the
   result mean, whose scale is not applied there. */
const char *layer_folded_sentence(const struct model *model, const struct matrix *matrix);
const char *mean_folded_sentence(const struct model *model);

/* The list in the head comment. */
void emit_folded(const struct model *model, FILE *m4);

#endif
