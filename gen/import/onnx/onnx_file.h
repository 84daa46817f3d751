/* The bytes of an ONNX file as the messages that protobuf-c makes of them. */
#ifndef EPIIMPORT_ONNX_FILE_H
#define EPIIMPORT_ONNX_FILE_H

#include "base/arena.h"

#include <onnx.pb-c.h>

enum {
    ONNX_MAX_DEPTH = 32,            /* messages inside each other */
    ONNX_MAX_MESSAGES = 400 * 1000, /* in all */
    ONNX_MAX_MEMORY = 256 * 1024 * 1024
};

/* The model in bytes[0..size), in memory of the arena. Refuses what is no ONNX, or more than the
   limits, before protobuf-c sees it: its parser calls itself for each level. */
const Onnx__ModelProto *onnx_file_read(struct arena *arena, const char *file, const char *bytes,
                                       size_t size);

#endif
