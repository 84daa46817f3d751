/* Build attributes say for what the compiler compiled: ARM's (Addenda to the ABI for the Arm
   Architecture, chapter 3) and RISC-V's (RISC-V ELF psABI), in the same format. This file reads
   some of their tags and skips the others. In ARM's, tags up to 32 hold what the manual says, later
   ones a number if even and a text if odd; so do all of RISC-V's. An object whose attributes have
   another format says nothing, and core_check refuses it. */
#include "wcet/object/object.h"

#include <string.h>

enum { TAG_FILE = 1, TAG_CPU_RAW_NAME = 4, TAG_CPU_NAME, TAG_CPU_ARCH, TAG_CPU_PROFILE };
enum { TAG_FP_ARCH = 10, TAG_ABI_VFP_ARGS = 28, TAG_COMPATIBILITY = 32 };
enum { TAG_RISCV_ARCH = 5 };

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

static void arm_attributes(struct object *object, struct cursor c)
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
        if (tag == TAG_CPU_PROFILE)
            object->arm_profile = (char)(value & 0x7F);
        if (tag == TAG_FP_ARCH)
            object->arm_float = (unsigned)(value > 31 ? 31 : value);
        if (tag == TAG_ABI_VFP_ARGS)
            object->hard_float = value == 1;
    }
}

static void riscv_attributes(struct arena *arena, struct object *object, struct cursor c)
{
    while (c.at < c.end) {
        uint64_t tag = number_take(&c);
        const uint8_t *begin = c.at;
        if (tag % 2 == 0)
            number_take(&c);
        else
            text_skip(&c);
        if (tag == TAG_RISCV_ARCH)
            object->riscv_arch = arena_strndup(arena, (const char *)begin, (size_t)(c.at - begin));
    }
}

/* Reads the attributes of one vendor. */
static void vendor_read(struct arena *arena, struct object *object, struct cursor c)
{
    bool arm = object->machine == MACHINE_ARM;
    const char *vendor = (const char *)c.at;
    text_skip(&c);
    if (c.at == c.end || strcmp(vendor, arm ? "aeabi" : "riscv") != 0)
        return;
    while (c.at < c.end) {
        const uint8_t *part = c.at;
        uint64_t tag = number_take(&c);
        uint32_t bytes_in = word_take(&c);
        if (bytes_in < 5 || bytes_in > (size_t)(c.end - part))
            return;
        const struct cursor tags = {c.at, part + bytes_in};
        if (tag == TAG_FILE && arm)
            arm_attributes(object, tags);
        else if (tag == TAG_FILE)
            riscv_attributes(arena, object, tags);
        c.at = part + bytes_in;
    }
}

void attributes_read(struct arena *arena, struct object *object, const uint8_t *bytes, size_t size)
{
    struct cursor c = {bytes, bytes + size};
    if (size == 0 || *c.at++ != 'A')
        return;
    while (c.at < c.end) {
        const uint8_t *begin = c.at;
        uint32_t length = word_take(&c);
        if (length < 5 || length > (size_t)(c.end - begin))
            return;
        vendor_read(arena, object, (struct cursor){c.at, begin + length});
        c.at = begin + length;
    }
}
