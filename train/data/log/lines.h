/* The lines of a data file, plain or packed, through a buffer of fixed size. A line ends with LF,
   CR LF or CR, also mixed in one file. A fault is noted here and ends the run only when the caller
   has freed what is outside of the arena (lines_refusal_fail). */
#ifndef EPITRAIN_LINES_H
#define EPITRAIN_LINES_H

#include "data/fields.h"
#include "data/log/request.h"
#include "data/unpack.h"

struct refusal {
    size_t line;    /* 0: the file as a whole */
    char what[768]; /* "": none */
};

enum { LINES_ROOM = TABLE_LINE_LIMIT + 2 }; /* a line, CR and LF */

struct lines {
    const char *file; /* for messages; "standard input" for "-" */
    struct refusal refusal;
    size_t line;             /* the number of the line last read, 1 for the first */
    size_t previous, length; /* where that line lies in the text */
    bool cut_off;            /* it is the last of the file and has no end */
    char ended;              /* the character behind it, for which there is a NUL now */
    struct unpack source;
    size_t begin, end;         /* text[begin..end) is still to be read */
    char text[LINES_ROOM + 1]; /* the last for the NUL that ends a line */
};

/* Opens a file; "-" is standard input. The bytes are added to `sum` as they are read (NULL: to
   none), because a pipe cannot be read twice. */
struct lines *lines_open(struct arena *arena, const char *path, SHA2_CTX *sum);

/* Closes the file. Without a fault the rest of it is read first where there is a sum. */
void lines_close(struct lines *lines);

/* Reads the next line that is not blank; false at the end of the file or after a fault. The line is
   valid until the next call. */
bool lines_read(struct lines *lines, struct line *line, bool *comment);

/* The same without comments. */
bool lines_next(struct lines *lines, struct line *line);

/* Appends the next line, whatever it is, with the end between them, to *line, which was read or
   appended to last. False: there is none, or the two are too long; no fault is noted, and only
   lines_return may follow. */
bool lines_append(struct lines *lines, struct line *line);

/* Where a line lies, and how to give back what is appended to it. */
struct lines_mark {
    size_t skipped, length, consumed, line;
    char ended;
};
struct lines_mark lines_mark(const struct lines *lines, const struct line *line);
void lines_return(struct lines *lines, const struct lines_mark *mark, struct line *line);

/* Whether a line can be read without waiting for the file. */
bool lines_ready(struct lines *lines);

/* Refuses a line with bytes that are no text. */
bool lines_expect_text(struct lines *lines, const struct line *line);

/* Notes the first fault. Returns false always, so that callers can return its result. */
bool lines_refuse(struct lines *lines, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool lines_refused(const struct lines *lines);

/* Ends the run with a noted fault. */
_Noreturn void refusal_fail(const struct refusal *refusal, const char *file);

#endif
