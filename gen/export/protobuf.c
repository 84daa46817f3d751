/* See protobuf.h. */
#include "export/protobuf.h"

#include <string.h>

enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2, WIRE_32 = 5 };

struct message message_new(struct arena *arena) { return (struct message){.arena = arena}; }

static void byte_put(struct message *m, unsigned byte)
{
    if (m->size == m->room) {
        size_t room = m->room * 2 + 64;
        m->bytes = arena_grow(m->arena, m->bytes, m->size, room, 1);
        m->room = room;
    }
    m->bytes[m->size++] = (unsigned char)byte;
}

static void varint_put(struct message *m, uint64_t number)
{
    for (; number > 0x7F; number >>= 7)
        byte_put(m, (unsigned)(number & 0x7F) | 0x80);
    byte_put(m, (unsigned)number);
}

static void key_put(struct message *m, unsigned field, enum wire wire)
{
    varint_put(m, (uint64_t)field << 3 | wire);
}

static void bytes_put(struct message *m, unsigned field, const unsigned char *bytes, size_t size)
{
    key_put(m, field, WIRE_BYTES);
    varint_put(m, size);
    for (size_t i = 0; i < size; i++)
        byte_put(m, bytes[i]);
}

static void float_put(struct message *m, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof(bits));
    for (unsigned i = 0; i < 4; i++)
        byte_put(m, bits >> (8 * i) & 0xFF);
}

void message_put_number(struct message *m, unsigned field, uint64_t number)
{
    key_put(m, field, WIRE_VARINT);
    varint_put(m, number);
}

void message_put_float(struct message *m, unsigned field, float number)
{
    key_put(m, field, WIRE_32);
    float_put(m, number);
}

void message_put_text(struct message *m, unsigned field, const char *text)
{
    bytes_put(m, field, (const unsigned char *)text, strlen(text));
}

void message_put_floats(struct message *m, unsigned field, const float *numbers, size_t count)
{
    key_put(m, field, WIRE_BYTES);
    varint_put(m, count * 4);
    for (size_t i = 0; i < count; i++)
        float_put(m, numbers[i]);
}

void message_put_message(struct message *m, unsigned field, const struct message *inner)
{
    bytes_put(m, field, inner->bytes, inner->size);
}
