/* epirun's interpreter for many rows has the bits of interpret.c: on all golden specs, on random
   rows and on special values; and its numbers are those of printf. */
#include "base/files.h"
#include "base/random.h"
#include "program/bounds.h"
#include "program/interpret.h"
#include "program/lower.h"
#include "run/block.h"
#include "run/number_write.h"
#include "unit/testing.h"

#include <glob.h>
#include <math.h>
#include <string.h>

static float special(struct random *random)
{
    static const float values[] = {0.0F,  -0.0F,    1.0F,     -1.0F,     1e-45F, 1.17549435e-38F,
                                   1e30F, -3.4e38F, INFINITY, -INFINITY, NAN,    2.5e-10F};
    uint32_t bits = (uint32_t)random_bits(random);
    float any;
    memcpy(&any, &bits, sizeof(any));
    switch (random_bits(random) % 4) {
    case 0: return values[random_bits(random) % (sizeof(values) / sizeof(values[0]))];
    case 1: return any;
    default: return (float)(8.0 * random_uniform(random) - 4.0);
    }
}

static void answers_compare(const struct spec *spec, const struct result *one,
                            const struct block_answers *many, size_t r)
{
    for (size_t k = 0; k < spec->mean.count; k++) {
        size_t at = k * BLOCK_ROWS + r;
        assert_memory_equal(&one->mean[k], &many->mean[at], sizeof(float));
        if (spec_has(&spec->sigma))
            assert_memory_equal(&one->sigma[k], &many->sigma[at], sizeof(float));
    }
    if (spec_has(&spec->eta))
        assert_memory_equal(&one->eta, &many->eta[r], sizeof(float));
    assert_int_equal(one->status, many->status[r]);
}

static void spec_compare(const char *path)
{
    struct arena *arena = arena_new();
    struct random random = {7};
    size_t size;
    const char *bytes = file_read(arena, path, SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, path, bytes, size);
    spec_check(arena, spec);
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    bounds_of(arena, program);
    struct interpreter *one = interpreter_new(arena, program);
    struct block *many = block_new(arena, program);
    float *x = arena_alloc(arena, spec->n_inputs, sizeof(*x));
    for (int round = 0; round < 20; round++) {
        float *inputs = block_inputs(many);
        for (size_t i = 0; i < spec->n_inputs * BLOCK_ROWS; i++)
            inputs[i] = special(&random);
        const struct block_answers answers = block_run(many);
        for (size_t r = 0; r < BLOCK_ROWS; r++) {
            for (size_t i = 0; i < spec->n_inputs; i++)
                x[i] = inputs[i * BLOCK_ROWS + r];
            answers_compare(spec, interpreter_run(one, x), &answers, r);
        }
    }
    arena_free(arena);
}

static void golden_specs_have_the_same_bits(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob("tests/golden/good/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        spec_compare(found.gl_pathv[i]);
    assert_true(found.gl_pathc >= 9);
    globfree(&found);
}

static void number_compare(float value)
{
    char expected[32], written[NUMBER_ROOM + 1] = "";
    snprintf(expected, sizeof(expected), "%.9g", (double)value);
    written[number_write(written, value)] = '\0';
    assert_string_equal(written, expected);
}

static void numbers_are_those_of_printf(void **state)
{
    (void)state;
    static const float values[] = {
        0.0F,         -0.0F,       1.0F,        0.5F,   0.1F,           123456789.0F, 1e9F,
        999999999.9F, 1e-4F,       9.99999e-5F, 1e-5F,  1e-45F,         3.4e38F,      1.00000012F,
        8388607.5F,   16777216.0F, 1e22F,       1e-14F, 0.00012207031F, 1234.0625F,   99999.9922F};
    struct random random = {3};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        number_compare(values[i]);
        number_compare(-values[i]);
    }
    for (int i = 0; i < 300000; i++) {
        uint32_t bits = (uint32_t)random_bits(&random);
        float any;
        memcpy(&any, &bits, sizeof(any));
        if (isfinite(any))
            number_compare(any);
        number_compare((float)(random_uniform(&random) * 20.0 - 10.0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_specs_have_the_same_bits),
        cmocka_unit_test(numbers_are_those_of_printf),
    };
    return cmocka_run_group_tests_name("block", tests, NULL, NULL);
}
