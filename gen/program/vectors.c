/* See vectors.h. */
#include "program/vectors.h"

#include "base/random.h"
#include "program/interpret.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* What an input can be at its worst. Bounds depend on the input, the rest does not. */
enum extreme {
    AT_LOW,
    AT_HIGH,
    AT_SUBSTITUTE,
    BELOW_LOW,
    ABOVE_HIGH,
    JUST_BELOW,
    JUST_ABOVE,
    PLUS_ZERO,
    MINUS_ZERO,
    QUIET_NAN,
    NEGATIVE_NAN,
    SIGNALLING_NAN,
    PLUS_INFINITY,
    MINUS_INFINITY,
    SMALLEST_DENORMAL,
    LARGEST_DENORMAL,
    NEGATIVE_DENORMAL,
    LARGEST,
    MOST_NEGATIVE,
    EXTREME_COUNT
};

static uint32_t extreme_bits(const struct domain *domain, enum extreme which)
{
    float low = (float)domain->low, high = (float)domain->high;
    switch (which) {
    case AT_LOW: return bits_of(low);
    case AT_HIGH: return bits_of(high);
    case AT_SUBSTITUTE: return bits_of((float)domain->substitute);
    case BELOW_LOW: return bits_of(low - 0.5F * (high - low));
    case ABOVE_HIGH: return bits_of(high + 0.5F * (high - low));
    case JUST_BELOW: return bits_of(nextafterf(low, -INFINITY));
    case JUST_ABOVE: return bits_of(nextafterf(high, INFINITY));
    case PLUS_ZERO: return 0x00000000U;
    case MINUS_ZERO: return 0x80000000U;
    case QUIET_NAN: return 0x7FC00000U;
    case NEGATIVE_NAN: return 0xFFC12345U;
    case SIGNALLING_NAN: return 0x7F800001U;
    case PLUS_INFINITY: return 0x7F800000U;
    case MINUS_INFINITY: return 0xFF800000U;
    case SMALLEST_DENORMAL: return 0x00000001U;
    case LARGEST_DENORMAL: return 0x007FFFFFU;
    case NEGATIVE_DENORMAL: return 0x80400000U;
    case LARGEST: return bits_of(FLT_MAX);
    case MOST_NEGATIVE: return bits_of(-FLT_MAX);
    case EXTREME_COUNT: break;
    }
    return 0;
}

static uint32_t inside_bits(const struct domain *domain, struct random *random)
{
    return bits_of((float)(domain->low + random_uniform(random) * (domain->high - domain->low)));
}

/* One extreme of one input, the others inside, where `turn` walks through all of them: extreme
   by extreme within an input would leave late inputs out, so both move at every turn. */
static void one_extreme(const struct program *program, size_t turn, uint32_t *x)
{
    size_t input = turn % program->spec->n_inputs;
    size_t which = (turn + turn / program->spec->n_inputs) % EXTREME_COUNT;
    x[input] = extreme_bits(&program->domains[input], (enum extreme)which);
}

static bool is_anywhere(size_t index)
{
    return index >= EXTREME_COUNT && index % VECTORS_ANYWHERE == VECTORS_ANYWHERE - 1;
}

static void vector_fill(const struct program *program, size_t index, struct random *random,
                        uint32_t *x)
{
    size_t n_in = program->spec->n_inputs;
    bool anywhere = is_anywhere(index);
    for (size_t i = 0; i < n_in; i++) {
        if (index < EXTREME_COUNT)
            x[i] = extreme_bits(&program->domains[i], (enum extreme)index);
        else
            x[i] = anywhere ? (uint32_t)random_bits(random)
                            : inside_bits(&program->domains[i], random);
    }
    if (n_in > 1 && index >= EXTREME_COUNT && index % 2 == 0)
        one_extreme(program, (index - EXTREME_COUNT) / 2, x);
}

static void result_bits(const struct spec *spec, const struct result *result, uint32_t *bits)
{
    for (size_t i = 0; i < spec->mean.count; i++)
        *bits++ = bits_of(result->mean[i]);
    for (size_t i = 0; i < spec->sigma.count; i++)
        *bits++ = bits_of(result->sigma[i]);
    if (spec_has(&spec->eta))
        *bits++ = bits_of(result->eta);
    *bits = result->status;
}

size_t vectors_default(const struct program *program)
{
    size_t wanted = EXTREME_COUNT + 4 * program->spec->n_inputs;
    return wanted < 96 ? 96 : wanted > 1024 ? 1024 : wanted;
}

struct vectors vectors_make(struct arena *arena, const struct program *program, size_t count)
{
    size_t n_in = program->spec->n_inputs, n_result = spec_result_count(program->spec) + 1;
    struct vectors v = {.count = count,
                        .n_in = n_in,
                        .n_result = n_result,
                        .extremes = EXTREME_COUNT,
                        .anywhere = EXTREME_COUNT};
    while (!is_anywhere(v.anywhere))
        v.anywhere++;
    v.inputs = arena_alloc(arena, count * n_in, sizeof(*v.inputs));
    v.results = arena_alloc(arena, count * n_result, sizeof(*v.results));
    struct interpreter *interpreter = interpreter_new(arena, program);
    struct random random = {.state = 1};
    float *x = arena_alloc(arena, n_in, sizeof(*x));
    for (size_t i = 0; i < count; i++) {
        uint32_t *bits = v.inputs + i * n_in;
        vector_fill(program, i, &random, bits);
        memcpy(x, bits, n_in * sizeof(*x));
        result_bits(program->spec, interpreter_run(interpreter, x), v.results + i * n_result);
    }
    return v;
}
