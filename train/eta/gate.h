/* The gate: a guarantee that eta is above 0.5 away from the training rows. A trained branch can
   call a place known that is far from every row. So hats are put over the rows: concave quadratics
   around centres, positive within a ball and 0 elsewhere, which together are at least `gate_height`
   at every training row. Where their sum falls short of that height, one more unit adds to the
   logit of eta, so steeply that outside of all balls the logit is positive whatever the other units
   say. Where the sum is high enough the gate adds exactly 0.

   The argument, in real numbers, for a point x of the domain that is farther than `radius` from
   every row: a ball around centre m_k has radius rho_k, and a row lies within delta_k of m_k, so
   |x - m_k| > radius - delta_k >= rho_k and all hats are 0. The gate then adds factor * height >=
   margin - (least logit of the branch on the domain), by interval arithmetic over its layers. */
#ifndef EPITRAIN_GATE_H
#define EPITRAIN_GATE_H

#include "data/rows.h"
#include "eta/options.h"
#include "net/network.h"

/* What a gate promises; radius 0: there is none. */
struct gate {
    size_t hats;
    double radius; /* standardised: farther than this from all rows eta is above 0.5 */
};

/* A network with the gate behind its eta branch, which must read the inputs and their squares and
   have two hidden layers or one. The last bias may afterwards be lowered by up to GATE_SLACK. */
enum { GATE_SLACK = 16, GATE_HATS = 8, GATE_HATS_FEW_INPUTS = 24 };
struct network *gate_add(struct arena *arena, const struct network *network,
                         const struct rows *train, const struct eta_options *options,
                         struct gate *gate);

#endif
