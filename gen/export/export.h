/* A spec in formats of others: the network as ONNX, its domain as VNN-LIB. */
#ifndef EPIGEN_EXPORT_H
#define EPIGEN_EXPORT_H

#include "base/files.h"
#include "spec/spec.h"

/* The model as ONNX with opset 13: one input `inputs` of (N, n) numbers in the user's units, and
   the outputs `mean`, `sigma` and `eta` that the spec has. Inside the domain its real-valued
   function is the spec's; inputs are not clamped. `sha256` is that of the spec's bytes. */
struct output onnx_make(struct arena *arena, const struct spec *spec, const char *sha256);

/* The domain as declarations and bounds of X_0, X_1, ... and of as many Y_0, ... as means. */
struct output vnnlib_make(struct arena *arena, const struct spec *spec);

#endif
