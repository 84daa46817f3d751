/* Reading whole files, and writing several so that either all appear or none does. */
#ifndef EPIGEN_FILES_H
#define EPIGEN_FILES_H

#include "arena.h"

#include <stddef.h>

/* The bytes of a file, or of standard input for "-". Refuses more than `limit` bytes. */
char *file_read(struct arena *arena, const char *path, size_t limit, size_t *size);

struct output {
    const char *path;
    const char *text;
    size_t size;
};

/* Makes the directory if it is missing. */
void directory_make(const char *path);

/* Writes every file under a temporary name, then renames all. On a failure, or when a signal
   ends the program before that, nothing is left behind. */
void files_write(struct arena *arena, const struct output *outputs, size_t count);

#endif
