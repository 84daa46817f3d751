/* Rows that take turns in setting the threshold of eta: a fifth of them at a time teaches nothing
   to a network of its own, which is then asked about them. So all rows teach the network that is
   kept, and all have a say in its threshold, but for up to four that the fifths leave over.

   Of a log, because what a network calls unknown differs much from one stretch to the next, so that
   a few held-out stretches say little about the others. Of rows without an order, where they are
   few: rows that are held out are missing where eta learns, and the fewer there are, the more the
   share of false alarms varies from one training to the next. */
#ifndef EPITRAIN_TURNS_H
#define EPITRAIN_TURNS_H

#include "eta/teach.h"

#include <stdbool.h>

enum { TURNS = 5, TURNS_LEAST_ROWS = 60 };

struct turn {
    struct arena *arena;
    struct rows teach, held;
    struct network *network; /* that the former taught */
    bool *outside;           /* (held) which lie outside of the domain that the others made */
};

struct turns {
    struct turn turn[TURNS];
    size_t count; /* 0: rows do not take turns */
};

/* Of rows without an order, so many set the threshold if they are held out for it, the validation
   rows among them: a quarter of all, or so many that more hardly change the share of false alarms.
 */
size_t turns_held_out(const struct eta_task *task);

/* Whether the validation rows are too few to set the threshold, and the training rows enough. */
bool turns_wanted(const struct eta_task *task);

/* The turns of the training rows, if they are wanted. `like` has the layers that do not belong to
   eta. The result is the same for any number of threads. */
struct turns turns_take(const struct eta_task *task, const struct notions_data *data,
                        const struct network *like, struct random *random);

void turns_free(struct turns *turns);

#endif
