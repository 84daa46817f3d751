/* Random small networks of every activation and kind of layer, and random properties of them, for
   the tests of epiprove. What a property means is worked out here a second time, on single points,
   from the draw and not from the text that epiprove reads. */
#ifndef EPIGEN_TESTS_RANDOM_NET_H
#define EPIGEN_TESTS_RANDOM_NET_H

#include "base/random.h"
#include "program/bounds.h"
#include "prove/properties/code.h"
#include "prove/search/search.h"
#include "unit/testing.h"

#include <math.h>

struct draw {
    struct arena *arena;
    struct random random;
};

static inline double uniform(struct draw *d, double low, double high)
{
    return low + (high - low) * random_uniform(&d->random);
}

static inline size_t pick(struct draw *d, size_t count)
{
    return (size_t)(random_bits(&d->random) % count);
}

static inline void weights_write(struct draw *d, FILE *f, size_t rows, size_t columns, double size)
{
    fprintf(f, "[");
    for (size_t k = 0; k < rows; k++) {
        fprintf(f, "%s[", k == 0 ? "" : ", ");
        for (size_t i = 0; i < columns; i++)
            fprintf(f, "%s%.9g", i == 0 ? "" : ", ",
                    pick(d, 8) == 0 ? 0.0 : (double)(float)uniform(d, -size, size));
        fprintf(f, "]");
    }
    fprintf(f, "]");
}

/* A dense layer; a name that begins with r makes it radial. */
static inline void layer_write(struct draw *d, FILE *f, const char *name, const char *from,
                               const char *activation, const size_t shape[2])
{
    if (name[0] == 'r') {
        fprintf(f, "  - {name: %s, from: %s, kind: radial, points: ", name, from);
        weights_write(d, f, shape[0], shape[1], 1.5);
        fprintf(f, "}\n");
        return;
    }
    fprintf(f, "  - {name: %s, from: %s, activation: %s, weights: ", name, from, activation);
    weights_write(d, f, shape[0], shape[1], 1.2);
    fprintf(f, ", bias: [");
    for (size_t k = 0; k < shape[0]; k++)
        fprintf(f, "%s%.9g", k == 0 ? "" : ", ", (double)(float)uniform(d, -0.7, 0.7));
    fprintf(f, "]");
    if (strcmp(activation, "clip") == 0)
        fprintf(f, ", min: %.9g, max: %.9g", (double)(float)uniform(d, -1.0, -0.1),
                (double)(float)uniform(d, 0.1, 1.0));
    if (strcmp(activation, "elu") == 0)
        fprintf(f, ", alpha: %.9g", (double)(float)uniform(d, 0.3, 2.0));
    fprintf(f, "}\n");
}

/* Two inputs, two hidden layers, an average, two means; every other network has relu alone. */
static inline struct program *random_program(struct draw *d)
{
    static const char *const scales[] = {"1", "0.5", "3.7", "0.013"};
    const size_t wide = 2 + pick(d, 4), narrow = 1 + pick(d, 4);
    char *text = NULL, from[32];
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    const char *first = pick(d, 3) == 0 ? "relu" : activation_name[pick(d, ACT_COUNT)];
    const char *second = pick(d, 3) == 0 ? "relu" : activation_name[pick(d, ACT_COUNT)];
    if (strcmp(second, "exp") == 0)
        first = "tanh"; /* exp of exp overflows */
    fprintf(f, "epigen: 1\nname: m\ninputs:\n");
    for (size_t i = 0; i < 2; i++)
        fprintf(f, "  - {name: x%zu, min: -3, max: 3, mean: %.9g, scale: %s}\n", i,
                pick(d, 2) == 0 ? 0.0 : (double)(float)uniform(d, -1.0, 1.0),
                scales[i == 0 ? pick(d, 3) : 0]);
    fprintf(f, "layers:\n");
    const char *hidden = pick(d, 6) == 0 ? "r" : "h";
    snprintf(from, sizeof(from), pick(d, 3) == 0 ? "[inputs, %s]" : "%s", hidden);
    const size_t reads = wide + (from[0] == '[' ? 2 : 0);
    layer_write(d, f, hidden, "inputs", first, (size_t[]){wide, 2});
    layer_write(d, f, "g", from, second, (size_t[]){narrow, reads});
    layer_write(d, f, "k", from, "tanh", (size_t[]){narrow, reads});
    fprintf(f, "  - {name: a, kind: average, from: [g, k]}\n");
    layer_write(d, f, "m", "a", "identity", (size_t[]){2, narrow});
    layer_write(d, f, "s", "g", "softplus", (size_t[]){2, narrow});
    layer_write(d, f, "e", "a", "sigmoid", (size_t[]){1, narrow});
    fprintf(f,
            "outputs:\n  mean: {from: m, offset: [0.25, 0], scale: [1, %s]}\n"
            "  sigma: {from: s, floor: 0.01}\n  eta: {from: e}\n",
            scales[pick(d, 4)]);
    fclose(f);
    struct program *program = lower_text(d->arena, arena_strdup(d->arena, text));
    free(text);
    return program;
}

