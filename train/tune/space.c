/* See space.h. */
#include "tune/space.h"

#include "base/random.h"

#include <math.h>

enum { MOST_DRAWS = 200 };

/* A prediction is off by a few per cent: with loads to 0.98, 5 of 32 candidates that had all steps
   were beyond the budget. */
static const double least_load = 0.85, most_load = 0.95;

static size_t pick(struct random *random, size_t count)
{
    return (size_t)(random_uniform(random) * (double)count);
}

static size_t pick_between(struct random *random, const size_t range[2])
{
    return range[0] + pick(random, range[1] - range[0] + 1);
}

static struct candidate words_draw(const struct recipe_tune *w, struct random *random)
{
    struct candidate c = {0};
    enum accuracy accuracies[ACCURACY_COUNT];
    enum form forms[TUNE_MOST_WORDS];
    c.type = (enum tune_type)w->types[pick(random, w->n_types)];
    c.activation = w->activations[pick(random, w->n_activations)];
    c.accuracy = accuracies[pick(random, predict_accuracies(w, c.activation, c.type, accuracies))];
    c.form = forms[pick(random, predict_forms(w, c.type, forms))];
    c.eta = w->etas[pick(random, w->n_etas)];
    c.guarantee = w->guarantees[pick(random, w->n_guarantees)];
    c.sparsity = w->sparsities[pick(random, w->n_sparsities)];
    c.trunk.count = pick_between(random, w->depths);
    return c;
}

/* Widths that fall from the first one by a factor each. */
static void widths_set(const struct recipe_tune *w, double first, double fall,
                       struct widths *widths)
{
    for (size_t i = 0; i < widths->count; i++) {
        double width = fmax(round(first * pow(fall, (double)i)), (double)w->widths[0]);
        widths->width[i] = (size_t)width;
    }
}

static double load_of(const struct space *s, const struct candidate *c)
{
    const struct cost cost = predict(s->predictor, c);
    return budget_load(&s->tune->budget, &cost);
}

/* The widest trunk that takes no more than a share of the budget; false: there is none. */
static bool widths_fill(const struct space *s, double load, double fall, struct candidate *c)
{
    size_t low = s->what->widths[0], high = s->what->widths[1];
    widths_set(s->what, (double)low, fall, &c->trunk);
    if (load_of(s, c) > load)
        return false;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        widths_set(s->what, (double)middle, fall, &c->trunk);
        if (load_of(s, c) > load)
            high = middle - 1;
        else
            low = middle;
    }
    widths_set(s->what, (double)low, fall, &c->trunk);
    return true;
}

/* Each width by itself, uniform in the logarithm. */
static bool widths_uniform(const struct space *s, struct random *random, struct candidate *c)
{
    double low = log((double)s->what->widths[0]), high = log((double)s->what->widths[1]);
    for (size_t i = 0; i < c->trunk.count; i++)
        c->trunk.width[i] = (size_t)round(exp(low + (high - low) * random_uniform(random)));
    return load_of(s, c) <= most_load;
}

struct drawn space_draw(const struct space *s, size_t number, size_t attempt)
{
    struct drawn d = {0};
    struct random random = {.state = s->tune->recipe->seed * 0x9E3779B97F4A7C15U + number +
                                     ((uint64_t)attempt << 40)};
    for (size_t i = 0; i < MOST_DRAWS && !d.fits; i++) {
        d.candidate = words_draw(s->what, &random);
        double load = least_load + (most_load - least_load) * random_uniform(&random);
        double fall = 0.5 + 0.5 * random_uniform(&random);
        d.fits = s->uniform ? widths_uniform(s, &random, &d.candidate)
                            : widths_fill(s, load, fall, &d.candidate) ||
                                  widths_fill(s, most_load, fall, &d.candidate);
        d.refused += !d.fits;
    }
    d.predicted = predict(s->predictor, &d.candidate);
    return d;
}

/* The number that falls to a list of `count`; the rest is for other lists. */
static size_t digit_take(size_t *number, size_t count)
{
    size_t digit = *number % count;
    *number /= count;
    return digit;
}

/* Takes the candidate, in all its accuracies and forms, where it costs less. */
static void cheaper_take(const struct space *s, struct candidate c, struct drawn *best,
                         double *least)
{
    enum accuracy accuracies[ACCURACY_COUNT];
    enum form forms[TUNE_MOST_WORDS];
    const size_t n_forms = predict_forms(s->what, c.type, forms);
    for (size_t k = predict_accuracies(s->what, c.activation, c.type, accuracies); k-- > 0;)
        for (size_t f = 0; f < n_forms; f++) {
            c.accuracy = accuracies[k];
            c.form = forms[f];
            double load = load_of(s, &c);
            if (load < *least) {
                *least = load;
                best->candidate = c;
            }
        }
}

/* Every candidate of the narrowest and shallowest trunk. */
struct drawn space_cheapest(const struct space *s)
{
    struct drawn best = {0};
    const struct recipe_tune *w = s->what;
    double least = INFINITY;
    size_t n = w->n_types * w->n_activations * w->n_etas * w->n_guarantees * w->n_sparsities;
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        struct candidate c = {.trunk.count = w->depths[0]};
        c.type = (enum tune_type)w->types[digit_take(&at, w->n_types)];
        c.activation = w->activations[digit_take(&at, w->n_activations)];
        c.eta = w->etas[digit_take(&at, w->n_etas)];
        c.guarantee = w->guarantees[digit_take(&at, w->n_guarantees)];
        c.sparsity = w->sparsities[digit_take(&at, w->n_sparsities)];
        widths_set(w, (double)w->widths[0], 1.0, &c.trunk);
        cheaper_take(s, c, &best, &least);
    }
    best.predicted = predict(s->predictor, &best.candidate);
    best.fits = least <= 1.0;
    return best;
}
