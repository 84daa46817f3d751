/* Reads whole files, and writes several files so that either all appear or none does. */
#ifndef EPIGEN_FILES_H
#define EPIGEN_FILES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a file, or of standard input for "-". Refuses more than `limit` bytes. */
char *file_read(struct arena *arena, const char *path, size_t limit, size_t *size);

struct output {
    const char *path;
    const char *text;
    size_t size;
};

/* Fails if files_write could not write this file: no such directory, no permission, a directory or
   a device in its place. A program calls it before hours of work. It leaves no file behind. */
void file_expect_writable(struct arena *arena, const char *path);

/* Whether two names mean one file, existing or yet to be made. */
bool files_same(struct arena *arena, const char *a, const char *b);

/* Makes the directory if it is missing. */
void directory_make(const char *path);

/* Writes every file under a temporary name, then renames all. On a failure, or when a signal
   ends the program before that, nothing is left behind. */
void files_write(struct arena *arena, const struct output *outputs, size_t count);

#endif
