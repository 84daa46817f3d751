/* See onnx_file.h. The first pass walks over the bytes by the descriptors that protobuf-c
   generates, and counts; the second is protobuf-c's, with memory from the arena up to a limit. */
#include "import/onnx/onnx_file.h"

#include "base/fail.h"

#include <stdbool.h>

enum wire { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

struct scan {
    const char *file;
    size_t messages;
};

struct span {
    const uint8_t *at, *end;
};

static _Noreturn void file_refuse(const char *file)
{
    fail("%s: is no ONNX file, or a damaged one", file);
}

static uint64_t varint_take(const struct scan *scan, struct span *span)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (span->at == span->end)
            file_refuse(scan->file);
        uint8_t byte = *span->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    file_refuse(scan->file);
}

/* The next `length` bytes. */
static struct span bytes_take(const struct scan *scan, struct span *span, uint64_t length)
{
    if (length > (uint64_t)(span->end - span->at))
        file_refuse(scan->file);
    struct span taken = {span->at, span->at + length};
    span->at = taken.end;
    return taken;
}

/* The bytes of the next field; its number and type are in the key. */
static struct span field_take(const struct scan *scan, struct span *span, uint64_t key)
{
    const uint8_t *start = span->at;
    switch (key & 7) {
    case WIRE_VARINT: varint_take(scan, span); return (struct span){start, span->at};
    case WIRE_64: return bytes_take(scan, span, 8);
    case WIRE_32: return bytes_take(scan, span, 4);
    case WIRE_BYTES: return bytes_take(scan, span, varint_take(scan, span));
    default: file_refuse(scan->file);
    }
}

/* Counts the message and those inside it. */
static void message_scan(struct scan *scan, const ProtobufCMessageDescriptor *kind,
                         struct span span, unsigned depth)
{
    if (depth > ONNX_MAX_DEPTH)
        fail("%s: has messages inside each other on more than %d levels, the limit of epiimport",
             scan->file, ONNX_MAX_DEPTH);
    if (++scan->messages > ONNX_MAX_MESSAGES)
        fail("%s: has more than %d nodes, attributes and tensors, the limit of epiimport",
             scan->file, ONNX_MAX_MESSAGES);
    while (span.at < span.end) {
        uint64_t key = varint_take(scan, &span);
        struct span content = field_take(scan, &span, key);
        const ProtobufCFieldDescriptor *field =
            key >> 3 > UINT32_MAX
                ? NULL
                : protobuf_c_message_descriptor_get_field(kind, (unsigned)(key >> 3));
        if (field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE && (key & 7) == WIRE_BYTES)
            message_scan(scan, field->descriptor, content, depth + 1);
    }
}

struct store {
    struct arena *arena;
    size_t left;
    bool exhausted;
};

static void *store_alloc(void *data, size_t size)
{
    struct store *store = data;
    if (size > store->left) {
        store->exhausted = true;
        return NULL;
    }
    store->left -= size;
    return arena_alloc(store->arena, size == 0 ? 1 : size, 1);
}

static void store_free(void *data, void *block)
{
    (void)data;
    (void)block;
}

const Onnx__ModelProto *onnx_file_read(struct arena *arena, const char *file, const char *bytes,
                                       size_t size)
{
    struct scan scan = {.file = file};
    struct span all = {(const uint8_t *)bytes, (const uint8_t *)bytes + size};
    message_scan(&scan, &onnx__model_proto__descriptor, all, 0);
    struct store store = {arena, ONNX_MAX_MEMORY, false};
    ProtobufCAllocator allocator = {store_alloc, store_free, &store};
    const Onnx__ModelProto *model = onnx__model_proto__unpack(&allocator, size, all.at);
    if (store.exhausted)
        fail("%s: takes more than %d MB of memory, the limit of epiimport", file,
             ONNX_MAX_MEMORY / 1024 / 1024);
    if (model == NULL || model->graph == NULL)
        file_refuse(file);
    return model;
}
