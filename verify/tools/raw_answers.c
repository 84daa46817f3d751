/* raw_answers: the interpreter's results for random raw inputs of a model in fixed point, for the
   compiled code to be compared with.

   raw_answers SPEC COUNT INPUTS RESULTS [--tables]

   Writes COUNT vectors as the self-test has them, extremes first, to INPUTS, as int16; their
   results (mean, sigma, eta, then the lower and upper half of the status word) to RESULTS. */
#include "base/fail.h"
#include "base/files.h"
#include "program/q15/vectors.h"

#include <stdlib.h>
#include <string.h>

static void numbers_write(FILE *file, const int16_t *numbers, size_t count)
{
    if (fwrite(numbers, sizeof(*numbers), count, file) != count)
        fail("cannot write the answers");
}

int main(int argc, char **argv)
{
    fail_program = "raw_answers";
    const bool tables = argc == 6 && strcmp(argv[5], "--tables") == 0;
    if (argc != 5 && !tables)
        fail_usage("expected SPEC COUNT INPUTS RESULTS [--tables]");
    struct arena *arena = arena_new();
    size_t size;
    const char *bytes = file_read(arena, argv[1], SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, argv[1], bytes, size);
    spec_check(arena, spec);
    const struct q15_vectors v = q15_vectors_make(arena, q15_lower(arena, spec, spec->name, tables),
                                                  strtoul(argv[2], NULL, 10));
    FILE *inputs = fopen(argv[3], "wb"), *results = fopen(argv[4], "wb");
    if (inputs == NULL || results == NULL)
        fail("cannot open %s or %s", argv[3], argv[4]);
    numbers_write(inputs, v.inputs, v.count * v.n_in);
    for (size_t i = 0; i < v.count; i++) {
        int16_t status[2];
        memcpy(status, &v.status[i], sizeof(status));
        numbers_write(results, v.results + i * v.n_result, v.n_result);
        numbers_write(results, status, 2);
    }
    if (fclose(inputs) != 0 || fclose(results) != 0)
        fail("cannot write the answers");
    arena_free(arena);
    return 0;
}
