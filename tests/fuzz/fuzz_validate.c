/* Gives any bytes to epivalidate as an emitted C file, and as its header. It must accept or refuse
   them with one readable message, without a fault of memory. The spec and the other file are those
   of tests/golden/good/nodes, whose unrolled and tiled forms are among the seeds. An accepted file
   must also be accepted with other space between its tokens. Run from the top of the source tree.
 */
#include "base/files.h"
#include "fuzzing.h"
#include "validate/validate.h"

#include <sha2.h>

/* The golden model, read once. */
static struct {
    struct spec *spec;
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    struct source code, header;
} golden;

static struct source source_read(struct arena *arena, const char *file)
{
    struct source s = {.file = file};
    s.bytes =
        file_read(arena, arena_printf(arena, "tests/golden/good/%s", file), 1U << 20, &s.size);
    return s;
}

static void golden_read(void)
{
    static struct arena *arena;
    if (arena != NULL)
        return;
    arena = arena_new();
    struct source spec = source_read(arena, "nodes.yaml");
    golden.spec = spec_read(arena, spec.file, spec.bytes, spec.size);
    spec_check(arena, golden.spec);
    SHA256Data((const uint8_t *)spec.bytes, spec.size, golden.sha256);
    golden.code = source_read(arena, "nodes.c");
    golden.header = source_read(arena, "nodes.h");
}

static int is_accepted(const struct source *code, const struct source *header)
{
    struct arena *volatile arena = arena_new();
    volatile int accepted = 0;
    fuzz_begin("nodes.");
    if (setjmp(fuzz_refused) == 0) {
        (void)validate(arena, golden.spec, golden.sha256, code, header);
        accepted = 1;
    }
    fail_hook = NULL;
    arena_free(arena);
    return accepted;
}

/* Checks the same tokens with other space between them, behind the same head comment. */
static void layout_check(const struct source *code)
{
    struct arena *arena = arena_new();
    struct lexer l = lexer_begin(code->file, code->bytes, code->size);
    size_t head = (size_t)(l.token.text - code->bytes), n = head;
    char *text = arena_alloc(arena, 8 * code->size + 64, 1);
    memcpy(text, code->bytes, head);
    for (; l.token.kind != TOKEN_END; lexer_next(&l))
        n += (size_t)sprintf(text + n, "%s%.*s /**/", l.token.first ? "\n" : "",
                             (int)l.token.length, l.token.text);
    text[n++] = '\n';
    struct source other = {code->file, text, n};
    if (!is_accepted(&other, &golden.header)) {
        fprintf(stderr, "accepted, but not with another layout\n");
        abort();
    }
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    golden_read();
    struct source code = {"nodes.c", (const char *)data, size};
    struct source header = {"nodes.h", (const char *)data, size};
    if (is_accepted(&code, &golden.header))
        layout_check(&code);
    (void)is_accepted(&golden.code, &header);
    return 0;
}
