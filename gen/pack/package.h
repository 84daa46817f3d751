/* A package in memory: its files, sorted by path. */
#ifndef EPIGEN_PACKAGE_H
#define EPIGEN_PACKAGE_H

#include "emit/whole/whole.h"
#include "pack/archive.h"
#include "pack/directory.h"
#include "pack/facts.h"
#include "pack/kinds.h"

struct package {
    struct arena *arena;
    const struct kind *kind;
    const char *name; /* of the model */
    struct about about;
    struct archive_file *files;
    size_t count;
};

/* What a package is made of. */
struct ingredients {
    const struct model *model;
    const struct data_dirs *dirs;
    const char *spec; /* its bytes */
    size_t spec_size;
};

/* All files but those that a compiler or an archive makes. */
struct package package_make(const struct kind *kind, const struct ingredients *given);

/* A path or a word of the kind's row, with the package's name and version in it. */
const char *package_text(const struct package *package, const char *pattern);

/* A further file, which goes into the archive, if it is not the archive itself. */
void package_add(struct package *package, const struct output *file);

/* Adds the file that a compiler makes of the files that were written to the directory, if the kind
   has one; returns whether it was made, or there is none. */
bool package_product(struct package *package, const struct directory *directory);

/* The archive of the files, its path among theirs; path NULL if the kind has none. */
struct output package_archive(const struct package *package);

#endif
