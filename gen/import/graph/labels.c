/* See labels.h. */
#include "import/graph/labels.h"

#include "import/graph/names.h"
#include "spec/spec.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { NUMBER_ROOM = 6 }; /* characters for a number behind a name */

static bool is_word(char c) { return (isalnum((unsigned char)c) && (c & 0x80) == 0) || c == '_'; }

const char *label_identifier(struct arena *arena, const char *name, size_t room,
                             const char *otherwise)
{
    char *text = arena_alloc(arena, strlen(name) + 3, 1);
    size_t length = 0;
    for (; *name != '\0' && length + NUMBER_ROOM < room; name++) {
        bool first = length == 0, word = is_word(*name) && *name != '_';
        if (first && isdigit((unsigned char)*name))
            text[length++] = 'x';
        if (word)
            text[length++] = *name;
        else if (!first && text[length - 1] != '_')
            text[length++] = '_';
    }
    while (length > 0 && text[length - 1] == '_')
        length--;
    text[length] = '\0';
    if (identifier_fault(text, room) == NULL)
        return text;
    const char *longer = arena_printf(arena, "x_%s", text);
    return length > 0 && identifier_fault(longer, room) == NULL ? longer : otherwise;
}

static const char *in_capitals(struct arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name);
    for (char *p = copy; *p != '\0'; p++)
        *p = (char)toupper((unsigned char)*p);
    return copy;
}

void labels_distinct(struct arena *arena, const char **names, size_t count)
{
    struct names *known = names_new(arena);
    for (size_t i = 0; i < count; i++) {
        const char *base = names[i];
        for (size_t k = 2; names_find(known, 0, in_capitals(arena, names[i])) != NAME_UNKNOWN; k++)
            names[i] = arena_printf(arena, "%s_%zu", base, k);
        names_set(known, 0, in_capitals(arena, names[i]), (int)i);
    }
}

/* Whether a spec can have the unit: printable, and nothing that means something in C or m4. */
static bool unit_is_plain(const char *unit)
{
    if (strlen(unit) == 0 || strlen(unit) > SPEC_MAX_LABEL || strstr(unit, "//") != NULL ||
        strstr(unit, "/*") != NULL || strstr(unit, "*/") != NULL || strstr(unit, "m4_") != NULL ||
        strstr(unit, "epi_") != NULL || strstr(unit, "EPI_") != NULL)
        return false;
    for (; *unit != '\0'; unit++)
        if ((*unit >= 0 && *unit < 0x20) || *unit == 0x7F || strchr("\\\"'?<>|", *unit) != NULL)
            return false;
    return true;
}

struct label label_parse(struct arena *arena, const char *text)
{
    while (*text == ' ')
        text++;
    size_t length = strlen(text), open = strcspn(text, "[(");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    bool has = open < length && strchr("])", text[length - 1]) != NULL;
    const char *unit = has ? arena_strndup(arena, text + open + 1, length - open - 2) : NULL;
    size_t end = has ? open : length;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    return (struct label){arena_strndup(arena, text, end),
                          unit != NULL && unit_is_plain(unit) ? unit : NULL};
}

struct label *labels_parse(struct arena *arena, const char *text, size_t *count)
{
    struct label *labels = arena_alloc(arena, strlen(text) + 1, sizeof(*labels));
    *count = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        labels[(*count)++] = label_parse(arena, arena_strndup(arena, at, length));
        at += length;
        if (*at == '\0')
            return labels;
    }
}
