/* The operators that are understood. Each has two readings: one computes with numbers, for
   constants and for `--check`; the other makes neurons of what depends on the network's inputs. An
   operator that only moves elements (Reshape, Slice, Concat) has one reading that serves both. */
#ifndef EPIIMPORT_OPERATOR_H
#define EPIIMPORT_OPERATOR_H

#include "import/graph/graph.h"

/* What the work on one file shares, and how much of it is left. */
struct work {
    struct arena *arena;
    const struct graph *graph;
    struct neurons *neurons; /* NULL: the reading with numbers */
    size_t elements;         /* of tensors that may still be made */
    size_t operations;       /* multiplications and copies that may still be done */
};
enum { WORK_ELEMENTS = 16 * 1000 * 1000, WORK_OPERATIONS = 200 * 1000 * 1000 };

/* One node under way. An operator sets out[i] for those outputs that are wanted. */
struct call {
    struct work *work;
    const struct node *node;
    const struct tensor **in; /* (n_in) NULL: left out */
    size_t n_in;
    struct tensor **out; /* (n_out) */
    size_t n_out;
};

struct onnx_operator {
    const char *kind;
    size_t least, most;                   /* inputs */
    void (*move)(const struct call *);    /* for both readings; or NULL and both of these: */
    void (*compute)(const struct call *); /* with numbers */
    void (*trace)(const struct call *);   /* with neurons; NULL: only constants are understood */
    double (*scalar)(double x, const double p[2]); /* of operators on each element alone */
};

/* Ends with a message where the network has an operator that is not understood, with advice. */
const struct onnx_operator *operator_find(const struct graph *graph, const struct node *node);

/* Computes the node from its inputs. */
void call_run(const struct call *call);

#define CALL_REFUSE(call, ...) node_refuse((call)->work->graph, (call)->node, __VA_ARGS__)

/* A new tensor for output `which`, with room for neurons where an input has some. */
struct tensor *call_output(const struct call *call, size_t which, const struct shape *shape,
                           enum tensor_type type);

/* Takes this much from what the work may do; refuses the node where that is exhausted. */
void call_spend(const struct call *call, size_t operations);

/* The input, which must be there. */
const struct tensor *call_input(const struct call *call, size_t which);

/* Attributes with their defaults */
int64_t call_integer(const struct call *call, const char *name, int64_t otherwise);
double call_number(const struct call *call, const char *name, double otherwise);
const char *call_text(const struct call *call, const char *name, const char *otherwise);

struct integers {
    size_t count;
    const int64_t *at;
    bool given;
};
/* A list that is an attribute in old opsets and input number `which` in new ones; 0: never. */
struct integers call_integers(const struct call *call, const char *name, size_t which);

/* An axis counted from the end where it is negative; refused unless it is less than `rank`. */
size_t call_axis(const struct call *call, int64_t axis, size_t rank);

#endif
