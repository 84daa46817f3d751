/* How eta is taught: where samples are drawn, which of them count as known, how long the branch is
   trained. The recipe's section `epistemic`. */
#ifndef EPITRAIN_ETA_OPTIONS_H
#define EPITRAIN_ETA_OPTIONS_H

#include "eta/epistemic_set.h"
#include "net/prune.h"

enum spread { SPREAD_NEIGHBOUR, SPREAD_GRADIENT, SPREAD_FIXED, SPREAD_COUNT };

struct eta_options {
    enum spread spread;
    enum epistemic_rule labels;
    bool balanced;      /* class weights N / (2 N_class) */
    size_t n;           /* samples around each training input */
    size_t rounds;      /* times that n samples are drawn; 0: as often as `samples` allows */
    size_t samples;     /* at most so many in all: then around some training inputs only */
    double c;           /* gradient: bounds nu = 1 / (slope + c), eq. 4 */
    size_t c_rows;      /* c falls from 1 to that until there are so many rows; 0: at once */
    double size;        /* fixed: the standard deviation; neighbour: times the local distance */
    size_t neighbours;  /* neighbour: which one's distance is the local one */
    double least, most; /* standard deviations are kept within these */
    size_t leave_out;   /* nearer to an input than its neighbour of this number: teaches nothing */
    /* The metric, see nearest.h; (n_inputs) or NULL. Periods are standardised. An input of weight 0
       does not count: no sample moves along it, and an eta branch on the inputs does not read it.
     */
    const float *weights, *periods;
    size_t steps, batch;
    double rate, decay;
    struct prune *prune; /* NULL: none */
    const float *keep;   /* (parameters of eta) 0 where one is 0 and stays so; NULL: none */
};

#endif
