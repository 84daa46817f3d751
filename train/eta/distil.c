/* See distil.h. */
#include "eta/distil.h"

#include "eta/sample.h"
#include "net/adam.h"
#include "net/elementary.h"
#include "net/fit.h"

#include <math.h>
#include <string.h>

/* --- examples ------------------------------------------------------------------------------ */

static const double smallest_step = 0.05, largest_step = 2.0, box_margin = 0.1, jitter = 0.05,
                    farthest_beyond = 0.5;

/* MOVED steps along the difference of two other rows. Where rows lie on a thin surface, or inputs
   are correlated, steps in all directions leave the surface at once; these stay near it, where a
   region that was never seen lies too. */
enum example_kind { AT_ROW, STEP, MIXED, BETWEEN, IN_BOX, MOVED, KINDS };

static const float *row_draw(const struct rows *rows, struct random *random)
{
    return rows->x + (size_t)(random_uniform(random) * (double)rows->count) * rows->n_in;
}

static void step_from(float *x, size_t n, double size, struct random *random)
{
    for (size_t j = 0; j < n; j++)
        x[j] += (float)(size * normal_draw(random));
}

/* The boxes that points are drawn from in turns: around the rows, and the domain. */
struct boxes {
    float *low[2], *high[2]; /* (n_in) */
};

static struct boxes boxes_of(struct arena *arena, const struct notions_data *data)
{
    const struct rows *rows = data->train;
    const struct eta_options *o = data->options;
    struct boxes b;
    for (size_t k = 0; k < 2; k++) {
        b.low[k] = arena_alloc(arena, rows->n_in, sizeof(float));
        b.high[k] = arena_alloc(arena, rows->n_in, sizeof(float));
    }
    for (size_t j = 0; j < rows->n_in; j++) {
        float low = rows->x[j], high = low;
        for (size_t i = 1; i < rows->count; i++) {
            low = fminf(low, rows->x[i * rows->n_in + j]);
            high = fmaxf(high, rows->x[i * rows->n_in + j]);
        }
        float margin = (float)box_margin * (high - low);
        b.low[0][j] = low - margin;
        b.high[0][j] = high + margin;
        b.low[1][j] = o->low == NULL ? b.low[0][j] : o->low[j];
        b.high[1][j] = o->low == NULL ? b.high[0][j] : o->high[j];
    }
    return b;
}

static void example_draw(const struct rows *train, enum example_kind kind,
                         const struct boxes *boxes, struct random *random, float *x)
{
    size_t d = train->n_in, box = random_uniform(random) < 0.5;
    const float *row = row_draw(train, random), *other = row_draw(train, random),
                *third = row_draw(train, random);
    double octaves = elementary_log(largest_step / smallest_step), u = random_uniform(random);
    double size = smallest_step * elementary_exp(octaves * u); /* uniform in the logarithm */
    float beyond = (float)((1.0 + farthest_beyond) * u), part = (float)(size * M_SQRT1_2);
    memcpy(x, row, d * sizeof(*x));
    if (kind == STEP)
        step_from(x, d, size, random);
    for (size_t j = 0; j < d; j++) {
        if (kind == MIXED && random_uniform(random) < 0.5)
            x[j] = other[j];
        if (kind == BETWEEN)
            x[j] += beyond * (other[j] - row[j]);
        if (kind == IN_BOX)
            x[j] = boxes->low[box][j] +
                   (boxes->high[box][j] - boxes->low[box][j]) * (float)random_uniform(random);
        if (kind == MOVED)
            x[j] += part * (other[j] - third[j]);
    }
    if (kind == MIXED)
        step_from(x, d, jitter, random);
}

