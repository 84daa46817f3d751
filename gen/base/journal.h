/* What finished jobs gave, on a disk: a run that ended at any moment goes on from there. A journal
   is a directory of pieces, files that end in .journal. Each process appends to a piece of its own
   and reads all of them, so that machines which share a directory share what is done. A record has
   a name, which says what the job was, and the text that it gave. */
#ifndef EPIGEN_JOURNAL_H
#define EPIGEN_JOURNAL_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { JOURNAL_MAX_BYTES = 1 << 30 };

struct journal;

/* Reads all pieces in the directory, which is made if it is missing, and opens one for appending.
   A last record that was cut off is removed from this piece; a damaged one counts as never written.
   Fails where another process has the piece open. */
struct journal *journal_open(struct arena *arena, const char *directory, const char *piece);

/* The text of a record; NULL: there is none. */
const char *journal_find(const struct journal *journal, const char *name);

/* The names of all records, in the order in which they were read or added. */
size_t journal_count(const struct journal *journal);
const char *journal_name(const struct journal *journal, size_t number);

/* Appends a record. When this returns the record outlives this process; the disk has it within a
   second of work, or when the journal is closed. A record that cannot be written leaves the piece
   as it was and ends the run. */
void journal_add(struct journal *journal, const char *name, const char *text);

void journal_close(struct journal *journal);

/* Calls `take` for every whole record in the bytes of a piece; name and text are copies in the
   arena. Returns up to where lines are whole. A piece that is none ends the run; no bytes at all
   are an empty piece. */
struct journal_taker {
    void (*take)(void *context, const char *name, const char *text);
    void *context;
};
size_t journal_parse(struct arena *arena, const char *file, const char *bytes, size_t size,
                     const struct journal_taker *taker);

/* A block of memory as text, and back; false: the text is not that of so many bytes. */
const char *journal_hex(struct arena *arena, const void *bytes, size_t size);
bool journal_unhex(const char *text, void *bytes, size_t size);

#endif
