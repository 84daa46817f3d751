/* The gate: a guarantee that eta is above 0.5 away from the training rows. A trained branch can
   call a place known that is far from every row. So hats are put over the rows: concave quadratics
   around centres, positive within a ball and 0 elsewhere, which together are at least `gate_height`
   at every training row. Where their sum falls short of that height, one more unit adds to the
   logit of eta, and a unit before it keeps the branch's own logit above `-gate_least`: outside of
   all balls the sum is `gate_margin` or more whatever the branch says. Where the hats are high
   enough the gate adds exactly 0. A logit above 17 is 1 as a float, and places that all have eta 1
   have no order, so behind two hidden layers the gate takes the place of `gate_instead` of the
   branch's logit b: closed by a share s, eta's logit is the larger of b + 2 s and 9 s - 8.

   The argument, in real numbers, for a point x that is farther than `radius` from every row: a ball
   around centre m_k has radius rho_k, and a row lies within delta_k of m_k, so |x - m_k| > radius -
   delta_k >= rho_k and all hats are 0. The logit is then at least -gate_least + (gate_least +
   gate_margin) / height * height. */
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

enum { GATE_HATS = 8, GATE_HATS_FEW_INPUTS = 24 };

/* Whether a network can have a gate: its eta branch reads the inputs and their squares and has two
   hidden layers or one. */
bool gate_fits(const struct shape *shape);

/* Such a network with the gate behind its eta branch. */
struct network *gate_add(struct arena *arena, const struct network *network,
                         const struct rows *train, const struct eta_options *options,
                         struct gate *gate);

/* The radius that the weights of such a network guarantee for these rows, or more of them, as they
   are now; INFINITY: none. `hats` is the number of them. */
double gate_radius(const struct network *gated, size_t hats, const struct rows *train,
                   const struct eta_options *options);

/* The bias of such a network that shifts the branch's logit; the guarantee does not depend on it.
 */
float *gate_bias(const struct network *gated);

#endif
