/* Writes what the model says about rows, as CSV or as one JSON object a line. */
#ifndef EPIRUN_ANSWERS_WRITE_H
#define EPIRUN_ANSWERS_WRITE_H

#include "run/rows.h"

#include <stdio.h>

struct answers_writer;

/* Writes the header of a CSV. The words are those of the column of groups. */
struct answers_writer *answers_writer_new(struct arena *arena, FILE *out, bool json,
                                          const struct spec *spec,
                                          const struct run_columns *columns,
                                          const struct words *words);

void answers_write(struct answers_writer *writer, const struct run_block *block);

#endif
