/* Adds up what the walk has found: how often each function and instruction runs in one call of the
   entry, by class, and the hash of all streams. */
#include "walk.h"

#include <sha2.h>

/* How often each function runs. A callee is found after its first caller, but not after all of
   them, so the counts spread until nothing changes; the call graph has no cycle. */
static void calls_count(struct analysis *a)
{
    uint64_t *order = arena_alloc(a->arena, a->n_functions, sizeof(*order));
    size_t n = 0;
    /* Functions are done in an order in which callees come first: by what they hold. */
    bool *seen = arena_alloc(a->arena, a->n_functions, sizeof(*seen));
    size_t *stack = arena_alloc(a->arena, a->n_functions + 1, sizeof(*stack));
    size_t *next = arena_alloc(a->arena, a->n_functions, sizeof(*next));
    size_t top = 0;
    stack[top++] = 0;
    seen[0] = true;
    while (top > 0) {
        size_t i = stack[top - 1];
        const struct function *f = &a->functions[i];
        while (next[i] < f->n_steps &&
               (f->steps[next[i]].callee == WALK_NO_CALLEE || seen[f->steps[next[i]].callee]))
            next[i]++;
        if (next[i] == f->n_steps) {
            order[n++] = i;
            top--;
        } else {
            stack[top] = f->steps[next[i]].callee;
            seen[stack[top++]] = true;
        }
    }
    a->functions[0].calls = 1;
    while (n-- > 0) { /* callers first */
        const struct function *f = &a->functions[order[n]];
        for (size_t i = 0; i < f->n_steps; i++)
            if (f->steps[i].callee != WALK_NO_CALLEE)
                a->functions[f->steps[i].callee].calls += f->calls * f->steps[i].times;
    }
}

static void classes_sum(struct analysis *a)
{
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        for (size_t k = 0; k < f->n_steps; k++) {
            a->class_instructions[f->steps[k].class] += f->calls * f->steps[k].times;
            a->class_cycles[f->steps[k].class] += f->calls * f->steps[k].cycles;
        }
        a->waits += f->calls * f->own_waits;
        a->literal_loads += f->calls * f->own_literals;
    }
}

static void stream_sum(struct analysis *a)
{
    SHA2_CTX all;
    SHA256Init(&all);
    for (size_t i = 0; i < a->n_functions; i++)
        SHA256Update(&all, a->functions[i].stream, sizeof(a->functions[i].stream));
    SHA256End(&all, a->stream);
}

void analysis_sum(struct analysis *a)
{
    calls_count(a);
    classes_sum(a);
    ranges_sum(a);
    stream_sum(a);
}

uint64_t loop_cycles(const struct analysis *a, const struct function *f, const struct loop *loop)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < f->n_steps; i++) {
        const struct step *step = &f->steps[i];
        if (step->offset < loop->head || step->offset > loop->last)
            continue;
        cycles += step->cycles;
        if (step->callee != WALK_NO_CALLEE)
            cycles += step->times * a->functions[step->callee].cycles;
    }
    return cycles;
}

uint64_t cycles_contended(const struct analysis *a)
{
    return a->functions[0].cycles + (a->memory.literal_wait == 0 ? a->literal_loads : 0);
}
