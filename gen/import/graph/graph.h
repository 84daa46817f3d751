/* A network as its file describes it: nodes that compute values from values. The readers of ONNX
   (onnx/) and of .nnet files (nnet.c) make it; everything behind them knows no file format. */
#ifndef EPIIMPORT_GRAPH_H
#define EPIIMPORT_GRAPH_H

#include "import/graph/tensor.h"

enum {
    GRAPH_MAX_BYTES = 64 * 1024 * 1024, /* of a file */
    GRAPH_MAX_NODES = 100 * 1000,       /* with those of unfolded functions */
    GRAPH_ABSENT = -1                   /* an input of a node that is left out */
};

struct attribute {
    const char *name;
    enum attribute_kind {
        ATTRIBUTE_INTEGER,
        ATTRIBUTE_FLOAT,
        ATTRIBUTE_TEXT,
        ATTRIBUTE_INTEGERS,
        ATTRIBUTE_FLOATS,
        ATTRIBUTE_TENSOR,
        ATTRIBUTE_OTHER
    } kind;
    int64_t integer;
    double number;
    const char *text;
    size_t count;
    const int64_t *integers; /* (count) */
    const double *numbers;   /* (count) */
    const struct tensor *tensor;
};

struct node {
    const char *name; /* for messages: its own, or else that of its first output */
    const char *kind; /* "Gemm" */
    bool foreign;     /* the kind is not one of ONNX itself: `domain` says whose */
    const char *domain;
    size_t n_inputs, n_outputs, n_attributes;
    const int *inputs;  /* (n_inputs) values, or GRAPH_ABSENT */
    const int *outputs; /* (n_outputs) values, or GRAPH_ABSENT */
    const struct attribute *attributes;
};

/* An input or an output of the network. */
struct terminal {
    const char *name;
    int value;
    struct shape shape;      /* of an input; a dim that the file leaves open is 1 */
    bool floating;           /* its numbers are floats */
    const double *min, *max; /* (count) of an input, or NULL: the file names no domain */
};

struct graph {
    const char *file; /* label for messages */
    size_t n_nodes, n_values, n_inputs, n_outputs;
    struct node *nodes; /* each behind those that it reads; all lead to an output */
    struct terminal *inputs, *outputs;
    struct tensor **constants; /* (n_values) NULL: the value is computed */
    long opset;                /* version of ONNX's operators */
    const char *origin;        /* what wrote the file: "onnx 8, opset 13, pytorch 1.13"; no path */
};

/* Ends the run with a message about the node: `file: node "fc" (LSTM): ...`. */
_Noreturn void node_refuse(const struct graph *graph, const struct node *node, const char *format,
                           ...) __attribute__((format(printf, 3, 4)));

/* The attribute of this name, or NULL. */
const struct attribute *node_attribute(const struct node *node, const char *name);

/* Puts the nodes in an order in which each stands behind those that it reads, and leaves out those
   that no output needs. Refuses a cycle, and a value that nothing computes. */
void graph_sort(struct arena *arena, struct graph *graph);

#endif
