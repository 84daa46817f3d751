/* The entry point for model->batch points at once, behind that for one point. */
#ifndef EPIGEN_EMIT_BATCH_H
#define EPIGEN_EMIT_BATCH_H

#include "emit/model.h"

void emit_batch(const struct model *model, FILE *m4);
/* What the head comment says of it. */
void emit_batch_head(const struct model *model, FILE *m4);

#endif
