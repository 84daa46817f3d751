/* `type: q15` in a recipe: the trained network moves to weights that fixed point holds, so that
   what `epigen --type=q15` computes differs from the spec by the rounding of values alone. Trunk,
   mean and sigma are trained a little more on the grid, then mean and sigma behind a trunk that
   stays; sigma's scale and eta's threshold are set again. */
#ifndef EPITRAIN_FIXED_H
#define EPITRAIN_FIXED_H

#include "epiout.h"
#include "prepare.h"
#include "result/answers.h"

/* What a model answers about held-out rows and about samples labelled unknown. */
struct fixed_answers {
    struct answers validation, test, unknown;
};

struct fixed {
    struct fixed_answers before; /* of the network that was trained in float */
    struct fixed_answers after;  /* of the emitted code in fixed point */
    bool settled;                /* all weights are numbers that fixed point holds */
    struct spec *spec;           /* of the moved network */
};

/* Moves the network. Fails where epigen would refuse it. */
struct fixed *fixed_train(struct arena *arena, struct epiout *epiout, const struct recipe *recipe,
                          const struct problem *problem, const struct epiout_progress *progress);

/* What a recipe trains, and its spec, in the recipe's type of numbers. */
struct trained {
    struct epiout epiout;
    struct spec *spec;
    const struct fixed *fixed; /* NULL: the weights are any numbers */
};
struct trained trained_make(struct arena *arena, const struct recipe *recipe,
                            const struct problem *problem, const struct epiout_progress *progress);

/* What fixed_train makes of mean and sigma, for a network whose eta branch has learned nothing, but
   has its shape: eta has no part in them. Returns the spec of the moved network, whose q15_lower
   goes well. */
struct spec *fixed_first(struct arena *arena, struct network *network, const struct recipe *recipe,
                         const struct problem *problem);

/* What was lost, in words; and as figures of the spec's provenance. */
void fixed_print(const struct fixed *fixed, const struct problem *problem, FILE *out);
void fixed_provenance(struct arena *arena, const struct fixed *fixed, const struct problem *problem,
                      struct spec *spec);

#endif
