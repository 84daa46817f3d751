/* See emitted.h. */
#include "compare/emission/emitted.h"

#include "base/child.h"
#include "base/fail.h"
#include "compare/emission/emission.h"
#include "compare/learners/calibration.h"
#include "result/answers.h"

#include <math.h>

const char emitted_main[] = "#include \"model.h\"\n"
                            "#include <stdio.h>\n"
                            "#ifdef MODEL_FLOAT_INTERFACE\n"
                            "#define model_result_t model_float_result_t\n"
                            "#define model_infer model_infer_float\n"
                            "#endif\n"
                            "int main(void)\n"
                            "{\n"
                            "    float x[MODEL_N_IN];\n"
                            "    model_result_t r;\n"
                            "    while (fread(x, sizeof(x), 1, stdin) == 1) {\n"
                            "        model_infer(x, &r);\n"
                            "        if (fwrite(r.mean, sizeof(r.mean), 1, stdout) != 1 ||\n"
                            "            fwrite(r.sigma, sizeof(r.sigma), 1, stdout) != 1 ||\n"
                            "            fwrite(&r.eta, sizeof(r.eta), 1, stdout) != 1)\n"
                            "            return 1;\n"
                            "    }\n"
                            "    return fflush(stdout) != 0;\n"
                            "}\n";

struct emitted {
    struct fitted fitted;
    const struct problem *problem; /* its columns are those of the spec */
    const char *program;           /* or NULL */
    struct interpreter *interpreter;
};

/* --- answers
 * --------------------------------------------------------------------------------------
 */

/* The inputs of a row in the units of the spec. */
static void inputs_fill(const struct emitted *m, const float *row, float *x)
{
    for (size_t j = 0; j < m->fitted.n_in; j++)
        x[j] = m->problem->inputs[j].mean + m->problem->inputs[j].scale * row[j];
}

/* Stores the answer about row i: means, sigmas and eta. */
static void answer_store(const struct emitted *m, const float *mean, const float *sigma, float eta,
                         size_t i, const struct estimates *e)
{
    size_t n_out = m->fitted.n_out;
    for (size_t k = 0; k < n_out; k++) {
        const struct scaling *o = &m->problem->outputs[k];
        e->mean[i * n_out + k] = (mean[k] - o->mean) / o->scale;
        e->aleatoric[i * n_out + k] = sigma[k] / o->scale;
        e->epistemic[i * n_out + k] = eta;
    }
}

static FILE *temporary(void)
{
    FILE *f = tmpfile();
    if (f == NULL)
        fail("cannot make a temporary file");
    return f;
}

/* Asks the compiled C about all rows. */
static void program_ask(const struct emitted *m, const struct rows *rows, const struct estimates *e)
{
    struct arena *arena = arena_new();
    size_t n_in = m->fitted.n_in, n_out = m->fitted.n_out, numbers = 2 * n_out + 1;
    float *x = arena_alloc(arena, n_in, sizeof(*x));
    float *answer = arena_alloc(arena, numbers, sizeof(*answer));
    char *argv[] = {arena_strdup(arena, m->program), NULL};
    FILE *in = temporary(), *out = temporary();
    bool good = true;
    for (size_t i = 0; i < rows->count; i++) {
        inputs_fill(m, rows->x + i * n_in, x);
        good = good && fwrite(x, sizeof(*x), n_in, in) == n_in;
    }
    good = good && fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0;
    if (!good || child_run(&(struct child){.argv = argv, .in = in, .out = out}) != 0)
        fail("%s failed", m->program);
    rewind(out);
    for (size_t i = 0; i < rows->count; i++) {
        if (fread(answer, sizeof(*answer), numbers, out) != numbers)
            fail("%s answered too little", m->program);
        answer_store(m, answer, answer + n_out, answer[2 * n_out], i, e);
    }
    fclose(in);
    fclose(out);
    arena_free(arena);
}

static void emitted_predict(struct fitted *model, const struct rows *rows,
                            const struct estimates *e)
{
    const struct emitted *m = (const struct emitted *)model;
    float x[SPEC_MAX_INPUTS];
    if (m->program != NULL) {
        program_ask(m, rows, e);
        return;
    }
    for (size_t i = 0; i < rows->count; i++) {
        inputs_fill(m, rows->x + i * model->n_in, x);
        const struct result *r = interpreter_run(m->interpreter, x);
        answer_store(m, r->mean, r->sigma, r->eta, i, e);
    }
}

