/* See fixed.h. fixed_train() is the list of steps. */
#include "fixed/fixed.h"

#include "data/domain.h"
#include "eta/gate.h"
#include "fixed/answers.h"
#include "fixed/model.h"
#include "result/report.h"

#include <math.h>
#include <string.h>

/* Training on the grid takes a twentieth of the epochs, at a twentieth of the rate: the network is
   moved by less than a step of most weights. */
static const double grid_share = 0.05;

struct task {
    struct arena *arena;
    const struct recipe *recipe;
    const struct problem *problem;
    const struct epiout_progress *progress;
    struct fixed_model model;
};

struct teller {
    const struct epiout_progress *progress;
    const char *stage;
};

static void tell(void *context, double done, double loss)
{
    const struct teller *t = context;
    if (t->progress != NULL)
        t->progress->show(t->progress->context, t->stage, done, loss);
}

/* Weights of 0 stay 0: they are what pruning left out. Of a frozen trunk nothing moves. */
static void lattice_moves(const struct network *n, bool trunk, struct lattice *lattice)
{
    const struct dense *first = &n->mean.layers[0];
    const size_t heads = (size_t)(first->weights - n->parameters);
    for (size_t i = 0; i < lattice->n; i++)
        lattice->move[i] = n->parameters[i] != 0.0F && (trunk || i >= heads) ? 1.0F : 0.0F;
}

/* One training on the grid. The network is what it was, rounded, unless the rows that judge are
   predicted better behind it. */
static void grid_fit(struct task *t, const char *stage, bool trunk, struct random *random)
{
    struct arena *arena = arena_new();
    struct network *n = t->model.network;
    const struct rows *train = &t->problem->train, *validation = &t->problem->validation;
    const struct rows *judge = validation->count > 0 ? validation : train;
    struct teller teller = {t->progress, stage};
    fixed_settle(t->arena, &t->model);
    struct lattice lattice = fixed_lattice(arena, &t->model);
    lattice.n = n->n_fit;
    lattice_moves(n, trunk, &lattice);
    float *rounded = arena_alloc(arena, n->n_fit, sizeof(*rounded));
    memcpy(rounded, n->parameters, n->n_fit * sizeof(*rounded));
    struct fit_options o = t->recipe->fit;
    o.epochs = (size_t)ceil(grid_share * (double)fit_epochs(&o, train->count));
    o.rate *= grid_share;
    o.warmup = o.decay = 0.0;
    o.patience = 0;
    o.lattice = &lattice;
    o.progress = tell;
    o.context = &teller;
    const double before = fit_loss(n, judge);
    fit(n, train, validation, &o, random);
    if (!(fit_loss(n, judge) < before))
        memcpy(n->parameters, rounded, n->n_fit * sizeof(*rounded));
    arena_free(arena);
}

/* --- eta ------------------------------------------------------------------------------------- */

/* How many of the rows that set the threshold are inside of the domain and called unknown. */
static size_t rows_above(const struct task *t, const struct rows *rows)
{
    struct arena *arena = arena_new();
    const struct eta_options *o = &t->recipe->epistemic;
    struct rows inside = {.n_in = rows->n_in};
    float *raw = arena_alloc(arena, rows->count * rows->n_in, sizeof(*raw));
    for (size_t i = 0; i < rows->count; i++) {
        const float *x = rows->x + i * rows->n_in;
        if (!domain_holds(x, rows->n_in, o->low, o->high))
            continue;
        for (size_t j = 0; j < rows->n_in; j++)
            raw[inside.count * rows->n_in + j] =
                t->problem->inputs[j].mean + t->problem->inputs[j].scale * x[j];
        inside.count++;
    }
    inside.raw = raw;
    const struct answers a = fixed_ask(arena, t->model.program, &inside, NULL, SIZE_MAX);
    size_t above = 0;
    for (size_t i = 0; i < a.count; i++)
        above += a.eta[i] > 0.5F;
    arena_free(arena);
    return above;
}

/* In float so many rows are above 0.5 as the promise counts. Where rounding lifts more of them
   above it, the bias falls until the count holds in fixed point. */
