/* See model.h. */
#include "fixed/model.h"

#include "result/answers.h"
#include "result/export.h"

#include <math.h>
#include <string.h>

void fixed_lower(struct arena *arena, struct fixed_model *m)
{
    m->spec = export_spec(arena, m->network, m->name, m->inputs, m->outputs);
    interpreter_of_spec(arena, m->spec); /* all checks of epigen */
    m->program = q15_lower(arena, m->spec, m->name, false);
}

/* The layer of a program that a dense layer of the network became: both stand in one order, in
   which the layer of squares has no counterpart. */
static const struct q15_layer *next_layer(const struct q15_program *program, size_t *at)
{
    while (program->layers[*at].layer->activation == ACT_SQUARE)
        (*at)++;
    return &program->layers[(*at)++];
}

/* Writes the steps of one layer at the places of its parameters. */
static void layer_steps(const struct q15_program *program, const struct q15_layer *made,
                        const struct dense *dense, const struct network *network, float *step)
{
    const struct spec_from *from = &made->layer->from;
    float *weights = step + (dense->weights - network->parameters);
    float *bias = step + (dense->bias - network->parameters);
    for (size_t row = 0; row < dense->n_out; row++) {
        const int exponent = made->neurons[row].sum_exponent;
        size_t column = 0;
        bias[row] = (float)ldexp(1.0, -exponent);
        for (size_t s = 0; s < from->count; s++) {
            const struct q15_value *values = q15_values(program, from->sources[s]);
            for (size_t i = 0; i < q15_width(program, from->sources[s]); i++)
                weights[row * dense->stride + column++] =
                    (float)ldexp(1.0, values[i].exponent - exponent);
        }
    }
}

struct lattice fixed_lattice(struct arena *arena, const struct fixed_model *m)
{
    const struct network *n = m->network;
    const struct chain *const chains[] = {&n->trunk, &n->mean, &n->sigma, &n->eta};
    struct lattice lattice = {.n = n->n_fit + n->n_eta};
    lattice.step = arena_alloc(arena, lattice.n, sizeof(*lattice.step));
    lattice.move = arena_alloc(arena, lattice.n, sizeof(*lattice.move));
    size_t at = 0;
    for (size_t c = 0; c < sizeof(chains) / sizeof(chains[0]); c++)
        for (size_t i = 0; i < chains[c]->count; i++)
            layer_steps(m->program, next_layer(m->program, &at), &chains[c]->layers[i], n,
                        lattice.step);
    return lattice;
}

bool fixed_settle(struct arena *arena, struct fixed_model *m)
{
    enum { TRIES = 16 };
    float *parameters = m->network->parameters;
    for (size_t i = 0; i < TRIES; i++) {
        fixed_lower(arena, m);
        const struct lattice lattice = fixed_lattice(arena, m);
        if (lattice_round(&lattice, parameters, parameters) == 0)
            return true;
    }
    fixed_lower(arena, m);
    return false;
}
