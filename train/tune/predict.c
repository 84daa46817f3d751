/* See predict.h. */
#include "tune/predict.h"

#include "base/fail.h"

#include <math.h>
#include <string.h>

enum { FEATURES = 3 }; /* 1, multiplications, values of hidden units */

/* Trunks whose ratio of multiplications to units differs, so that both prices can be told apart. */
static const struct widths trunks[] = {{1, {8}}, {2, {16, 16}}, {1, {48}}, {2, {32, 32}}};
enum { TRUNKS = sizeof(trunks) / sizeof(*trunks) };

/* The linear model of one activation, accuracy, form and type. */
struct line {
    enum activation activation;
    enum accuracy accuracy;
    enum form form;
    enum tune_type type;
    double price[3][FEATURES]; /* of cycles, flash, stack */
};

/* What an eta branch costs beyond that of the probes of trunks. */
struct branch_price {
    struct widths eta;
    bool guarantee;
    enum form form;
    enum tune_type type;
    struct cost more;
};

struct predictor {
    const struct recipe *recipe;
    struct line *lines;
    struct branch_price *branches;
    size_t n_lines, n_branches;
};

/* --- the space -------------------------------------------------------------------------------- */

/* Those that the core has; of these, what the user says. */
static void types_choose(const struct tune *t, struct recipe_tune *space)
{
    if (t->type != NULL) {
        space->types[0] = *t->type;
        space->n_types = 1;
    } else if (space->n_types == 0) {
        for (unsigned type = 0; type < TYPE_COUNT; type++)
            if (t->core->flags[type] != NULL && (type == TYPE_Q15 || !t->recipe->fixed_point))
                space->types[space->n_types++] = type;
    }
    for (size_t i = 0; i < space->n_types; i++)
        if (t->core->flags[space->types[i]] == NULL)
            fail("%s: %s has no numbers of type %s, which \"tune: type\" wants, expected another "
                 "core",
                 t->recipe->file, t->core->name, type_name[space->types[i]]);
}

struct recipe_tune predict_space(const struct tune *t)
{
    struct recipe_tune space = t->recipe->tune;
    types_choose(t, &space);
    if (space.n_forms == 0) { /* tiled code is slower and half as large */
        space.forms[space.n_forms++] = FORM_UNROLLED;
        if (t->budget.flash > 0.0)
            space.forms[space.n_forms++] = FORM_TILED;
    }
    if (space.n_guarantees == 0)
        space.guarantees[space.n_guarantees++] =
            t->recipe->epistemic.guarantee && t->recipe->epistemic.teacher != TEACHER_SAMPLES;
    return space;
}

size_t predict_forms(const struct recipe_tune *space, enum tune_type type,
                     enum form forms[TUNE_MOST_WORDS])
{
    size_t n = 0;
    for (size_t i = 0; i < space->n_forms && type == TYPE_FLOAT; i++)
        forms[n++] = (enum form)space->forms[i];
    if (n == 0)
        forms[n++] = FORM_UNROLLED;
    return n;
}

size_t predict_accuracies(const struct recipe_tune *space, enum activation activation,
                          enum tune_type type, enum accuracy accuracies[ACCURACY_COUNT])
{
    const struct activation_row *row = activation_row(activation);
    size_t n = 0;
    if (type == TYPE_Q15) {
        accuracies[n++] = ACCURACY_FULL;
        return n;
    }
    for (size_t i = 0; i < space->n_accuracies; i++) {
        enum accuracy a = (enum accuracy)space->accuracies[i];
        bool differs = a == ACCURACY_FULL || row->kernels[a].name != NULL;
        if (differs || space->n_accuracies == 1)
            accuracies[n++] = a;
    }
    if (n == 0)
        accuracies[n++] = (enum accuracy)space->accuracies[0];
    return n;
}

/* What emitted code can be. */
struct code {
    enum tune_type type;
    enum form form;
};
enum { MOST_CODES = TYPE_COUNT * TUNE_MOST_WORDS };

static size_t codes_list(const struct recipe_tune *space, struct code codes[MOST_CODES])
{
    size_t n = 0;
    for (size_t i = 0; i < space->n_types; i++) {
        enum form forms[TUNE_MOST_WORDS];
        const enum tune_type type = (enum tune_type)space->types[i];
        const size_t n_forms = predict_forms(space, type, forms);
        for (size_t k = 0; k < n_forms; k++)
            codes[n++] = (struct code){type, forms[k]};
    }
    return n;
}

/* --- probes ----------------------------------------------------------------------------------- */

static void probe_add(struct arena *arena, struct probe **probes, size_t *count,
                      struct candidate candidate)
{
    *probes = arena_grow(arena, *probes, *count, *count + 1, sizeof(**probes));
    (*probes)[(*count)++].candidate = candidate;
}

