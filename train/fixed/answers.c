/* See answers.h. */
#include "fixed/answers.h"

#include "program/q15/interpret.h"

struct fixed_code {
    const struct q15_program *program;
    struct q15_interpreter *interpreter;
    int16_t *raw; /* (n_inputs) */
};

static double in_units(const struct q15_output *output, int16_t raw)
{
    return (double)raw * output->scale + output->offset;
}

static void code_ask(void *context, const float *x, double *mean, double *sigma, float *eta)
{
    const struct fixed_code *code = context;
    const struct q15_program *p = code->program;
    for (size_t i = 0; i < p->spec->n_inputs; i++)
        code->raw[i] = q15_input_raw(p, i, x[i]);
    const struct q15_result *r = q15_interpreter_run(code->interpreter, code->raw);
    *eta = (float)in_units(&p->eta, r->eta);
    for (size_t k = 0; k < p->spec->mean.count; k++) {
        mean[k] = in_units(&p->mean[k], r->mean[k]);
        sigma[k] = in_units(&p->sigma[k], r->sigma[k]);
    }
}

struct answers fixed_ask(struct arena *arena, const struct q15_program *program,
                         const struct rows *rows, const struct scaling *outputs, size_t most)
{
    struct arena *scratch = arena_new();
    struct fixed_code code = {program, q15_interpreter_new(scratch, program),
                              arena_alloc(scratch, program->spec->n_inputs, sizeof(*code.raw))};
    const struct answerer answerer = {code_ask, &code, program->spec->mean.count};
    const struct answers a = answers_of(arena, &answerer, rows, outputs, most);
    arena_free(scratch);
    return a;
}
