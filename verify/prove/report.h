/* A property as a whole: all its regions, and what is said about it. */
#ifndef EPIPROVE_REPORT_H
#define EPIPROVE_REPORT_H

#include "prove/log/log.h"
#include "prove/ranges.h"

/* How a set of proofs is run. */
struct prover {
    struct arena *arena;
    const struct net *net;
    const struct bounds *domain;
    struct limits limits;
    const char *log; /* where the log is kept, or NULL */
    bool progress;
};

void proofs_run(const struct prover *prover, const struct proof_set *set);

/* One paragraph, or one JSON object, for each property. */
void proofs_print(const struct prover *prover, const struct proof_set *set);
void proofs_print_json(const struct prover *prover, const struct proof_set *set);

/* What --bounds prints. */
void bounds_report(const struct prover *prover, const float *low, const float *high);

/* What --eta prints, and draws if plot is not NULL. Returns the exit status: 0 if a radius is
   proven, 3 if not. */
int eta_report(const struct prover *prover, const char *data, const char *plot, bool json);

#endif
