/* Any bytes as a spec: reading and checking must end in a spec or in one message, without
   a fault of memory, and a spec that is accepted must survive being written and read
   back, byte for byte. Build with -fsanitize=fuzzer,address,undefined and run on
   tests/fuzz/corpus with -dict=tests/fuzz/spec.dict. */
#include "../../gen/fail.h"
#include "../../gen/spec.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static jmp_buf refused;
static int must_accept;

__attribute__((noreturn)) static void refusal_check(int status, const char *message)
{
    int readable = status == EXIT_INPUT && strncmp(message, "fuzz.yaml:", 10) == 0;
    for (const char *p = message; *p != '\0'; p++)
        readable = readable && *p >= 0x20 && *p <= 0x7E;
    if (!readable || must_accept) {
        fprintf(stderr, "%s message: %s\n", readable ? "unexpected" : "unreadable", message);
        abort();
    }
    longjmp(refused, 1);
}

struct text {
    char *bytes;
    size_t size;
};

static struct text text_of(const struct spec *spec)
{
    struct text text = {NULL, 0};
    FILE *out = open_memstream(&text.bytes, &text.size);
    if (out == NULL)
        abort();
    spec_write(spec, out);
    if (fclose(out) != 0)
        abort();
    return text;
}

static struct spec *spec_accept(struct arena *arena, const char *bytes, size_t size)
{
    struct spec *spec = spec_read(arena, "fuzz.yaml", bytes, size);
    spec_check(arena, spec);
    return spec;
}

static void round_trip(struct arena *arena, const struct spec *spec)
{
    struct text first = text_of(spec);
    struct text second = text_of(spec_accept(arena, first.bytes, first.size));
    if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0) {
        fprintf(stderr, "written:\n%s\nread and written:\n%s\n", first.bytes, second.bytes);
        abort();
    }
    free(first.bytes);
    free(second.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *volatile arena = arena_new();
    fail_hook = refusal_check;
    must_accept = 0;
    if (setjmp(refused) == 0) {
        const struct spec *spec = spec_accept(arena, (const char *)data, size);
        must_accept = 1;
        round_trip(arena, spec);
    }
    arena_free(arena);
    return 0;
}
