/* Gives any bytes to the reader of specs. Reading and checking must end in a spec or in one
   message, without a fault of memory. An accepted spec must read back byte for byte after it is
   written. Build with -fsanitize=fuzzer,address,undefined and run on tests/fuzz/corpus with
   -dict=tests/fuzz/spec.dict. */
#include "fuzzing.h"
#include "program/bounds.h"
#include "program/interpret.h"
#include "program/lower.h"
#include "program/program.h"

#include <math.h>

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

static void contract_check(const struct result *r, const struct spec *spec)
{
    bool known = r->eta >= 0.0F && r->eta <= 1.0F && (r->status == 0 || r->eta == 1.0F);
    if (spec_has(&spec->eta) && !known)
        abort();
    for (size_t i = 0; i < spec->mean.count; i++)
        if (!isfinite(r->mean[i]))
            abort();
    for (size_t i = 0; i < spec->sigma.count; i++)
        if (!isfinite(r->sigma[i]) || !(r->sigma[i] > 0.0F))
            abort();
}

/* An accepted spec lowers to a program whose results are finite, whatever the inputs; a spec that
   could overflow is refused by bounds_of. */
static void program_check(struct arena *arena, const struct spec *spec)
{
    static const float extremes[] = {0.0F, -0.0F, 1e-45F, 3e38F, -3e38F, INFINITY, -INFINITY, NAN};
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    fuzz_accepted = false;
    bounds_of(arena, program);
    fuzz_accepted = true;
    struct interpreter *interpreter = interpreter_new(arena, program);
    float *x = arena_alloc(arena, spec->n_inputs, sizeof(*x));
    for (size_t turn = 0; turn < 3 * sizeof(extremes) / sizeof(extremes[0]); turn++) {
        for (size_t i = 0; i < spec->n_inputs; i++) {
            float domain[] = {spec->inputs[i].min, spec->inputs[i].max, spec->inputs[i].mean};
            x[i] = (turn + i) % 2 == 0 ? extremes[(turn / 2 + i) % 8] : domain[(turn + i / 2) % 3];
        }
        contract_check(interpreter_run(interpreter, x), spec);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *volatile arena = arena_new();
    fuzz_begin("fuzz.yaml:");
    if (setjmp(fuzz_refused) == 0) {
        const struct spec *spec = spec_accept(arena, (const char *)data, size);
        fuzz_accepted = true;
        round_trip(arena, spec);
        program_check(arena, spec);
    }
    arena_free(arena);
    return 0;
}
