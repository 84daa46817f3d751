/* answers: the interpreter's results for random inputs, for the compiled code to be compared with.

   answers SPEC COUNT SEED INPUTS RESULTS [inside]

   Writes COUNT input vectors to the file INPUTS and their results (mean, sigma, eta, status) to
   RESULTS, as raw 32-bit words. Of four vectors one is random bit patterns throughout, one is
   inside the domain but for one input of random bits, two are inside the domain. With `inside`
   all are: of four vectors one is a corner of the domain, one has an input at its bound. With -
   for RESULTS only the inputs are written. */
#include "base/fail.h"
#include "base/files.h"
#include "base/random.h"
#include "program/interpret.h"
#include "program/lower.h"
#include "program/program.h"

#include <stdlib.h>
#include <string.h>

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void inputs_fill(const struct program *p, size_t turn, struct random *random, float *x)
{
    size_t n_in = p->spec->n_inputs;
    size_t odd = random_bits(random) % n_in;
    for (size_t i = 0; i < n_in; i++) {
        const struct domain *d = &p->domains[i];
        float bits = from_bits((uint32_t)random_bits(random));
        float inside = (float)(d->low + random_uniform(random) * (d->high - d->low));
        x[i] = turn % 4 == 0 || (turn % 4 == 1 && i == odd) ? bits : inside;
    }
}

static void inside_fill(const struct program *p, size_t turn, struct random *random, float *x)
{
    size_t n_in = p->spec->n_inputs;
    size_t odd = random_bits(random) % n_in;
    for (size_t i = 0; i < n_in; i++) {
        const struct domain *d = &p->domains[i];
        float bound = (float)(random_bits(random) % 2 == 0 ? d->low : d->high);
        float inside = (float)(d->low + random_uniform(random) * (d->high - d->low));
        x[i] = turn % 4 == 0 || (turn % 4 == 1 && i == odd) ? bound : inside;
    }
}

static void words_write(FILE *file, const void *words, size_t count)
{
    if (fwrite(words, sizeof(uint32_t), count, file) != count)
        fail("cannot write the answers");
}

int main(int argc, char **argv)
{
    fail_program = "answers";
    bool inside = argc >= 7 && strcmp(argv[6], "inside") == 0;
    if (argc < 6 || argc > 8)
        fail_usage("expected SPEC COUNT SEED INPUTS RESULTS [inside|anywhere [ACCURACY]]");
    struct arena *arena = arena_new();
    size_t size, count = strtoul(argv[2], NULL, 10);
    const char *bytes = file_read(arena, argv[1], SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, argv[1], bytes, size);
    spec_check(arena, spec);
    struct program *program = lower(arena, spec, spec->name, &number_float32);
    for (size_t i = 0; argc == 8 && i < ACCURACY_COUNT; i++)
        if (strcmp(argv[7], accuracy_name[i]) == 0)
            program->accuracy = (enum accuracy)i;
    struct interpreter *interpreter = interpreter_new(arena, program);
    struct random random = {.state = strtoul(argv[3], NULL, 10)};
    float *x = arena_alloc(arena, spec->n_inputs, sizeof(*x));
    bool answered = strcmp(argv[5], "-") != 0;
    FILE *inputs = fopen(argv[4], "wb"), *results = answered ? fopen(argv[5], "wb") : NULL;
    if (inputs == NULL || (answered && results == NULL))
        fail("cannot open %s or %s", argv[4], argv[5]);
    for (size_t i = 0; i < count; i++) {
        (inside ? inside_fill : inputs_fill)(program, i, &random, x);
        words_write(inputs, x, spec->n_inputs);
        if (!answered)
            continue;
        const struct result *r = interpreter_run(interpreter, x);
        words_write(results, r->mean, spec->mean.count);
        words_write(results, r->sigma, spec->sigma.count);
        words_write(results, &r->eta, spec->eta.count);
        words_write(results, &r->status, 1);
    }
    if (fclose(inputs) != 0 || (answered && fclose(results) != 0))
        fail("cannot write the answers");
    arena_free(arena);
    return 0;
}
