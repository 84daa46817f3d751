/* What a spec can say of an activation: its name, the range that its values keep to, its
   parameters. The row of an activation has two halves because includes point one way: the reader
   of specs needs this one, and what programs, emitted files and training make of an activation is
   in gen/program/activation_rows.h. epivalidate links this half only. */
#ifndef EPIGEN_ACTIVATION_H
#define EPIGEN_ACTIVATION_H

#include <math.h>

/* What every value of an activation keeps to, each narrower than those before it;
   RANGE_PARAMETERS: to what lies between its two parameters, which ascend. */
enum activation_range { RANGE_ANY, RANGE_NOT_NEGATIVE, RANGE_UNIT, RANGE_PARAMETERS };

struct activation_parameter {
    const char *key;    /* in a spec, and in C; NULL: none */
    float otherwise;    /* where the spec does not say; NAN: it must */
    float above, below; /* the parameter lies between them, both excluded */
};
enum { ACT_PARAMETERS = 2 }; /* at most */

/* One row per activation: id, name in a spec, range, parameters. The order is that of messages. */
#define ACTIVATIONS(ROW)                                                                           \
    ROW(IDENTITY, "identity", RANGE_ANY, {0})                                                      \
    ROW(RELU, "relu", RANGE_NOT_NEGATIVE, {0})                                                     \
    ROW(LEAKY_RELU, "leaky_relu", RANGE_ANY, {"slope", 0.01F, 0.0F, 1.0F})                         \
    ROW(TANH, "tanh", RANGE_ANY, {0})                                                              \
    ROW(SIGMOID, "sigmoid", RANGE_UNIT, {0})                                                       \
    ROW(SOFTPLUS, "softplus", RANGE_NOT_NEGATIVE, {0})                                             \
    ROW(EXP, "exp", RANGE_NOT_NEGATIVE, {0})                                                       \
    ROW(SQUARE, "square", RANGE_NOT_NEGATIVE, {0})                                                 \
    ROW(ELU, "elu", RANGE_ANY, {"alpha", 1.0F, 0.0F, INFINITY})                                    \
    ROW(SILU, "silu", RANGE_ANY, {0})                                                              \
    ROW(CLIP, "clip", RANGE_PARAMETERS, {"min", NAN, -INFINITY, INFINITY},                         \
        {"max", NAN, -INFINITY, INFINITY})

enum activation {
#define ROW(id, ...) ACT_##id,
    ACTIVATIONS(ROW)
#undef ROW
        ACT_COUNT
};

struct activation_form {
    const char *name;
    enum activation_range range;
    struct activation_parameter parameters[ACT_PARAMETERS];
};
extern const struct activation_form activation_forms[ACT_COUNT];

/* Names as they stand in a spec, indexed by enum activation. */
extern const char *const activation_name[ACT_COUNT];

#endif
