/* See report.h. */
#include "prove/report.h"

#include <stdio.h>

struct verdict property_prove(struct arena *arena, const struct net *net,
                              const struct bounds *domain, const struct property *property,
                              const struct limits *limits)
{
    struct verdict all = {.answer = ANSWER_HOLDS};
    double began = clock_seconds();
    for (size_t i = 0; i < property->n_regions && all.answer != ANSWER_VIOLATED; i++) {
        struct limits left = *limits;
        struct tree tree = {NULL, 0, 0};
        tree_start(&tree);
        if (limits->seconds > 0.0)
            left.seconds = limits->seconds - (clock_seconds() - began);
        if (limits->seconds > 0.0 && left.seconds < 0.001)
            left.seconds = 0.001;
        struct verdict v =
            region_search(arena, net, domain, &property->regions[i], &tree, &left, NULL);
        tree_free(&tree);
        all.boxes += v.boxes;
        all.open += v.open;
        all.share += v.share / (double)property->n_regions;
        if (v.answer != ANSWER_HOLDS)
            all.answer = v.answer;
        all.x = v.x;
        if (v.answer == ANSWER_VIOLATED)
            region_unclamp(net, &property->regions[i], v.x);
    }
    all.seconds = clock_seconds() - began;
    return all;
}

static void violation_print(const struct net *net, const float *x)
{
    struct arena *arena = arena_new();
    const float *y = code_run(code_new(arena, net), x);
    for (size_t i = 0; i < net->n_inputs; i++)
        printf("  %-24s %.9g\n", net->inputs[i].name, (double)x[i]);
    for (size_t i = 0; i < net->n_outputs; i++)
        printf("  -> %-21s %.9g\n", net->outputs[i].name, (double)y[i]);
    arena_free(arena);
}

void verdict_print(const struct net *net, const struct property *property, const struct verdict *v)
{
    static const char *const words[] = {"holds", "violated", "undecided"};
    printf("%s: %s", property->name, words[v->answer]);
    if (v->answer == ANSWER_UNDECIDED)
        printf(", %zu boxes left, %.3g %% of the volume", v->open, 100.0 * v->share);
    printf(" (%zu boxes, %.2f s)\n", v->boxes, v->seconds);
    if (v->answer == ANSWER_VIOLATED)
        violation_print(net, v->x);
    if (property->note != NULL)
        printf("  assumed: %s\n", property->note);
}
