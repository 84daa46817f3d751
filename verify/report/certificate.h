/* What epiverify found, read from the certificate.json that it wrote. */
#ifndef EPIREPORT_CERTIFICATE_H
#define EPIREPORT_CERTIFICATE_H

#include "page/page.h"

struct check {
    const char *name, *summary;
    enum state state;
};

struct statement {
    const char *requirement, *text, *how;
    bool holds;
};

struct property {
    const char *name, *text, *answer; /* answer: "holds", or what else epiprove said */
};

/* epiwcet's figures for the object of a core; compiler gcc -O2. */
struct core_figures {
    const char *core, *kind; /* kind: bound or estimate */
    size_t instructions, cycles, stack, flash, ram;
};

struct certificate {
    const char *file, *result, *form, *code, *changed, *version;
    bool passed;
    struct check *checks;
    size_t n_checks;
    struct statement *statements;
    size_t n_statements;
    struct property *properties;
    size_t n_properties;
    /* The proof about eta around rows: NULL if none was tried; radius NULL if none was found. */
    bool eta_tried;
    const char *eta_radius, *eta_rows, *eta_unknown, *eta_known;
    struct core_figures *cores;
    size_t n_cores;
    const char **assumptions; /* (n_assumptions) of use: title and text in turns */
    size_t n_assumptions;
    const char **tools; /* program, version and checksum in turns */
    size_t n_tools;
};

/* Reads DIR/certificate.json. A certificate of another spec is refused. */
const struct certificate *certificate_read(struct arena *arena, const char *directory,
                                           const char *spec_sha256);

/* The checks that epiverify has, and what each asks. */
struct check_kind {
    const char *name, *asks;
};
extern const struct check_kind check_kinds[];
extern const size_t check_kind_count;

#endif