/* Eta has no unit, whatever the learner. */
static const struct regressor of_seeds = {.name = "emitted",
                                          .title = "emitted",
                                          .has_mean = true,
                                          .unitless = true,
                                          .predict = emitted_predict,
                                          .free = fitted_free},
                              of_steady = {.name = "emitted",
                                           .title = "emitted",
                                           .has_mean = true,
                                           .unitless = true,
                                           .steady = true,
                                           .predict = emitted_predict,
                                           .free = fitted_free};

/* --- from a learner to its emitted form
 * -----------------------------------------------------------
 */

struct fitted *emitted_new(const struct variant *v, const struct problem *problem,
                           const char *program)
{
    struct recipe none = {0};
    struct task task = {.recipe = &none, .train = &problem->train};
    struct emitted *m = fitted_new(v->learner->steady ? &of_steady : &of_seeds, &task, sizeof(*m));
    struct arena *arena = m->fitted.arena;
    float *low = arena_alloc(arena, m->fitted.n_in, sizeof(*low));
    float *high = arena_alloc(arena, m->fitted.n_in, sizeof(*high));
    for (size_t j = 0; j < m->fitted.n_in; j++) { /* the spec knows its domain itself */
        low[j] = -INFINITY;
        high[j] = INFINITY;
    }
    m->fitted.low = low;
    m->fitted.high = high;
    for (size_t k = 0; k < m->fitted.n_out; k++)
        m->fitted.given[k] = v->given[k];
    m->problem = problem;
    m->program = program;
    if (program == NULL)
        m->interpreter =
            interpreter_of_spec(arena, spec_read(arena, v->name, v->text, v->text_size));
    return &m->fitted;
}

/* Columns for rows that are standardised already: the names of the problem, no scale, and the range
   of the rows as the domain. */
static struct problem *problem_plain(struct arena *arena, const struct problem *p,
                                     const struct rows *rows)
{
    struct problem *plain = arena_alloc(arena, 1, sizeof(*plain));
    plain->train = *rows;
    plain->inputs = arena_alloc(arena, rows->n_in, sizeof(*plain->inputs));
    plain->outputs = arena_alloc(arena, rows->n_out, sizeof(*plain->outputs));
    for (size_t j = 0; j < rows->n_in; j++) {
        struct scaling *s = &plain->inputs[j];
        *s = (struct scaling){
            .name = p->inputs[j].name, .scale = 1.0F, .low = -1e-3F, .high = 1e-3F};
        for (size_t i = 0; i < rows->count; i++) {
            s->low = fminf(s->low, rows->x[i * rows->n_in + j]);
            s->high = fmaxf(s->high, rows->x[i * rows->n_in + j]);
        }
    }
    for (size_t k = 0; k < rows->n_out; k++)
        plain->outputs[k] = (struct scaling){.name = p->outputs[k].name, .scale = 1.0F};
    return plain;
}

struct source {
    const struct variant *variant;
    const struct problem *problem;
};

static struct fitted *emitted_fit(const void *context, const struct task *task)
{
    const struct source *source = context;
    struct arena *arena = arena_new();
    struct problem *problem = problem_plain(arena, source->problem, task->train);
    struct variant v = {.learner = source->variant->learner, .size = source->variant->size};
    if (v.learner == &regressor_gp && v.size > task->train->count)
        v.size = task->train->count;
    struct fitted *model = v.learner->fit(task);
    variant_fill(arena, problem, "rest", model, &v);
    struct fitted *emitted = emitted_new(&v, problem, NULL);
    model->regressor->free(model);
    /* What the emitted learner points to must live as long as it does. */
    struct emitted *m = (struct emitted *)emitted;
    m->problem = problem_plain(emitted->arena, source->problem, task->train);
    arena_free(arena);
    return emitted;
}

void emitted_calibrate(struct fitted *model, const struct variant *variant,
                       const struct compare_case *c)
{
    struct source source = {variant, c->problem};
    struct task task = {.recipe = c->recipe,
                        .train = &c->problem->train,
                        .validation = &c->problem->validation,
                        .seed = c->recipe->seed,
                        .samples = EMISSION_USUAL_SAMPLES};
    calibrate(model, &task, &(struct refit){emitted_fit, &source});
}
