/* ARM's build attributes (Addenda to the ABI for the Arm Architecture, chapter 3) say for what the
   compiler compiled. This file reads two of their tags and skips the others: even tags hold a
   number, odd ones a text. It ignores a section of another format, because attributes only improve
   messages and change no figure. */
#include "wcet/object/object.h"

#include <string.h>

enum { TAG_FILE = 1, TAG_CPU_RAW_NAME = 4, TAG_CPU_NAME, TAG_CPU_ARCH, TAG_ABI_VFP_ARGS = 28 };
enum { TAG_COMPATIBILITY = 32 };

struct cursor {
    const uint8_t *at, *end;
};

static uint64_t number_take(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; c->at < c->end; shift += 7) {
        uint8_t byte = *c->at++;
        if (shift < 63)
            value |= (uint64_t)(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0)
            break;
    }
    return value;
}

static void text_skip(struct cursor *c)
{
    const uint8_t *end = memchr(c->at, 0, (size_t)(c->end - c->at));
    c->at = end == NULL ? c->end : end + 1;
}

static uint32_t word_take(struct cursor *c)
{
    uint32_t value = 0;
    if (c->end - c->at < 4) {
        c->at = c->end;
        return 0;
    }
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)*c->at++ << 8 * i;
    return value;
}

static void file_attributes(struct object *object, struct cursor c)
{
    while (c.at < c.end) {
        uint64_t tag = number_take(&c);
        if (tag == TAG_COMPATIBILITY)
            number_take(&c);
        if (tag == TAG_CPU_RAW_NAME || tag == TAG_CPU_NAME || tag == TAG_COMPATIBILITY ||
            (tag > TAG_COMPATIBILITY && tag % 2 == 1)) {
            text_skip(&c);
            continue;
        }
        uint64_t value = number_take(&c);
        if (tag == TAG_CPU_ARCH)
            object->arm_arch = (int)(value & 0xFF);
        if (tag == TAG_ABI_VFP_ARGS)
            object->hard_float = value == 1;
    }
}

void attributes_read(struct object *object, const uint8_t *bytes, size_t size)
{
    struct cursor c = {bytes, bytes + size};
    if (size == 0 || *c.at++ != 'A')
        return;
    const uint8_t *begin = c.at;
    uint32_t length = word_take(&c);
    if (length < 4 || length > (size_t)(c.end - begin))
        return;
    c.end = begin + length;
    text_skip(&c); /* "aeabi" */
    while (c.at < c.end) {
        const uint8_t *part = c.at;
        uint64_t tag = number_take(&c);
        uint32_t bytes_in = word_take(&c);
        if (bytes_in < 5 || bytes_in > (size_t)(c.end - part))
            return;
        if (tag == TAG_FILE)
            file_attributes(object, (struct cursor){c.at, part + bytes_in});
        c.at = part + bytes_in;
    }
}
