/* See activation.h. */
#include "spec/activation.h"

const struct activation_form activation_forms[ACT_COUNT] = {
#define ROW(id, name, range, ...) [ACT_##id] = {name, range, {__VA_ARGS__}},
    ACTIVATIONS(ROW)
#undef ROW
};

const char *const activation_name[ACT_COUNT] = {
#define ROW(id, name, ...) [ACT_##id] = name,
    ACTIVATIONS(ROW)
#undef ROW
};
