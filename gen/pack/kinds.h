/* The kinds of packages, one row each: the files with their templates, what builds it, what it is
   archived as. A new kind is a row in kinds.c and its templates in templates/package. */
#ifndef EPIGEN_KINDS_H
#define EPIGEN_KINDS_H

#include <stddef.h>

/* Where the text of a file comes from. */
enum origin {
    FROM_TEMPLATE, /* templates/package/<text> */
    FROM_EMITTER,  /* the emitted file with the suffix <text> */
    FROM_SPEC,     /* the spec as it is */
    FROM_CHECKSUM  /* its SHA-256, as sha256sum writes and checks it */
};

/* In the paths of a row, @ stands for the model's name and # for the package's version. */
struct kind_file {
    const char *path;
    enum origin origin;
    const char *text;
    enum { ARCHIVED, BESIDE } place; /* BESIDE: in the directory, not in its archive */
};

/* A file that a compiler makes while the package is written, where it is installed. */
struct kind_product {
    const char *path;         /* NULL: there is none */
    const char *machine;      /* the only one on which it can be made, or NULL: any */
    const char *const *words; /* the command, ends with NULL */
};

enum archive_format { ARCHIVE_NONE, ARCHIVE_ZIP, ARCHIVE_TAR_GZ };
struct kind_archive {
    enum archive_format format;
    const char *path, *root; /* root: in front of every name inside, "" or ending with a slash */
};

struct kind {
    const char *name, *what;
    const struct kind_file *files;
    size_t n_files;
    const char *const *tools;    /* the programs that building needs, ends with NULL */
    const char *const *reserved; /* names that a model cannot have here, ends with NULL; or NULL */
    const char *language;        /* whose words these are */
    struct kind_product product;
    struct kind_archive archive;
};

extern const struct kind kinds[];
extern const size_t kind_count;

/* The kind of this name, or NULL. */
const struct kind *kind_find(const char *name);

#endif
