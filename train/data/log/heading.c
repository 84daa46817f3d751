/* See heading.h. */
#include "data/log/heading.h"

#include "base/fail.h"
#include "data/log/names.h"

#include <stdlib.h>
#include <string.h>

void comments_add(struct comments *comments, const struct line *line)
{
    size_t length = (size_t)(line->end - line->text);
    if (length >= COMMENTS_LIMIT - comments->length)
        return;
    comments->text = realloc(comments->text, comments->length + length + 1);
    if (comments->text == NULL)
        fail("out of memory");
    memcpy(comments->text + comments->length, line->text, length);
    comments->length += length;
    comments->text[comments->length++] = '\0';
}

void comments_free(struct comments *comments)
{
    free(comments->text);
    *comments = (struct comments){0};
}

/* The names in a comment; NULL: it has not as many as there are columns, or numbers among them. */
static const char **names_in(struct arena *arena, const char *comment, char separator,
                             size_t columns)
{
    const char *text = comment + strspn(comment, " \t#");
    const struct line line = {text, text + strlen(text)};
    struct fields fields = fields_of(&line, separator);
    struct field field;
    double value;
    const char **names = arena_alloc(arena, columns, sizeof(*names));
    if (fields_count(&line, separator) != columns)
        return NULL;
    for (size_t i = 0; i < columns && field_next(&fields, &field); i++) {
        if (!field.closed || field_value(&field, '.', &value) <= FIELD_OTHER_MARK)
            return NULL;
        names[i] = field_name(arena, &field);
    }
    return names;
}

static bool name_is_meant(struct arena *arena, const char *const *names, size_t columns,
                          const char *asked, bool fit)
{
    for (size_t i = 0; asked != NULL && i < columns; i++)
        if (strcmp(names[i], asked) == 0 ||
            (fit && strcmp(name_clean(arena, names[i]), asked) == 0))
            return true;
    return false;
}

static bool names_are_meant(struct arena *arena, const char *const *names, size_t columns,
                            const struct log_request *request)
{
    for (size_t i = 0; request->columns != NULL && i < request->count; i++)
        if (name_is_meant(arena, names, columns, request->columns[i], request->fit))
            return true;
    return name_is_meant(arena, names, columns, request->group, false) ||
           name_is_meant(arena, names, columns, request->time, false);
}

const char **heading_find(struct arena *arena, const struct comments *comments, char separator,
                          size_t columns, const struct log_request *request)
{
    const char **found = NULL;
    struct arena *scratch = arena_new();
    for (size_t at = 0; at < comments->length && found == NULL;
         at += strlen(comments->text + at) + 1) {
        const char **names = names_in(scratch, comments->text + at, separator, columns);
        if (names != NULL && names_are_meant(scratch, names, columns, request))
            found = names_in(arena, comments->text + at, separator, columns);
    }
    arena_free(scratch);
    return found;
}
