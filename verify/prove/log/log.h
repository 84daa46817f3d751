/* The proof log: for each property the tree of its boxes, as text. Written while a proof runs it is
   also what --resume goes on from. The format, one word and its numbers a line:

       epiprove 1
       spec SHA256            of the file
       properties SHA256      of the file
       accuracy full
       property NAME
       slopes                 a property about slopes: the log does not hold its proof
       region                 each region of the property, in their order; then its tree:
       cut INPUT NUMBER       the box is cut; the lower part comes first, then the upper one
       proven BOUND           every conjunct has a row that is at least BOUND in the box
       points                 every input of the box was run
       open                   nothing is proven of the box
       end */
#ifndef EPIPROVE_LOG_H
#define EPIPROVE_LOG_H

#include "prove/search/search.h"

/* A property on its way. */
struct proof {
    struct property *property;
    struct tree *trees; /* one for each region */
    struct verdict verdict;
    struct interval slope; /* PROPERTY_SLOPE: what is proven */
    double slope_found, rounding;
};

struct proof_set {
    struct proof *proofs;
    size_t count;
    const char *spec_sha256, *properties_sha256, *accuracy;
};

/* The text of a log. */
struct output log_text(struct arena *arena, const char *path, const struct proof_set *set);

/* What a line of a tree says; false: it is none of this kind, or names no input. */
bool log_line_cut(const char *text, size_t n_inputs, size_t *input, float *cut);
bool log_line_proven(const char *text, float *bound);

/* Fills the trees of a set from a log that was written for the same files. */
void log_read(const struct proof_set *set, const struct net *net, const char *file,
              const char *bytes, size_t size);

#endif
