/* Operators that move elements and compute nothing; one reading serves numbers and neurons. */
#ifndef EPIIMPORT_MOVE_H
#define EPIIMPORT_MOVE_H

#include "import/operators/operator.h"

void move_identity(const struct call *call);
void move_dropout(const struct call *call);
void move_reshape(const struct call *call);
void move_flatten(const struct call *call);
void move_squeeze(const struct call *call);
void move_unsqueeze(const struct call *call);
void move_transpose(const struct call *call);
void move_concat(const struct call *call);
void move_slice(const struct call *call);
void move_split(const struct call *call);
void move_gather(const struct call *call);
void move_expand(const struct call *call);
void move_tile(const struct call *call);
void move_pad(const struct call *call);
void move_where(const struct call *call);

#endif