/* Probes of trunks have the last eta branch of the space and its first guarantee; those of branches
   have the first trunk, and the first activation and accuracy. */
static void form_probes(struct arena *arena, const struct recipe_tune *space, struct code code,
                        struct probe **probes, size_t *count)
{
    struct candidate c = {.form = code.form,
                          .type = code.type,
                          .eta = space->etas[space->n_etas - 1],
                          .guarantee = space->guarantees[0]};
    enum accuracy accuracies[ACCURACY_COUNT];
    for (size_t a = 0; a < space->n_activations; a++) {
        size_t n = predict_accuracies(space, space->activations[a], code.type, accuracies);
        for (size_t i = 0; i < n * TRUNKS; i++) {
            c.activation = space->activations[a];
            c.accuracy = accuracies[i / TRUNKS];
            c.trunk = trunks[i % TRUNKS];
            probe_add(arena, probes, count, c);
        }
    }
    predict_accuracies(space, space->activations[0], code.type, accuracies);
    c.activation = space->activations[0];
    c.accuracy = accuracies[0];
    c.trunk = trunks[0];
    for (size_t i = 0; i < space->n_etas * space->n_guarantees; i++) {
        c.eta = space->etas[i / space->n_guarantees];
        c.guarantee = space->guarantees[i % space->n_guarantees];
        probe_add(arena, probes, count, c);
    }
}

