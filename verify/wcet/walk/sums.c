/* Adds up the figures of the walk: how often each function and each class of instruction runs in
   one call of the entry, and the hash of all streams. */
#include "wcet/walk/analysis.h"

#include <sha2.h>

/* Orders the called functions so that callees come first; returns how many there are. The call
   graph has no cycle. */
static size_t functions_order(const struct analysis *a, size_t order[])
{
    size_t n = 0, top = 0;
    bool *seen = arena_alloc(a->arena, a->n_functions, sizeof(*seen));
    size_t *stack = arena_alloc(a->arena, a->n_functions + 1, sizeof(*stack));
    size_t *next = arena_alloc(a->arena, a->n_functions, sizeof(*next));
    stack[top++] = 0;
    seen[0] = true;
    while (top > 0) {
        size_t i = stack[top - 1];
        const struct function *f = &a->functions[i];
        while (next[i] < f->n_made && seen[f->made[next[i]].callee])
            next[i]++;
        if (next[i] == f->n_made) {
            order[n++] = i;
            top--;
        } else {
            stack[top] = f->made[next[i]].callee;
            seen[stack[top++]] = true;
        }
    }
    return n;
}

/* Adds the worst case if the address of a table left the tracked registers. Then every load through
   a pointer of unknown origin may be of a constant, each word in a line of its own. */
static void leaks_charge(struct analysis *a, const size_t order[], size_t n)
{
    uint64_t wait = a->memory.flash_wait + a->memory.literal_wait;
    for (size_t i = 0; i < n && a->leaked; i++) {
        struct function *f = &a->functions[order[i]];
        f->own_waits += wait * f->loads[OTHER_POINTERS];
        f->own_literals += f->loads[OTHER_POINTERS];
        f->cycles = f->own_cycles + f->own_waits;
        for (size_t k = 0; k < f->n_made; k++)
            f->cycles += f->made[k].times * a->functions[f->made[k].callee].cycles;
    }
}

static void calls_count(struct analysis *a)
{
    size_t *order = arena_alloc(a->arena, a->n_functions, sizeof(*order));
    size_t n = functions_order(a, order);
    leaks_charge(a, order, n);
    a->functions[0].calls = 1;
    while (n-- > 0) { /* callers first */
        const struct function *f = &a->functions[order[n]];
        for (size_t i = 0; i < f->n_made; i++)
            a->functions[f->made[i].callee].calls += f->calls * f->made[i].times;
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

uint64_t loop_cycles(const struct function *f, const struct loop *loop)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < f->n_steps; i++) {
        const struct step *step = &f->steps[i];
        if (step->offset < loop->head || step->offset > loop->last)
            continue;
        cycles += step->cycles + step->called;
    }
    return cycles;
}

uint64_t cycles_contended(const struct analysis *a)
{
    return a->functions[0].cycles + (a->memory.literal_wait == 0 ? a->literal_loads : 0);
}
