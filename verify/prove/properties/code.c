/* See code.h. */
#include "prove/properties/code.h"

#include "program/interpret.h"

struct code {
    const struct net *net;
    struct interpreter *interpreter;
    float *outputs;
};

struct code *code_new(struct arena *arena, const struct net *net)
{
    struct code *code = arena_alloc(arena, 1, sizeof(*code));
    code->net = net;
    code->interpreter = interpreter_new(arena, net->program);
    code->outputs = arena_alloc(arena, net->n_outputs, sizeof(*code->outputs));
    return code;
}

const float *code_run(struct code *code, const float *x)
{
    const struct result *result = interpreter_run(code->interpreter, x);
    for (size_t i = 0; i < code->net->n_outputs; i++) {
        const struct net_output *o = &code->net->outputs[i];
        code->outputs[i] = o->kind == OUTPUT_MEAN    ? result->mean[o->index]
                           : o->kind == OUTPUT_SIGMA ? result->sigma[o->index]
                                                     : result->eta;
    }
    return code->outputs;
}

enum truth code_violates(struct code *code, const struct region *region, const float *x)
{
    const float *y = code_run(code, x);
    enum truth any = TRUTH_NO;
    for (size_t i = 0; i < region->n_conjuncts; i++) {
        enum truth truth = conjunct_holds(code->net, &region->conjuncts[i], x, y);
        if (truth == TRUTH_YES)
            return TRUTH_YES;
        if (truth == TRUTH_UNCLEAR)
            any = TRUTH_UNCLEAR;
    }
    return any;
}