struct probe *predict_probes(struct arena *arena, const struct tune *t, size_t *count)
{
    const struct recipe_tune space = predict_space(t);
    struct probe *probes = NULL;
    *count = 0;
    struct code codes[MOST_CODES];
    const size_t n = codes_list(&space, codes);
    for (size_t i = 0; i < n; i++)
        form_probes(arena, &space, codes[i], &probes, count);
    return probes;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The weights and values of a chain behind `n_in` inputs; returns its last width. */
static size_t chain_count(size_t n_in, const struct widths *widths, double *terms, double *values)
{
    for (size_t i = 0; i < widths->count; i++) {
        *terms += (double)(n_in * widths->width[i]);
        *values += (double)widths->width[i];
        n_in = widths->width[i];
    }
    return n_in;
}

/* Pruning takes its share of the terms; removed units make seven eighths of it (epitrain(1)), and a
   unit that goes takes weights on both of its sides. */
static struct operations operations_expect(const struct recipe *r, const struct candidate *c)
{
    double terms = 0.0, values = 0.0;
    size_t n_out = r->shape.n_out;
    size_t last = chain_count(r->shape.n_in, &c->trunk, &terms, &values);
    size_t mean = chain_count(last, &r->shape.mean, &terms, &values);
    size_t sigma = chain_count(last, &r->shape.sigma, &terms, &values);
    terms += (double)((mean + sigma) * n_out);
    double depth = c->trunk.count > 1 ? (double)c->trunk.count : 1.0;
    return (struct operations){terms * (1.0 - c->sparsity),
                               values * pow(1.0 - 0.875 * c->sparsity, 1.0 / depth)};
}

struct operations operations_of(const struct network *n)
{
    const struct chain *const chains[] = {&n->trunk, &n->mean, &n->sigma};
    struct operations o = {0};
    for (size_t c = 0; c < sizeof(chains) / sizeof(chains[0]); c++)
        for (size_t k = 0; k < chains[c]->count; k++) {
            const struct dense *d = &chains[c]->layers[k];
            for (size_t i = 0; i < d->n_out * d->stride; i++)
                o.terms += d->weights[i] != 0.0F;
            if (chains[c] == &n->trunk || k + 1 < chains[c]->count)
                o.values += (double)d->n_out;
        }
    return o;
}

static double *cost_part(struct cost *cost, size_t part)
{
    double *const parts[] = {&cost->cycles, &cost->flash, &cost->stack};
    return parts[part];
}

/* Solves the normal equations by elimination; a small ridge on all but the constant keeps prices
   finite. */
static void prices_solve(double a[FEATURES][FEATURES + 1], double price[FEATURES])
{
    for (size_t i = 0; i < FEATURES; i++)
        for (size_t k = i + 1; k < FEATURES; k++) {
            double factor = a[k][i] / a[i][i];
            for (size_t j = i; j <= FEATURES; j++)
                a[k][j] -= factor * a[i][j];
        }
    for (size_t i = FEATURES; i-- > 0;) {
        price[i] = a[i][FEATURES];
        for (size_t j = i + 1; j < FEATURES; j++)
            price[i] -= a[i][j] * price[j];
        price[i] /= a[i][i];
    }
}

static bool probe_is_of(const struct probe *p, const struct line *l)
{
    return p->candidate.activation == l->activation && p->candidate.accuracy == l->accuracy &&
           p->candidate.form == l->form && p->candidate.type == l->type;
}

/* Fits a line to its own probes, which are the first TRUNKS of its kind. */
static void line_fit(struct line *line, const struct recipe *recipe, const struct probe *probes)
{
    for (size_t part = 0; part < 3; part++) {
        double a[FEATURES][FEATURES + 1] = {{0}};
        for (size_t i = 0; i < TRUNKS; i++) {
            struct cost cost = probes[i].cost;
            const struct operations o = operations_expect(recipe, &probes[i].candidate);
            const double f[FEATURES] = {1.0, o.terms, o.values};
            for (size_t j = 0; j < FEATURES; j++) {
                for (size_t k = 0; k < FEATURES; k++)
                    a[j][k] += f[j] * f[k];
                a[j][FEATURES] += f[j] * *cost_part(&cost, part);
            }
        }
        a[1][1] += 1e-6 * a[1][1];
        a[2][2] += 1e-6 * a[2][2];
        prices_solve(a, line->price[part]);
    }
}

/* How many lines a form of a type has. */
static size_t form_lines(const struct recipe_tune *space, enum tune_type type)
{
    enum accuracy accuracies[ACCURACY_COUNT];
    size_t n = 0;
    for (size_t a = 0; a < space->n_activations; a++)
        n += predict_accuracies(space, space->activations[a], type, accuracies);
    return n;
}

/* What the branch of a probe costs beyond that of the first probe, which has the same trunk. */
static struct branch_price branch_of(const struct probe *first, const struct probe *probe)
{
    return (struct branch_price){probe->candidate.eta,
                                 probe->candidate.guarantee,
                                 probe->candidate.form,
                                 probe->candidate.type,
                                 {probe->cost.cycles - first->cost.cycles,
                                  probe->cost.flash - first->cost.flash,
                                  probe->cost.stack - first->cost.stack}};
}

struct predictor *predictor_new(struct arena *arena, const struct tune *t,
                                const struct probe *probes, size_t count)
{
    struct predictor *p = arena_alloc(arena, 1, sizeof(*p));
    const struct recipe_tune space = predict_space(t);
    p->recipe = t->recipe;
    p->lines = arena_alloc(arena, count, sizeof(*p->lines));
    p->branches = arena_alloc(arena, count, sizeof(*p->branches));
    size_t at = 0, n_branches = space.n_etas * space.n_guarantees;
    struct code codes[MOST_CODES];
    const size_t n_codes = codes_list(&space, codes);
    for (size_t f = 0; f < n_codes; f++) {
        const struct probe *first = &probes[at];
        const size_t lines = form_lines(&space, codes[f].type);
        for (size_t end = at + lines * TRUNKS; at < end; at += TRUNKS) {
            struct line *line = &p->lines[p->n_lines++];
            *line = (struct line){.activation = probes[at].candidate.activation,
                                  .accuracy = probes[at].candidate.accuracy,
                                  .form = probes[at].candidate.form,
                                  .type = probes[at].candidate.type};
            line_fit(line, t->recipe, &probes[at]);
        }
        for (size_t end = at + n_branches; at < end; at++)
            p->branches[p->n_branches++] = branch_of(first, &probes[at]);
    }
    return p;
}

/* --- predictions ------------------------------------------------------------------------------ */

static const struct line *line_find(const struct predictor *p, const struct candidate *c)
{
    const struct probe as = {.candidate = *c};
    for (size_t i = 0; i < p->n_lines; i++)
        if (probe_is_of(&as, &p->lines[i]))
            return &p->lines[i];
    fail("internal error: no probe of activation %s", activation_name[c->activation]);
}

static const struct branch_price *branch_find(const struct predictor *p, const struct candidate *c)
{
    for (size_t i = 0; i < p->n_branches; i++)
        if (p->branches[i].guarantee == c->guarantee && p->branches[i].form == c->form &&
            p->branches[i].type == c->type && widths_same(&p->branches[i].eta, &c->eta))
            return &p->branches[i];
    fail("internal error: no probe of an eta branch");
}

struct cost predict_trained(const struct predictor *p, const struct candidate *c,
                            const struct operations *operations)
{
    const struct line *line = line_find(p, c);
    struct cost cost = branch_find(p, c)->more;
    const double f[FEATURES] = {1.0, operations->terms, operations->values};
    for (size_t part = 0; part < 3; part++)
        for (size_t i = 0; i < FEATURES; i++)
            *cost_part(&cost, part) += line->price[part][i] * f[i];
    return cost;
}

struct cost predict(const struct predictor *p, const struct candidate *c)
{
    const struct operations operations = operations_expect(p->recipe, c);
    return predict_trained(p, c, &operations);
}
