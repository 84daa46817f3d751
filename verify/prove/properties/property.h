/* What is to be proven: that no input of any region makes all rows of any of its conjuncts true. A
   VNN-LIB file says this directly; the YAML properties of an engineer become it. */
#ifndef EPIPROVE_PROPERTY_H
#define EPIPROVE_PROPERTY_H

#include "prove/bounds/bound.h"

/* The rows together describe a violation: each is <= 0, or < 0 where strict. */
struct conjunct {
    struct row *rows;
    bool *strict;
    size_t n_rows;
};

/* The float32 inputs from low to high, both included. */
struct region {
    float *low, *high;             /* (n_inputs); property_clamp: within the domain */
    float *given_low, *given_high; /* property_clamp: as they were before */
    struct conjunct *conjuncts;
    size_t n_conjuncts;
};

/* What the engineer asks beside violations: a slope of an output along an input. */
enum property_kind { PROPERTY_REGIONS, PROPERTY_SLOPE };

struct property {
    const char *name, *text;
    const char *file;
    int line;
    enum property_kind kind;
    struct region *regions;
    size_t n_regions;
    size_t output, input;  /* PROPERTY_SLOPE */
    struct interval slope; /* what it must keep to; an infinite end: no such demand */
    const char *note;      /* an assumption that the reader made, or NULL */
};

/* Whether an input satisfies all rows of a conjunct, given what the code answers. UNCLEAR: a
   coefficient is no binary number and decides. */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNCLEAR };
enum truth conjunct_holds(const struct net *net, const struct conjunct *conjunct, const float *x,
                          const float *y);

/* Outside of its domain an input counts as the nearest bound, and eta is 1. So each region becomes
   the part of the domain that its inputs count as. Refuses a region that leaves the domain where
   that changes the meaning: eta or an input stands in a row. */
void property_clamp(struct arena *arena, const struct net *net, struct property *property);

/* An input as given that counts as x. */
void region_unclamp(const struct net *net, const struct region *region, float *x);

/* Where a text begins. */
struct place {
    const char *file;
    int line;
};

/* Reads VNN-LIB 1.0. `outputs` says what Y_j are. Ends through fail_at on what is not supported. */
struct property *vnnlib_read(struct arena *arena, const struct net *net, struct place place,
                             const char *bytes, size_t size, enum net_output_kind outputs);

/* Reads a YAML file of properties; *count gets their number. */
struct property *properties_read(struct arena *arena, const struct net *net, const char *file,
                                 const char *bytes, size_t size, size_t *count);

#endif
