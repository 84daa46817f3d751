/* The largest or smallest of several elements, by neurons: max(a, b) = b + relu(a - b). */
#ifndef EPIIMPORT_EXTREME_H
#define EPIIMPORT_EXTREME_H

#include "import/neurons/neurons.h"

/* out[i] becomes the largest of the elements in lists[i] (sign 1), or the smallest (sign -1). Lists
   are halved until one element is left, so that their length costs few layers. */
void extremes_trace(struct neurons *neurons, const struct node *node, struct tensor **lists,
                    struct tensor *out, double sign);

/* a * b of two neurons, as the difference of two squares: ((a + b) / 2)^2 - ((a - b) / 2)^2. */
struct product_groups {
    uint32_t squares, differences;
};
struct product_groups product_groups(struct neurons *neurons, const struct node *node);
int32_t product_trace(struct neurons *neurons, const struct product_groups *groups, int32_t a,
                      int32_t b);

#endif
