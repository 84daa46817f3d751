/* A directory of files that appears whole or not at all: it is made beside its place under a
   temporary name and renamed at the end. A failure or a signal before that removes it. */
#ifndef EPIGEN_DIRECTORY_H
#define EPIGEN_DIRECTORY_H

#include "base/files.h"

struct directory {
    struct arena *arena;
    const char *path, *temporary;
};

/* Fails unless there is nothing at `path`, or an empty directory. */
struct directory directory_open(struct arena *arena, const char *path);

/* Writes a file below the directory, with the folders that its path needs. */
void directory_write(const struct directory *directory, const struct output *file);

/* Makes the folders that a file needs which another program will write, and has it removed with the
   rest on a failure. */
void directory_expect(const struct directory *directory, const char *path);

/* Gives the directory its name. */
void directory_close(const struct directory *directory);

/* Removes all that was written, instead of directory_close. */
void directory_drop(void);

#endif