/* --- properties --------------------------------------------------------------------------- */

/* sign * y[output] + other * y[second] <= threshold, or <; second is an output or none. */
struct draw_atom {
    size_t output, second;
    bool has_second, strict;
    double sign, other, threshold;
};

enum { ATOMS = 3 };
struct draw_property {
    float low[2], high[2];
    size_t count[2], n; /* of atoms in each of n alternatives */
    struct draw_atom atoms[2][ATOMS];
    const char *text;
};

static inline double atom_value(const struct draw_atom *a, const float *y)
{
    return a->sign * (double)y[a->output] + (a->has_second ? a->other * (double)y[a->second] : 0.0);
}

static inline bool draw_violates(const struct draw_property *p, const float *y)
{
    for (size_t i = 0; i < p->n; i++) {
        bool all = true;
        for (size_t k = 0; k < p->count[i]; k++) {
            double v = atom_value(&p->atoms[i][k], y), t = p->atoms[i][k].threshold;
            all = all && (p->atoms[i][k].strict ? v < t : v <= t);
        }
        if (all)
            return true;
    }
    return false;
}

/* The text in one of several notations of the same meaning. */
static inline void atom_write(struct draw *d, FILE *f, const struct draw_atom *a)
{
    char sum[320];
    const char *less = a->strict ? "<" : "<=", *more = a->strict ? ">" : ">=";
    int n = a->sign < 0.0 ? snprintf(sum, sizeof(sum), "(- Y_%zu)", a->output)
                          : snprintf(sum, sizeof(sum), "Y_%zu", a->output);
    if (a->has_second)
        snprintf(sum, sizeof(sum), "(+ %s (* %.80g Y_%zu))",
                 a->sign < 0.0 ? (a->output == 0 ? "(- Y_0)" : "(* -1 Y_1)")
                               : (a->output == 0 ? "Y_0" : "Y_1"),
                 a->other, a->second);
    (void)n;
    switch (pick(d, 5)) {
    case 0: fprintf(f, "(%s %s %.80g)", less, sum, a->threshold); break;
    case 1: fprintf(f, "(%s %.80g %s)", more, a->threshold, sum); break;
    case 2: fprintf(f, "(not (%s %s %.80g))", a->strict ? ">=" : ">", sum, a->threshold); break;
    case 3: fprintf(f, "(not (%s %.80g %s))", a->strict ? "<=" : "<", a->threshold, sum); break;
    default: fprintf(f, "(%s (- %s %.80g) 0)", less, sum, a->threshold); break;
    }
}

static inline void property_text(struct draw *d, struct draw_property *p)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "; random\n(declare-const X_0 Real)\n(declare-const X_1 Real)\n"
               "(declare-const Y_0 Real)\n(declare-const Y_1 Real)\n");
    for (size_t i = 0; i < 2; i++)
        fprintf(f, "(assert (>= X_%zu %.80g))\n(assert (<= X_%zu %.80g))\n", i, (double)p->low[i],
                i, (double)p->high[i]);
    bool negated = pick(d, 3) == 0 && p->n == 2 && p->count[0] == 1 && p->count[1] == 1;
    if (negated) { /* a or b is not (not a and not b) */
        fprintf(f, "(assert (not (and (not ");
        atom_write(d, f, &p->atoms[0][0]);
        fprintf(f, ") (not ");
        atom_write(d, f, &p->atoms[1][0]);
        fprintf(f, "))))\n");
    } else {
        fprintf(f, "(assert (or");
        for (size_t i = 0; i < p->n; i++) {
            fprintf(f, "\n (and");
            for (size_t k = 0; k < p->count[i]; k++) {
                fprintf(f, " ");
                atom_write(d, f, &p->atoms[i][k]);
            }
            fprintf(f, ")");
        }
        fprintf(f, "))\n");
    }
    fclose(f);
    p->text = arena_strdup(d->arena, text);
    free(text);
}

#endif
