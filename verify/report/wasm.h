/* The emitted C as WebAssembly: what epipack --for=wasm makes, in a directory that is gone again.
 */
#ifndef EPIREPORT_WASM_H
#define EPIREPORT_WASM_H

#include "emit/whole/whole.h"

struct wasm {
    const char *bytes; /* NULL: there is none */
    size_t size;
    const char *why; /* "building it needs clang and wasm-ld (not found here: clang)" */
};

struct wasm wasm_make(const struct model *model, const struct data_dirs *dirs);

#endif
