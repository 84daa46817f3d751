/* The far field in closed form: whether the layers of eta have a gate that holds it above 0.5 away
   from the rows, in any number of inputs. */
#ifndef EPIPROVE_FAR_H
#define EPIPROVE_FAR_H

#include "prove/bounds/bound.h"
#include "prove/eta/rows.h"

/* found: eta is above 0.5 at every point of the domain farther than `radius` from all rows. */
struct far_field {
    bool found;
    double radius;
    size_t hats;
    const char *missing; /* what the structure lacks, where it was not found */
};

struct far_field far_field_find(struct arena *arena, const struct net *net,
                                const struct bounds *domain, const struct data_rows *rows);

#endif
