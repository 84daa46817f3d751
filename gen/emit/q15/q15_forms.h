/* The layers in fixed point, by form and core. */
#ifndef EPIGEN_Q15_FORMS_H
#define EPIGEN_Q15_FORMS_H

#include "emit/q15/q15_parts.h"

struct q15_counts q15_count(const struct q15_model *model);

/* What the head comment says of form and core. */
void q15_emit_form(const struct q15_model *model, FILE *m4);

/* Inputs and layers: their functions, and their calls in the entry point. */
void q15_emit_layers(const struct q15_model *model, FILE *m4);

/* A value in the entry point: "z[3]", "h_v[3]". */
const char *q15_value_text(const struct q15_model *model, int source, size_t index);

#endif
