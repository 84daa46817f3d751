/* Writes messages in the wire format of protobuf: fields with a number, one behind the other. */
#ifndef EPIGEN_PROTOBUF_H
#define EPIGEN_PROTOBUF_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct message {
    struct arena *arena;
    unsigned char *bytes;
    size_t size, room;
};

struct message message_new(struct arena *arena);
void message_put_number(struct message *message, unsigned field, uint64_t number);
void message_put_float(struct message *message, unsigned field, float number);
void message_put_text(struct message *message, unsigned field, const char *text);
/* The numbers as their bytes, lowest first. */
void message_put_floats(struct message *message, unsigned field, const float *numbers,
                        size_t count);
void message_put_message(struct message *message, unsigned field, const struct message *inner);

#endif
