/* What the answers say about a whole log: error, coverage of sigma, unknown rows; by group, or over
   rows or time. It needs the same memory for a log of any length. */
#ifndef EPIRUN_SUMMARY_H
#define EPIRUN_SUMMARY_H

#include "run/rows.h"

#include <stdio.h>

struct summary;

struct summary *summary_new(struct arena *arena, const struct spec *spec,
                            const struct run_columns *columns);
void summary_add(struct summary *summary, const struct run_block *block);
void summary_print(const struct summary *summary, const struct words *words, FILE *out);

#endif
