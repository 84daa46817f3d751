/* The flights as one HTML page: the first flight of each kind replayed over time, and the means of
 * all. */
#ifndef EPIFLY_HTML_H
#define EPIFLY_HTML_H

#include "base/files.h"
#include "quadcopter/page/result.h"

/* Reads the traces and the map that the flights left in `directory`. */
struct output html_write(struct arena *arena, const struct results *results, const char *directory,
                         const char *path);

#endif
