/* See onnx_tensor.h. Each type has a row: its size in raw bytes, and how they become a number. The
   fields that hold numbers one by one are the other form; a tensor has one of both. */
#include "import/onnx/onnx_tensor.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023), sign = bits >> 15 != 0 ? -1.0 : 1.0;
    if (exponent == 31)
        return fraction != 0.0 ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024.0 + fraction, exponent - 25));
}

static double float_value(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof(value));
    return (double)value;
}

static double brain_value(uint64_t bits) { return float_value(bits << 16); }

static double double_value(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static double int8_value(uint64_t bits) { return (double)(int8_t)(uint8_t)bits; }
static double int16_value(uint64_t bits) { return (double)(int16_t)(uint16_t)bits; }
static double int32_value(uint64_t bits) { return (double)(int32_t)(uint32_t)bits; }
static double int64_value(uint64_t bits) { return (double)(int64_t)bits; }
static double unsigned_value(uint64_t bits) { return (double)bits; }

#define TYPE(name) ONNX__TENSOR_PROTO__DATA_TYPE__##name

static const struct data_type {
    int32_t id;
    enum tensor_type type;
    size_t bytes;
    double (*value)(uint64_t bits);
} data_types[] = {
    {TYPE(FLOAT), TENSOR_FLOAT, 4, float_value},
    {TYPE(DOUBLE), TENSOR_FLOAT, 8, double_value},
    {TYPE(FLOAT16), TENSOR_FLOAT, 2, half_value},
    {TYPE(BFLOAT16), TENSOR_FLOAT, 2, brain_value},
    {TYPE(INT64), TENSOR_INTEGER, 8, int64_value},
    {TYPE(INT32), TENSOR_INTEGER, 4, int32_value},
    {TYPE(INT16), TENSOR_INTEGER, 2, int16_value},
    {TYPE(INT8), TENSOR_INTEGER, 1, int8_value},
    {TYPE(UINT8), TENSOR_INTEGER, 1, unsigned_value},
    {TYPE(UINT16), TENSOR_INTEGER, 2, unsigned_value},
    {TYPE(UINT32), TENSOR_INTEGER, 4, unsigned_value},
    {TYPE(UINT64), TENSOR_INTEGER, 8, unsigned_value},
    {TYPE(BOOL), TENSOR_BOOLEAN, 1, unsigned_value},
};

static const char *label_of(const Onnx__TensorProto *proto)
{
    return proto->name == NULL ? "" : proto->name;
}

__attribute__((format(printf, 3, 4))) static _Noreturn void
tensor_refuse(const struct tensor_source *source, const Onnx__TensorProto *proto,
              const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    fail("%s: tensor \"%s\": %s", source->file, yaml_excerpt(label_of(proto)).text, what);
}

static const struct data_type *type_find(const struct tensor_source *source,
                                         const Onnx__TensorProto *proto)
{
    for (size_t i = 0; i < sizeof(data_types) / sizeof(data_types[0]); i++)
        if (data_types[i].id == proto->data_type)
            return &data_types[i];
    tensor_refuse(source, proto, "its numbers have type %d of ONNX, expected floats or integers",
                  (int)proto->data_type);
}

static void bytes_convert(const struct data_type *type, const uint8_t *bytes, struct tensor *t)
{
    for (size_t i = 0; i < t->count; i++) {
        uint64_t bits = 0;
        for (size_t k = 0; k < type->bytes; k++)
            bits |= (uint64_t)bytes[i * type->bytes + k] << (8 * k);
        t->values[i] = type->value(bits);
    }
}

static struct shape shape_read(struct tensor_source *source, const Onnx__TensorProto *proto)
{
    struct shape shape = {.rank = proto->n_dims};
    if (shape.rank > TENSOR_RANK)
        tensor_refuse(source, proto, "has %zu dimensions, the limit is %d", shape.rank,
                      TENSOR_RANK);
    for (size_t i = 0; i < shape.rank; i++) {
        if (proto->dims[i] < 0)
            tensor_refuse(source, proto, "dimension %zu is negative", i + 1);
        shape.dims[i] = (size_t)proto->dims[i];
    }
    size_t count = shape_count(&shape);
    if (count > source->room)
        tensor_refuse(source, proto, "is too large, all tensors may have %zu more numbers",
                      source->room);
    source->room -= count;
    return shape;
}

/* Files beside the model */

static const char *external_key(const Onnx__TensorProto *proto, const char *key)
{
    for (size_t i = 0; i < proto->n_external_data; i++) {
        const Onnx__StringStringEntryProto *entry = proto->external_data[i];
        if (entry->key != NULL && entry->value != NULL && strcmp(entry->key, key) == 0)
            return entry->value;
    }
    return NULL;
}

static uint64_t external_number(const struct tensor_source *source, const Onnx__TensorProto *proto,
                                const char *key, uint64_t otherwise)
{
    const char *text = external_key(proto, key);
    if (text == NULL)
        return otherwise;
    if (*text == '\0' || strlen(text) > 18 || text[strspn(text, "0123456789")] != '\0')
        tensor_refuse(source, proto, "the %s of its external data is \"%s\", expected a number",
                      key, yaml_excerpt(text).text);
    return strtoull(text, NULL, 10);
}

/* The path of the file that holds the numbers; it must lie in the folder of the model, also when
   links are followed. */
static const char *external_path(const struct tensor_source *source, const Onnx__TensorProto *proto)
{
    const char *location = external_key(proto, "location");
    if (source->path == NULL || location == NULL || *location == '\0')
        tensor_refuse(source, proto, "its numbers are in another file that is not named");
    const char *slash = strrchr(source->path, '/');
    const char *folder =
        slash == NULL ? "."
                      : arena_strndup(source->arena, source->path, (size_t)(slash - source->path));
    char *home = realpath(*folder == '\0' ? "/" : folder, NULL);
    char *found = *location == '/' || home == NULL
                      ? NULL
                      : realpath(arena_printf(source->arena, "%s/%s", home, location), NULL);
    const char *prefix = home == NULL ? "" : arena_printf(source->arena, "%s/", home);
    bool inside = found != NULL && strncmp(found, prefix, strlen(prefix)) == 0;
    const char *path = inside ? arena_strdup(source->arena, found) : NULL;
    bool outside = found != NULL && !inside;
    free(found);
    free(home);
    if (*location == '/' || outside)
        tensor_refuse(source, proto,
                      "its numbers are in \"%s\", expected a file in the folder of the model",
                      yaml_excerpt(location).text);
    if (path == NULL)
        tensor_refuse(source, proto, "its numbers are in \"%s\", which cannot be found",
                      yaml_excerpt(location).text);
    return path;
}

/* Reads bytes[0..size) from a place in the file; false: there are not so many. */
static bool part_read(int file, uint64_t offset, uint8_t *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file, bytes + done, size - done, (off_t)(offset + done));
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static const uint8_t *external_read(const struct tensor_source *source,
                                    const Onnx__TensorProto *proto, size_t size)
{
    uint64_t offset = external_number(source, proto, "offset", 0);
    uint64_t length = external_number(source, proto, "length", size);
    if (length != size)
        tensor_refuse(source, proto, "has %zu bytes, but its external data have %llu", size,
                      (unsigned long long)length);
    int file = open(external_path(source, proto), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    bool there = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                 (uint64_t)about.st_size >= offset && (uint64_t)about.st_size - offset >= size;
    uint8_t *bytes = there ? arena_alloc(source->arena, size + 1, 1) : NULL;
    there = there && part_read(file, offset, bytes, size);
    if (file >= 0)
        close(file);
    if (!there)
        tensor_refuse(
            source, proto, "needs %zu bytes from byte %llu on of \"%s\", which is shorter", size,
            (unsigned long long)offset, yaml_excerpt(external_key(proto, "location")).text);
    return bytes;
}

/* Numbers one by one */

/* How many numbers the field for this type holds. */
static size_t listed_count(const Onnx__TensorProto *proto)
{
    switch (proto->data_type) {
    case TYPE(FLOAT): return proto->n_float_data;
    case TYPE(DOUBLE): return proto->n_double_data;
    case TYPE(INT64): return proto->n_int64_data;
    case TYPE(UINT32):
    case TYPE(UINT64): return proto->n_uint64_data;
    default: return proto->n_int32_data;
    }
}

static double listed_value(const struct data_type *type, const Onnx__TensorProto *proto, size_t i)
{
    switch (proto->data_type) {
    case TYPE(FLOAT): return (double)proto->float_data[i];
    case TYPE(DOUBLE): return proto->double_data[i];
    case TYPE(INT64): return (double)proto->int64_data[i];
    case TYPE(UINT32):
    case TYPE(UINT64): return (double)proto->uint64_data[i];
    case TYPE(FLOAT16):
    case TYPE(BFLOAT16): return type->value((uint64_t)proto->int32_data[i] & 0xFFFF);
    default: return (double)proto->int32_data[i];
    }
}

/* Refuses a tensor that has not as many numbers as its dimensions say. */
static void count_check(const struct tensor_source *source, const Onnx__TensorProto *proto,
                        size_t found, size_t expected, const char *what)
{
    if (found != expected)
        tensor_refuse(source, proto, "has %zu %s, expected %zu by its dimensions", found, what,
                      expected);
}

/* The raw bytes of a tensor; NULL: its numbers are listed one by one. */
static const uint8_t *bytes_find(const struct tensor_source *source, const Onnx__TensorProto *proto,
                                 size_t count, size_t each)
{
    if (proto->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL)
        return external_read(source, proto, count * each);
    if (!proto->has_raw_data) {
        count_check(source, proto, listed_count(proto), count, "numbers");
        return NULL;
    }
    count_check(source, proto, proto->raw_data.len, count * each, "bytes");
    return count == 0 ? NULL : proto->raw_data.data;
}

/* Memory for the numbers is taken only when they are known to be there. */
struct tensor *onnx_tensor_read(struct tensor_source *source, const Onnx__TensorProto *proto)
{
    const struct data_type *type = type_find(source, proto);
    struct tensor *t = arena_alloc(source->arena, 1, sizeof(*t));
    t->type = type->type;
    t->shape = shape_read(source, proto);
    t->count = shape_count(&t->shape);
    const uint8_t *bytes = bytes_find(source, proto, t->count, type->bytes);
    t->values = arena_alloc(source->arena, t->count + 1, sizeof(*t->values));
    if (bytes != NULL)
        bytes_convert(type, bytes, t);
    else
        for (size_t i = 0; i < t->count; i++)
            t->values[i] = listed_value(type, proto, i);
    return t;
}
