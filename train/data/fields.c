/* See fields.h. */
#include "data/fields.h"

#include "data/decimal.h"

#include <math.h>
#include <string.h>

struct fields fields_of(const struct line *line, char separator)
{
    return (struct fields){line->text, line->end, separator};
}

/* The place behind the quote that closes the one at `at`, or NULL. A doubled quote stands for one
   in the text and closes nothing. */
static const char *quote_end(const char *at, const char *end)
{
    for (at++; at < end; at++) {
        if (*at == '"' && at + 1 < end && at[1] == '"')
            at++;
        else if (*at == '"')
            return at + 1;
    }
    return NULL;
}

bool field_next(struct fields *fields, struct field *field)
{
    const char *at = fields->at, *end = fields->end;
    char separator = fields->separator;
    if (at == NULL)
        return false;
    while (at < end && field_blank(*at, separator))
        at++;
    *field = (struct field){.text = at, .quoted = at < end && *at == '"', .closed = true};
    if (field->quoted) {
        const char *behind = quote_end(at, end);
        field->closed = behind != NULL;
        at = behind != NULL ? behind : end;
    }
    while (at < end && *at != separator && !(separator == ' ' && *at == '\t'))
        at++;
    field->end = at;
    while (field->end > field->text && field_blank(field->end[-1], separator))
        field->end--;
    while (separator == ' ' && at < end && field_blank(*at, separator))
        at++;
    fields->at = at == end ? NULL : at + (separator != ' ');
    return true;
}

size_t fields_count(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    size_t count = 0;
    while (field_next(&fields, &field))
        count++;
    return count;
}

/* Whether no field without quotes contains a blank. */
static bool fields_are_whole(const struct line *line, char separator)
{
    struct fields fields = fields_of(line, separator);
    struct field field;
    while (field_next(&fields, &field))
        for (const char *at = field.text; at < field.end && !field.quoted; at++)
            if (*at == ' ' || *at == '\t')
                return false;
    return true;
}

char separator_find(const struct line *line)
{
    static const char candidates[] = {';', ',', '\t'};
    for (size_t i = 0; i < sizeof(candidates); i++)
        if (memchr(line->text, candidates[i], (size_t)(line->end - line->text)) != NULL &&
            fields_are_whole(line, candidates[i]))
            return candidates[i];
    return ' ';
}

struct field_text field_copy(const struct field *field)
{
    struct field_text copy = {""};
    size_t length = (size_t)(field->end - field->text);
    memcpy(copy.text, field->text, length < sizeof(copy) ? length : sizeof(copy) - 1);
    return copy;
}

/* Whether the text is NaN or infinity as C libraries print them: "-nan(0x7)", "Infinity",
   "1.#QNAN". */
static bool text_is_not_finite(const char *text)
{
    char word[12] = "";
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i + 1 < sizeof(word) && text[i] != '\0' && text[i] != '('; i++)
        word[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return strcmp(word, "nan") == 0 || strcmp(word, "inf") == 0 || strcmp(word, "infinity") == 0 ||
           strncmp(word, "1.#", 3) == 0;
}

static bool text_has_decimal_comma(struct field_text copy)
{
    double value;
    char *comma = strchr(copy.text, ',');
    if (comma == NULL)
        return false;
    *comma = '.';
    const char *end = decimal_read(copy.text, &value);
    return end != NULL && *end == '\0';
}

enum field_kind field_classify(const struct field *field)
{
    double value = 0.0;
    struct field_text copy = field_copy(field);
    if (field->text == field->end)
        return FIELD_EMPTY;
    if (field->quoted)
        return FIELD_QUOTED;
    if (decimal_read(field->text, &value) == field->end)
        return FIELD_NUMBER;
    if (isinf(value))
        return FIELD_TOO_LARGE;
    if (text_is_not_finite(copy.text))
        return FIELD_NOT_FINITE;
    return text_has_decimal_comma(copy) ? FIELD_DECIMAL_COMMA : FIELD_TEXT;
}

const char *field_name(struct arena *arena, const struct field *field)
{
    char *name = arena_strndup(arena, field->text, (size_t)(field->end - field->text));
    if (!field->quoted || quote_end(field->text, field->end) != field->end)
        return name;
    char *to = name;
    for (const char *from = field->text + 1; from < field->end - 1; from++) {
        *to++ = *from;
        from += *from == '"';
    }
    *to = '\0';
    return name;
}

size_t utf8_length(const unsigned char *at)
{
    static const struct {
        unsigned char first, last, second_first, second_last, length;
    } forms[] = {
        {0x00, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (at[0] < forms[i].first || at[0] > forms[i].last)
            continue;
        size_t length = 1;
        if (forms[i].length > 1 && at[1] >= forms[i].second_first && at[1] <= forms[i].second_last)
            for (length = 2; length < forms[i].length && (at[length] & 0xC0) == 0x80;)
                length++;
        return length == forms[i].length ? length : 0;
    }
    return 0;
}
