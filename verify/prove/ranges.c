/* See ranges.h. */
#include "prove/ranges.h"

#include "prove/bounds/gradient.h"
#include "prove/bounds/slope.h"

#include <float.h>
#include <math.h>

/* What is asked: sign * the output, or sign * its slope along an input. */
struct question {
    const struct ranges_options *o;
    size_t output, input;
    bool slope;
    double sign;
};

struct range_bench {
    struct work *work;
    struct slopes_work *slopes;
    struct runner *runner;
    struct code *code;
    struct interval *along;
    double *low, *high;
    struct row row;
};

static void *bench_new(struct arena *arena, void *context)
{
    const struct question *q = context;
    const struct net *net = q->o->net;
    struct range_bench *b = arena_alloc(arena, 1, sizeof(*b));
    bool *needed = arena_alloc(arena, net->n_outputs, sizeof(*needed));
    needed[q->output] = true;
    b->work = work_new(arena, net, q->o->domain);
    work_need(b->work, needed);
    b->slopes = slopes_new(arena, net);
    b->runner = runner_new(arena, net);
    b->code = code_new(arena, net);
    b->along = arena_alloc(arena, net->n_inputs, sizeof(*b->along));
    b->low = arena_alloc(arena, net->n_inputs, sizeof(double));
    b->high = arena_alloc(arena, net->n_inputs, sizeof(double));
    b->row.inputs = arena_alloc(arena, net->n_inputs, sizeof(double));
    b->row.outputs = arena_alloc(arena, net->n_outputs, sizeof(double));
    b->row.outputs[q->output] = q->slope ? 1.0 : -q->sign; /* the least of minus it */
    return b;
}

/* A step towards the side that the gradient shows: a found value close to the bound. */
static void corner_take(const struct net *net, const struct climb_box *box, const double *gradient,
                        double sign)
{
    for (size_t i = 0; i < net->n_inputs; i++)
        box->x[i] = sign * gradient[i] > 0.0 ? box->high[i] : box->low[i];
}

static void value_ask(const struct question *q, struct range_bench *b, struct climb_box *box)
{
    const struct net *net = q->o->net;
    (void)runner_run(b->runner, box->x);
    const double *g = runner_gradient(b->runner, &b->row);
    double middle =
        q->slope ? q->sign * g[q->input] : q->sign * (double)code_run(b->code, box->x)[q->output];
    box->value = middle;
    if (q->slope)
        return;
    corner_take(net, box, g, -1.0); /* the row is minus what is to be large */
    double corner = q->sign * (double)code_run(b->code, box->x)[q->output];
    box->value = fmax(corner, middle);
    if (corner < middle)
        for (size_t i = 0; i < net->n_inputs; i++)
            box->x[i] = (float)(0.5 * (b->low[i] + b->high[i]));
}

static void box_ask(void *context, void *bench, struct climb_box *box)
{
    const struct question *q = context;
    struct range_bench *b = bench;
    const struct net *net = q->o->net;
    double most = -1.0, least;
    for (size_t i = 0; i < net->n_inputs; i++) {
        b->low[i] = (double)box->low[i];
        b->high[i] = (double)box->high[i];
        box->x[i] = (float)(0.5 * (b->low[i] + b->high[i]));
    }
    box_bound(b->work, b->low, b->high);
    slopes_bound(b->slopes, b->work, q->output, b->along);
    if (q->slope) {
        box->bound = q->sign > 0.0 ? b->along[q->input].high : -b->along[q->input].low;
    } else {
        rows_bound(b->work, &b->row, 1, &least, NULL);
        box->bound = -least;
    }
    for (size_t i = 0; i < net->n_inputs; i++) {
        double steep = fmax(fabs(b->along[i].low), fabs(b->along[i].high));
        double score = steep * (b->high[i] - b->low[i]) + 1e-12 * (b->high[i] - b->low[i]);
        if (score > most) {
            most = score;
            box->input = i;
        }
    }
    value_ask(q, b, box);
}

static struct range_end end_find(struct arena *arena, struct question *q, size_t *boxes)
{
    const struct ranges_options *o = q->o;
    struct climb c = {o->net->n_inputs, o->low,  o->high, bench_new, box_ask, q, 1e-30,
                      o->relative,      INFINITY};
    if (o->target != NULL)
        c.goal = fmin(q->sign > 0.0 ? o->target->high : -o->target->low, DBL_MAX);
    struct climbed found = climb(arena, &c, &o->limits);
    *boxes += found.boxes;
    return (struct range_end){q->sign * found.bound, q->sign * found.value, found.x};
}

static struct range range_find(struct arena *arena, struct question q)
{
    struct range r = {.boxes = 0};
    q.sign = 1.0;
    r.high = end_find(arena, &q, &r.boxes);
    q.sign = -1.0;
    r.low = end_find(arena, &q, &r.boxes);
    return r;
}

struct range output_range_find(struct arena *arena, const struct ranges_options *o, size_t output)
{
    return range_find(arena, (struct question){o, output, 0, false, 0.0});
}

struct range slope_range_find(struct arena *arena, const struct ranges_options *o, size_t output,
                              size_t input)
{
    return range_find(arena, (struct question){o, output, input, true, 0.0});
}

double output_rounding(const struct ranges_options *o, size_t output)
{
    const struct program *program = o->net->program;
    const struct net_output *out = &o->net->outputs[output];
    for (size_t i = 0; i < program->n_buffers; i++)
        if ((size_t)program->buffers[i].kind == (size_t)BUFFER_MEAN + (size_t)out->kind)
            return o->domain->errors[program->buffers[i].offset + out->index];
    return INFINITY;
}