struct examples examples_make(struct arena *arena, const struct notions_data *data,
                              const struct notions *notions, size_t count, struct random *random)
{
    size_t d = data->train->n_in;
    struct examples e = {.count = count, .n_in = d};
    e.x = arena_alloc(arena, count * d, sizeof(*e.x));
    e.logits = arena_alloc(arena, count * NOTION_COUNT, sizeof(*e.logits));
    e.label = arena_alloc(arena, count, sizeof(*e.label));
    const struct boxes boxes = boxes_of(arena, data);
    for (size_t i = 0; i < count; i++)
        example_draw(data->train, (enum example_kind)(i % KINDS), &boxes, random, e.x + i * d);
    notions_ask(notions, e.x, count, e.logits);
    return e;
}

/* With few inputs the branch can also learn which of two unknown places is farther from the rows:
   beyond the limit of a notion, at 2.8 times the distance of logit 0, the label's logit rises by
   two for each further doubling, by four at most. */
static void labels_raise(struct examples *e)
{
    const float slope = 0.5F, most = 4.0F;
    for (size_t i = 0; i < e->count; i++) {
        float distance = e->logits[i * NOTION_COUNT + NOTION_NEIGHBOURS];
        e->label[i] += fminf(slope * fmaxf(distance - notions_clip(distance), 0.0F), most);
    }
}

void examples_label(struct examples *e, unsigned set)
{
    notions_join(e->logits, e->count, set, e->label);
    e->ordered = eta_orders(e->n_in) && (set & 1U << NOTION_NEIGHBOURS) != 0;
    if (e->ordered)
        labels_raise(e);
    for (size_t i = 0; i < e->count; i++)
        e->label[i] = (float)(1.0 / (1.0 + elementary_exp(-(double)e->label[i])));
}

/* --- learning ------------------------------------------------------------------------------ */

static void batch_draw(const struct examples *e, size_t batch, struct random *random, float *x,
                       float *label)
{
    for (size_t b = 0; b < batch; b++) {
        size_t i = (size_t)(random_uniform(random) * (double)e->count);
        label[b] = e->label[i];
        for (size_t j = 0; j < e->n_in; j++)
            x[j * batch + b] = e->x[i * e->n_in + j];
    }
}

/* Sets the gradient of the cross entropy with respect to eta; returns the loss. Cross entropy
   hardly tells a logit of 5 from one of 9. `order` is the weight of half the squared difference of
   logits, which does. */
static double entropy_backward(struct workspace *w, const float *eta, const float *label,
                               double order)
{
    double loss = 0.0;
    for (size_t b = 0; b < w->batch; b++) {
        float p = fminf(fmaxf(eta[b], 1e-6F), 1.0F - 1e-6F);
        float apart = order > 0.0 ? (float)(order * (elementary_logit((double)p) -
                                                     elementary_logit((double)label[b])))
                                  : 0.0F;
        w->deta[b] = (p - label[b] + apart) / (p * (1.0F - p)) / (float)w->batch;
        loss -= ((double)label[b] * elementary_log((double)p) +
                 (1.0 - (double)label[b]) * elementary_log(1.0 - (double)p)) /
                (double)w->batch;
    }
    return loss;
}

void distil_fit(struct network *network, const struct examples *e, const struct eta_options *o,
                struct random *random, void (*progress)(void *context, double done, double loss),
                void *context)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, o->batch);
    struct adam adam = adam_new(arena, network->n_eta, o->rate, o->decay, o->steps);
    float *x = arena_alloc(arena, e->n_in * o->batch, sizeof(*x));
    float *label = arena_alloc(arena, o->batch, sizeof(*label));
    const double order = e->ordered ? 0.02 : 0.0;
    for (size_t step = 0; step < o->steps; step++) {
        batch_draw(e, o->batch, random, x, label);
        network_forward_eta(network, w, x);
        double loss = entropy_backward(w, chain_result(&network->eta, w->eta), label, order);
        network_backward_eta(network, w, x);
        adam_step(&adam, network->parameters + network->n_fit, network->gradients + network->n_fit,
                  o->prune == NULL ? o->keep : o->prune->keep);
        if (o->prune != NULL)
            prune_step(o->prune, step + 1, o->steps);
        if (progress != NULL && (step + 1) % 100 == 0)
            progress(context, (double)(step + 1) / (double)o->steps, loss);
    }
    arena_free(arena);
}
