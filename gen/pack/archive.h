/* Archives whose bytes depend on nothing but their content: the order is the caller's, all times
   are the first that a zip can say, nothing is compressed, so that no version of a library decides.
 */
#ifndef EPIGEN_ARCHIVE_H
#define EPIGEN_ARCHIVE_H

#include "base/files.h"

/* A file in an archive is executable if it is a program or a shared library. */
struct archive_file {
    struct output file;
    bool executable;
};

struct output archive_zip(struct arena *arena, const struct archive_file *files, size_t count);
struct output archive_tar_gz(struct arena *arena, const struct archive_file *files, size_t count);

#endif
