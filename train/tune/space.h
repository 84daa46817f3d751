/* Draws candidates by their numbers. Number n is the same candidate whatever else is drawn. */
#ifndef EPITUNE_SPACE_H
#define EPITUNE_SPACE_H

#include "tune/predict.h"

struct space {
    const struct tune *tune;
    const struct recipe_tune *what;
    const struct predictor *predictor;
    bool uniform; /* widths without regard to the budget, for comparison */
};

struct drawn {
    struct candidate candidate;
    struct cost predicted;
    bool fits;      /* false: none was found */
    size_t refused; /* candidates that were drawn before and cannot fit */
};

/* Number from 1; attempt from 0, where a drawn candidate was not wanted. The widths are such that
   the model takes a share of the budget, drawn from 85 to 95 %. */
struct drawn space_draw(const struct space *space, size_t number, size_t attempt);

/* The candidate that is predicted to take the least share of the budget. */
struct drawn space_cheapest(const struct space *space);

#endif
