/* See judged.h. */
#include "result/judged.h"

#include "base/fail.h"

#include <math.h>

static const char *value_words(struct arena *arena, const struct scaling *input,
                               double standardised)
{
    double value = (double)input->mean + (double)input->scale * standardised;
    return arena_printf(arena, "%.3g%s%s", value, input->unit == NULL ? "" : " ",
                        input->unit == NULL ? "" : input->unit);
}

static const char *side_words(struct arena *arena, const struct region *r, size_t k,
                              const struct scaling *inputs)
{
    const struct scaling *input = &inputs[r->input[k]];
    return arena_printf(arena, "%s %s %s", input->label, r->high[k] ? "above" : "below",
                        value_words(arena, input, r->limit[k]));
}

const char *region_words(struct arena *arena, const struct region *r, const struct scaling *inputs)
{
    const struct scaling *first = &inputs[r->input[0]];
    switch (r->kind) {
    case REGION_CLUSTER:
        return arena_printf(arena, "the cluster around %s %s", first->label,
                            value_words(arena, first, r->limit[0]));
    case REGION_HOLE:
        return arena_printf(arena, "a hole around %s %s", first->label,
                            value_words(arena, first, r->limit[0]));
    case REGION_DIRECTION:
        return arena_printf(arena, "the outer fifth towards %s %s", r->high[0] ? "high" : "low",
                            first->label);
    case REGION_BAND:
        return arena_printf(arena, "%s around %s", first->label,
                            value_words(arena, first, r->limit[0]));
    case REGION_QUADRANT:
        return arena_printf(arena, "%s with %s", side_words(arena, r, 0, inputs),
                            side_words(arena, r, 1, inputs));
    case REGION_INPUT:
    case REGION_BLOCKS: /* is never the worst: it does not count */
    case REGION_KINDS: break;
    }
    return side_words(arena, r, 0, inputs);
}

void judged_print(const struct epiout *e, const struct recipe *recipe,
                  const struct problem *problem, FILE *out)
{
    struct arena *arena = arena_new();
    const struct judgement *j = &e->eta.judgement;
    double false_alarms = 100.0 * recipe->epistemic.false_alarms;
    if (j->n_regions > 0) {
        fprintf(
            out,
            "left out %zu regions of %zu rows one at a time: eta finds %.0f %% of their rows at "
            "%.3g %% false alarms, AUROC %.2f; worst: %s, %.0f %%, AUROC %.2f\n",
            j->n_counted, j->rows, 100.0 * j->caught, false_alarms, j->auroc,
            region_words(arena, &j->regions[j->worst], problem->inputs),
            100.0 * j->findings[j->worst].caught[j->chosen],
            j->findings[j->worst].auroc[j->chosen]);
        if (!isnan(j->holes))
            fprintf(out, "of left-out holes in the middle of the rows eta finds %.0f %%\n",
                    100.0 * j->holes);
        if (!isnan(j->blocks))
            fprintf(out, "of %s left out as a whole eta calls %.0f %% of the rows unknown\n",
                    problem->blocks, 100.0 * j->blocks);
        fprintf(out, "eta learned from %s%s\n", judge_names[j->chosen],
                j->chosen == j->usual ? "" : ", which found these regions clearly best");
    }
    if (e->eta.gate.hats > 0)
        fprintf(out,
                "eta is guaranteed to be above 0.5 farther than %.3g standard deviations of the "
                "inputs from all rows\n",
                e->eta.gate.radius);
    arena_free(arena);
}

/* Warns about kinds of regions that eta finds badly. */
static void misses_warn(struct arena *arena, const struct judgement *j, const struct recipe *recipe,
                        const struct problem *problem, FILE *err)
{
    const double least_caught = 0.5;
    double caught = j->findings[j->worst].caught[j->chosen];
    if (caught < least_caught)
        warning_print(err, recipe->file,
                      "eta misses regions of some kinds: left out, %s was found to %.0f %%",
                      region_words(arena, &j->regions[j->worst], problem->inputs), 100.0 * caught);
    if (j->holes < least_caught)
        warning_print(err, recipe->file,
                      "eta misses holes among the rows: left out, they were found to %.0f %%",
                      100.0 * j->holes);
}

/* The recipe asks for a gate, or leaves that at its default, and there is none. */
static void guarantee_warn(const struct epiout *e, const struct recipe *recipe, FILE *err)
{
    if (recipe->epistemic.teacher == TEACHER_SAMPLES || !recipe->epistemic.guarantee ||
        e->eta.gate.hats > 0)
        return;
    if (gate_fits(&recipe->shape))
        warning_print(
            err, recipe->file,
            "eta is not guaranteed to be high far from all rows: more than %.3g %% of the "
            "rows that set its threshold lie where a gate would make it high",
            100.0 * recipe->epistemic.false_alarms);
    else
        warning_print(err, recipe->file,
                      "eta is not guaranteed to be high far from all rows: that needs \"eta_from: "
                      "squares\" and one or two hidden layers of eta");
}

bool judged_warn(const struct epiout *e, const struct recipe *recipe, const struct problem *problem,
                 FILE *err)
{
    struct arena *arena = arena_new();
    const struct judgement *j = &e->eta.judgement;
    bool doubtful = recipe->epistemic.teacher == TEACHER_AUTO && !j->trusted;
    guarantee_warn(e, recipe, err);
    if (doubtful && j->n_regions == 0)
        warning_print(err, recipe->file,
                      "%zu training rows are too few to show that eta finds regions that it never "
                      "saw, expected 60 or more",
                      problem->train.count);
    else if (doubtful)
        warning_print(
            err, recipe->file,
            "eta is not to be trusted on these data: of left-out regions it finds %.0f %% "
            "(AUROC %.2f), worst %s",
            100.0 * j->caught, j->auroc,
            region_words(arena, &j->regions[j->worst], problem->inputs));
    else if (j->n_regions > 0)
        misses_warn(arena, j, recipe, problem, err);
    arena_free(arena);
    return doubtful;
}
