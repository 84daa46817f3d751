/* Numbers that an ONNX file holds: constants, weights, shapes; in the file itself or in one beside
   it. */
#ifndef EPIIMPORT_ONNX_TENSOR_H
#define EPIIMPORT_ONNX_TENSOR_H

#include "import/graph/tensor.h"

#include <onnx.pb-c.h>

/* Where a tensor is read from; messages name it. */
struct tensor_source {
    struct arena *arena;
    const char *path; /* of the model, to find files beside it; NULL: there are none */
    const char *file; /* label for messages */
    size_t room;      /* how many more numbers may be read */
};

struct tensor *onnx_tensor_read(struct tensor_source *source, const Onnx__TensorProto *proto);

#endif
