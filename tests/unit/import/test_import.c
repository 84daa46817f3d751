/* Networks of tests/import: what the imported spec computes against what onnxruntime computed
 * (expected.txt), folded and not. */
#include "base/fail.h"
#include "base/files.h"
#include "import/check.h"
#include "import/import.h"
#include "program/interpret.h"
#include "program/lower.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NUMBERS_MAX = 256 };

/* One line of expected.txt. */
struct point {
    char file[64];
    size_t n_in, n_out;
    double numbers[NUMBERS_MAX];
};

/* The next word of a line as a number. */
static double number_read(FILE *from)
{
    char word[64], *end;
    assert_int_equal(fscanf(from, "%63s", word), 1);
    double value = strtod(word, &end);
    assert_int_equal(*end, '\0');
    return value;
}

static bool point_read(FILE *from, struct point *p)
{
    if (fscanf(from, "%63s", p->file) != 1)
        return false;
    p->n_in = (size_t)number_read(from);
    p->n_out = (size_t)number_read(from);
    assert_in_range(p->n_in + p->n_out, 2, NUMBERS_MAX);
    for (size_t i = 0; i < p->n_in + p->n_out; i++)
        p->numbers[i] = number_read(from);
    return true;
}

static struct import *network_import(struct arena *arena, const char *file, bool fold)
{
    const struct import_options options = {.domain = domain_read(arena, "-1,1", 0.0), .fold = fold};
    return import_read(arena, arena_printf(arena, "tests/import/%s", file), &options);
}

static void point_check(const struct point *p, bool fold)
{
    struct arena *arena = arena_new();
    const struct import *import = network_import(arena, p->file, fold);
    const struct program *program = lower(arena, import->spec, "model", &number_float32);
    float x[NUMBERS_MAX];
    for (size_t i = 0; i < p->n_in; i++)
        x[i] = (float)p->numbers[i];
    assert_int_equal(import->n_in, p->n_in);
    assert_int_equal(import->n_out, p->n_out);
    const float *mean = interpreter_run(interpreter_new(arena, program), x)->mean;
    for (size_t i = 0; i < p->n_out; i++) {
        double right = p->numbers[p->n_in + i];
        if (!(fabs((double)mean[i] - right) <= 2e-6 * fmax(1.0, fabs(right))))
            fail_msg("%s: output %zu is %.9g, onnxruntime says %.9g", p->file, i, (double)mean[i],
                     right);
    }
    arena_free(arena);
}

/* verifies: REQ-IMPORT */
static void expected_points(void **state)
{
    struct point p;
    size_t count = 0;
    FILE *from = fopen("tests/import/expected.txt", "r");
    (void)state;
    assert_non_null(from);
    for (; point_read(from, &p); count++) {
        point_check(&p, false);
        point_check(&p, true);
    }
    assert_int_equal(fgetc(from), EOF);
    fclose(from);
    assert_in_range(count, 40, 1000);
}

/* The second reading sees a weight that is not the file's. */
static void check_sees_a_wrong_weight(void **state)
{
    struct arena *arena = arena_new();
    struct import *import = network_import(arena, "policy.onnx", false);
    (void)state;
    struct difference *right = import_check(arena, import, 50);
    assert_true(right[0].relative < 1e-6 && right[1].relative < 1e-6);
    import->spec->layers[0].weights[0] += 0.5F;
    struct difference *wrong = import_check(arena, import, 50);
    assert_true(wrong[0].relative > 1e-3);
    arena_free(arena);
}

static bool check_agrees(struct arena *arena, const struct import *import)
{
    FILE *words = tmpfile();
    bool agrees = differences_print(import_check(arena, import, 50), import, 50, words);
    fclose(words);
    return agrees;
}

/* An output that is nearly constant differs by more than a thousandth of its range, and is right.
 */
static void check_knows_rounding(void **state)
{
    struct arena *arena = arena_new();
    struct import *import = network_import(arena, "faint.onnx", false);
    (void)state;
    struct difference *d = import_check(arena, import, 50);
    assert_true(d[0].relative > 1e-3 && d[0].absolute < d[0].rounding);
    assert_true(check_agrees(arena, import));
    import->spec->layers[0].bias[0] += 1.0F;
    assert_false(check_agrees(arena, import));
    arena_free(arena);
}

/* What the file does first and last goes where a spec has a place for it. */
static void standards_are_found(void **state)
{
    struct arena *arena = arena_new();
    const struct spec *spec = network_import(arena, "reversed.onnx", false)->spec;
    (void)state;
    assert_int_equal(spec->n_layers, 2);
    assert_true(spec->inputs[0].scale == 2.0F && spec->inputs[1].scale == 3.0F &&
                spec->inputs[2].scale == 0.5F);
    assert_true(spec->mean.scale[0] == 4.0F && spec->mean.scale[1] == 0.3F);
    assert_int_equal(spec->mean.n_offset, 2);
    arena_free(arena);
}

/* A sum that is read twice is computed once; folding takes it away. */
static void sums_are_shared(void **state)
{
    struct arena *arena = arena_new();
    const struct spec *spec = network_import(arena, "residual.onnx", false)->spec;
    (void)state;
    assert_int_equal(spec->n_layers, 4);
    assert_int_equal(spec->layers[3].activation, ACT_SILU);
    assert_int_equal(network_import(arena, "residual.onnx", true)->spec->n_layers, 2);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_points),      cmocka_unit_test(check_sees_a_wrong_weight),
        cmocka_unit_test(check_knows_rounding), cmocka_unit_test(standards_are_found),
        cmocka_unit_test(sums_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
