/* What a model costs on a core: its C is emitted, compiled for the core, and bounded by epiwcet. */
#ifndef EPITUNE_MEASURE_H
#define EPITUNE_MEASURE_H

#include "emit/q15/q15_model.h"
#include "spec/spec.h"
#include "tune/candidate.h"

struct cost {
    double cycles, flash, stack; /* bytes; cycles 0: not measured */
};

struct core_target {
    const char *name;                     /* as epiwcet calls it */
    const char *const *words;             /* the compiler and its flags, NULL at the end */
    enum q15_core fixed;                  /* what epigen --type=q15 writes for it */
    const char *const *flags[TYPE_COUNT]; /* more of them, by type; NULL: the core lacks it */
};

/* The core of that name; fails as a call that is at fault. */
const struct core_target *core_target_find(const char *name);

/* The command that compiles model.c. */
const char *core_target_command(struct arena *arena, const struct core_target *core,
                                enum tune_type type);

/* Fails if epiwcet, m4 or the compiler cannot be run. Returns what the compiler says it is. */
const char *measure_expect(struct arena *arena, const struct core_target *core);

/* A spec with what the emitted code answers: accuracy is the candidate's. */
struct emission {
    const struct spec *spec;
    const struct candidate *candidate;
    const struct core_target *core;
    const char *scratch; /* how the paths of directories for files of a moment begin */
};
struct cost measure(const struct emission *emission);

/* Removes such a directory, which measure() itself does unless it is killed. */
void measure_clean(const char *scratch);

#endif