static void threshold_lower(struct task *t, const struct epiout *e)
{
    enum { TRIES = 24 };
    const struct eta_learned *eta = &e->eta;
    float *bias = eta->gate.hats > 0 ? gate_bias(e->network) : eta_bias(e->network);
    float by = 0x1p-12F;
    for (size_t i = 0; i < TRIES && rows_above(t, &eta->threshold) > eta->promise.above; i++) {
        *bias -= by;
        by *= 2.0F;
        fixed_settle(t->arena, &t->model);
    }
}

/* The guarantee of the gate follows from weights, which were rounded. */
static void guarantee_renew(const struct task *t, struct epiout *e)
{
    struct gate *gate = &e->eta.gate;
    if (gate->hats == 0)
        return;
    gate->radius = gate_radius(e->network, gate->hats, &t->problem->train, &t->recipe->epistemic);
    if (isinf(gate->radius))
        *gate = (struct gate){0};
}

/* --- the whole ------------------------------------------------------------------------------- */

static struct fixed_answers answers_before(const struct task *t, const struct rows *unknown)
{
    struct spec *spec =
        export_spec(t->arena, t->model.network, t->model.name, t->model.inputs, t->model.outputs);
    struct interpreter *interpreter = interpreter_of_spec(t->arena, spec);
    const struct problem *p = t->problem;
    return (struct fixed_answers){
        answers_ask(t->arena, interpreter, &p->validation, p->outputs, SIZE_MAX),
        answers_ask(t->arena, interpreter, &p->test, p->outputs, SIZE_MAX),
        answers_ask(t->arena, interpreter, unknown, NULL, REPORT_MOST)};
}

static struct fixed_answers answers_after(const struct task *t, const struct rows *unknown)
{
    const struct problem *p = t->problem;
    const struct q15_program *program = t->model.program;
    return (struct fixed_answers){
        fixed_ask(t->arena, program, &p->validation, p->outputs, SIZE_MAX),
        fixed_ask(t->arena, program, &p->test, p->outputs, SIZE_MAX),
        fixed_ask(t->arena, program, unknown, NULL, REPORT_MOST)};
}

static struct task task_make(struct arena *arena, struct network *network,
                             const struct recipe *recipe, const struct problem *problem,
                             const struct epiout_progress *progress)
{
    return (struct task){arena,
                         recipe,
                         problem,
                         progress,
                         {network, recipe->name, problem->inputs, problem->outputs, NULL, NULL}};
}

/* Mean and sigma. Returns what fixed_settle says. */
static bool first_stage(struct task *t, struct epiout *e)
{
    struct random random = {.state = t->recipe->seed + 1};
    grid_fit(t, "mean, sigma on the grid", true, &random);
    grid_fit(t, "heads on the grid", false, &random);
    epiout_sigma(e, t->recipe, &t->problem->validation);
    return fixed_settle(t->arena, &t->model);
}

struct spec *fixed_first(struct arena *arena, struct network *network, const struct recipe *recipe,
                         const struct problem *problem)
{
    struct task t = task_make(arena, network, recipe, problem, NULL);
    struct epiout e = {.network = network};
    first_stage(&t, &e);
    return t.model.spec;
}

struct fixed *fixed_train(struct arena *arena, struct epiout *e, const struct recipe *recipe,
                          const struct problem *problem, const struct epiout_progress *progress)
{
    struct task t = task_make(arena, e->network, recipe, problem, progress);
    struct fixed *fixed = arena_alloc(arena, 1, sizeof(*fixed));
    const struct rows unknown = report_samples(arena, problem, &e->set);
    fixed->before = answers_before(&t, &unknown);
    fixed->settled = first_stage(&t, e);
    if (e->eta.promise.rows > 0)
        threshold_lower(&t, e);
    guarantee_renew(&t, e);
    fixed->after = answers_after(&t, &unknown);
    fixed->spec = t.model.spec;
    return fixed;
}

struct trained trained_make(struct arena *arena, const struct recipe *recipe,
                            const struct problem *problem, const struct epiout_progress *progress)
{
    struct trained t = {0};
    t.epiout = epiout_fit(arena, recipe, &problem->train, &problem->validation, progress);
    t.spec = export_spec(arena, t.epiout.network, recipe->name, problem->inputs, problem->outputs);
    if (recipe->fixed_point) {
        t.fixed = fixed_train(arena, &t.epiout, recipe, problem, progress);
        t.spec = t.fixed->spec;
    }
    return t;
}
