/* Branch and bound: cuts a region into boxes until each is proven, or an input violates it. */
#ifndef EPIPROVE_SEARCH_H
#define EPIPROVE_SEARCH_H

#include "prove/properties/code.h"
#include "prove/search/tree.h"

#include <signal.h>

enum answer { ANSWER_HOLDS, ANSWER_VIOLATED, ANSWER_UNDECIDED };

/* Whether the code of the network can violate a property in this region. */
struct search_task {
    const struct net *net;
    const struct bounds *domain;
    const struct region *region;
};

struct limits {
    unsigned threads;
    double seconds; /* 0: no limit */
    size_t boxes;   /* 0: no limit */
    size_t starts;  /* of the attack in front of the proof */
};

struct verdict {
    enum answer answer;
    float *x;     /* (n_inputs) the violation */
    size_t boxes; /* bounded in all */
    size_t open;  /* left */
    double share; /* of the volume that is left; the first region that is undecided */
    double seconds;
    bool exhausted; /* every box that is left is a single input whose truth is unclear */
};

/* What a caller may want while it runs; both may be NULL. */
struct watcher {
    void (*tell)(void *context, size_t boxes, size_t open, double share);
    void (*keep)(void *context); /* from time to time: the tree as it is can be written */
    void *context;
};

/* Continues with what is open in `tree`, which starts as one open node. The answer and the tree
   depend on no number of threads. */
struct verdict region_search(struct arena *arena, const struct search_task *task, struct tree *tree,
                             const struct limits *limits, const struct watcher *watcher);

/* Set by a signal: searches end undecided, so that the log can be written. */
extern volatile sig_atomic_t search_interrupted;

double clock_seconds(void);

/* Whether a search that began then and has bounded so many boxes is to end. */
bool limit_reached(const struct limits *limits, size_t boxes, double began);

#endif
