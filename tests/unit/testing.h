/* What the unit tests share: cmocka, specs from text, errors caught instead of ending the run. */
#ifndef EPIGEN_TESTING_H
#define EPIGEN_TESTING_H

#include "base/fail.h"
#include "program/lower.h"
#include "program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline struct program *lower_text(struct arena *arena, const char *text)
{
    struct spec *spec = spec_read(arena, "spec", text, strlen(text));
    spec_check(arena, spec);
    return lower(arena, spec, spec->name, &number_float32);
}

/* The program of a spec with one hidden tanh layer and small invented weights. */
static inline struct program *lower_shape(struct arena *arena, size_t n_in, size_t n_hidden)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "epigen: 1\nname: m\ninputs:\n");
    for (size_t i = 0; i < n_in; i++)
        fprintf(f, "  - {name: x%zu, min: -3, max: 3, scale: 1.5}\n", i);
    fprintf(f, "layers:\n  - name: h\n    from: inputs\n    activation: tanh\n    weights:\n");
    for (size_t o = 0; o < n_hidden; o++)
        for (size_t i = 0; i < n_in; i++)
            fprintf(f, "%s%g%s", i == 0 ? "      - [" : ", ",
                    0.1 * (double)((3 * o + 5 * i) % 7) - 0.25, i + 1 == n_in ? "]\n" : "");
    for (size_t o = 0; o < n_hidden; o++)
        fprintf(f, "%s0.1%s", o == 0 ? "    bias: [" : ", ", o + 1 == n_hidden ? "]\n" : "");
    static const char *const heads[] = {"mean identity", "sigma softplus", "eta sigmoid"};
    for (size_t h = 0; h < 3; h++) {
        const char *space = strchr(heads[h], ' ');
        fprintf(f, "  - {name: %.*s, from: h, activation: %s, bias: [0.2], weights: [[",
                (int)(space - heads[h]), heads[h], space + 1);
        for (size_t i = 0; i < n_hidden; i++)
            fprintf(f, "%s%g", i == 0 ? "" : ", ", 0.3 - 0.1 * (double)((i + h) % 5));
        fprintf(f, "]]}\n");
    }
    fprintf(f,
            "outputs: {mean: {from: mean}, sigma: {from: sigma, floor: 0.01}, eta: {from: eta}}\n");
    fclose(f);
    struct program *program = lower_text(arena, arena_strdup(arena, text));
    free(text);
    return program;
}

#endif
