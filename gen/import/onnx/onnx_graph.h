/* From an ONNX file to a graph: names become numbers of values, calls of local functions their
   bodies, and the nodes stand in an order in which they can be computed. */
#ifndef EPIIMPORT_ONNX_GRAPH_H
#define EPIIMPORT_ONNX_GRAPH_H

#include "import/graph/graph.h"

/* Reads bytes[0..size). `path` is where files with external data are looked for, or NULL; `file` is
   a label for messages. */
struct graph *onnx_graph_read(struct arena *arena, const char *path, const char *file,
                              const char *bytes, size_t size);

#endif
