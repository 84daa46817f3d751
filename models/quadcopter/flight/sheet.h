/* Files that a flight writes. They appear when it has ended, all or none. */
#ifndef EPIFLY_SHEET_H
#define EPIFLY_SHEET_H

#include "base/arena.h"

#include <stdio.h>

struct sheet {
    const char *path;
    char *text;
    size_t size;
    FILE *file;
};

FILE *sheet_open(struct sheet *sheet, const char *path);
/* Writes up to 8 sheets to their files. */
void sheets_save(struct arena *arena, struct sheet *sheets, size_t count);

#endif
