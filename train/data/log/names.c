/* See names.h. */
#include "data/log/names.h"

#include "data/fields.h"
#include "data/log/request.h"
#include "spec/yaml_tree.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

const double table_largest = 1e30;

struct table_label column_label(const char *name, size_t number)
{
    struct table_label label;
    if (name == NULL || name[0] == '\0')
        snprintf(label.text, sizeof(label.text), "column %zu", number + 1);
    else
        snprintf(label.text, sizeof(label.text), "column \"%s\"", yaml_excerpt(name).text);
    return label;
}

size_t log_column_find(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; names != NULL && name[0] != '\0' && i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    size_t number = 0;
    const char *digits = name + (*name == '-');
    for (const char *at = digits; *at >= '0' && *at <= '9' && number <= TABLE_COLUMN_LIMIT; at++)
        number = 10 * number + (size_t)(*at - '0');
    bool whole = digits[strspn(digits, "0123456789")] == '\0';
    if (!whole || number < 1 || number > n)
        return SIZE_MAX;
    return *name == '-' ? n - number : number - 1;
}

const char *name_trim(struct arena *arena, const char *name)
{
    size_t length = strlen(name += strspn(name, " \t"));
    while (length > 0 && strchr(" \t", name[length - 1]) != NULL)
        length--;
    return name[length] == '\0' ? name : arena_strndup(arena, name, length);
}

const char *name_utf8(struct arena *arena, const char *text, bool *latin)
{
    const unsigned char *from = (const unsigned char *)text;
    for (; *from != '\0'; from++)
        if (*from >= 0x80 && *from < 0xA0) /* a letter of Windows, or broken UTF-8 */
            return text;
    if (utf8_is(text))
        return text;
    char *to = arena_alloc(arena, 2 * strlen(text) + 1, 1), *converted = to;
    for (from = (const unsigned char *)text; *from != '\0'; from++) {
        if (*from >= 0x80)
            *to++ = (char)(0xC0 | *from >> 6);
        *to++ = (char)(*from >= 0x80 ? 0x80 | (*from & 0x3F) : *from);
    }
    *to = '\0';
    *latin = true;
    return converted;
}

const char *name_clean(struct arena *arena, const char *name)
{
    char *clean = arena_strdup(arena, name), *to = clean;
    for (; *name != '\0'; name++) {
        bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                      (*name >= '0' && *name <= '9') || *name == '_';
        if (letter)
            *to++ = *name;
        else if (to > clean && to[-1] != '_')
            *to++ = '_';
    }
    to -= to > clean && to[-1] == '_';
    *to = '\0';
    return clean;
}
