/* Gives any bytes to the readers of properties: VNN-LIB, or YAML where they begin with "epiprove".
   Reading must end in properties or in one message, without a fault of memory; what is read can be
   asked of an input. Run on tests/fuzz/corpus_vnnlib with -dict=tests/fuzz/vnnlib.dict. */
#include "fuzzing.h"
#include "program/lower.h"
#include "prove/properties/code.h"

static const char model_text[] =
    "epigen: 1\nname: m\ninputs: [{name: v, min: -1, max: 1}, {name: alt, min: 0, max: 2}]\n"
    "layers:\n  - {name: h, from: inputs, activation: relu, weights: [[1, 2], [3, 4]], bias: [0, "
    "0]}\n"
    "  - {name: s, from: h, activation: sigmoid, weights: [[1, 1]], bias: [0]}\n"
    "outputs: {mean: {from: h, names: [thrust, lift]}, sigma: {from: h, floor: 0.1}, eta: {from: "
    "s}}\n";

static void property_use(struct arena *arena, const struct net *net, struct property *property)
{
    static const float x[] = {0.5F, 1.0F};
    property_clamp(arena, net, property);
    for (size_t i = 0; i < property->n_regions; i++)
        (void)code_violates(code_new(arena, net), &property->regions[i], x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *volatile arena = arena_new();
    fuzz_begin("fuzz:");
    if (setjmp(fuzz_refused) == 0) {
        struct spec *spec = spec_read(arena, "fuzz", model_text, sizeof(model_text) - 1);
        spec_check(arena, spec);
        const struct net *net = net_make(arena, lower(arena, spec, "m", &number_float32));
        const char *bytes = (const char *)data;
        size_t count = 1;
        struct property *p =
            size > 8 && memcmp(bytes, "epiprove", 8) == 0
                ? properties_read(arena, net, "fuzz", bytes, size, &count)
                : vnnlib_read(arena, net, (struct place){"fuzz", 1}, bytes, size, OUTPUT_MEAN);
        for (size_t i = 0; i < count; i++)
            property_use(arena, net, &p[i]);
    }
    arena_free(arena);
    return 0;
}
