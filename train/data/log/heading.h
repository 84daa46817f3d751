/* A header in a comment above the rows, as `#t [ns],v,w` or numpy's `# t v w`. It counts only where
   the file has no other and the request asks for one of its names. */
#ifndef EPITRAIN_HEADING_H
#define EPITRAIN_HEADING_H

#include "data/fields.h"
#include "data/log/request.h"

/* The comments above the first row. */
struct comments {
    char *text; /* (length) each ends in NUL; NULL: none */
    size_t length;
};

enum { COMMENTS_LIMIT = 1000000 }; /* bytes that are kept */

/* Keeps a copy of a comment, unless there are too many. */
void comments_add(struct comments *comments, const struct line *line);
void comments_free(struct comments *comments);

/* The names in the first of the comments that has as many fields as there are columns, none of them
   a number, and one of the names that are asked for; NULL: there is none. */
const char **heading_find(struct arena *arena, const struct comments *comments, char separator,
                          size_t columns, const struct log_request *request);

#endif
