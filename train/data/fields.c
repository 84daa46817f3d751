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

bool field_is_whole(const struct field *field)
{
    return field->quoted && quote_end(field->text, field->end) == field->end;
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

struct field_text field_copy(const struct field *field)
{
    struct field_text copy = {""};
    size_t length = (size_t)(field->end - field->text);
    memcpy(copy.text, field->text, length < sizeof(copy) ? length : sizeof(copy) - 1);
    return copy;
}

/* A word in small letters, without a sign in front or a payload behind: "-NaN(0x7)" becomes nan. */
struct word {
    char text[12];
};

static struct word word_of(const struct field *field)
{
    struct word word = {""};
    const char *at = field->text;
    at += at < field->end && (*at == '-' || *at == '+');
    for (size_t i = 0; i + 1 < sizeof(word) && at + i < field->end && (i == 0 || at[i] != '('); i++)
        word.text[i] = (char)(at[i] >= 'A' && at[i] <= 'Z' ? at[i] - 'A' + 'a' : at[i]);
    return word;
}

static bool word_in(const struct word *word, const char *const words[])
{
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcmp(word->text, words[i]) == 0)
            return true;
    return false;
}

/* The errors of spreadsheets, in small letters. */
static const char *const spreadsheet_errors[] = {"#n/a",  "#div/0!", "#value!", "#ref!",
                                                 "#num!", "#name?",  "#null!",  NULL};

bool spreadsheet_error_starts(const char *text)
{
    const char *end = text + strcspn(text, ",;\t \"");
    const struct word word = word_of(&(struct field){.text = text, .end = end});
    return word_in(&word, spreadsheet_errors);
}

/* The words of C libraries, programming languages and data bases. */
static enum field_kind word_kind(const struct field *field)
{
    static const char *const missing[] = {"",        "nan",    "na",     "n/a", "nat",
                                          "<na>",    "null",   "none",   "nil", "-",
                                          "1.#qnan", "1.#ind", "1.#nan", NULL};
    static const char *const infinite[] = {"inf", "infinity", "1.#inf", NULL};
    struct word word = word_of(field);
    char *zeros = strncmp(word.text, "1.#", 3) == 0 ? strchr(word.text, '0') : NULL;
    if (zeros != NULL) /* 1.#INF00 */
        *zeros = '\0';
    bool signs = field->end - field->text == 1 && *field->text == '+';
    if ((word_in(&word, missing) || word_in(&word, spreadsheet_errors)) && !signs)
        return FIELD_MISSING;
    return word_in(&word, infinite) ? FIELD_INFINITE : FIELD_TEXT;
}

/* Whether all of the field is a number with this decimal mark. */
static bool field_is_number(const struct field *field, char mark, double *value)
{
    return decimal_read_marked(field->text, mark, value) == field->end;
}

struct field field_within(struct field field)
{
    if (field_is_whole(&field)) {
        field.text++;
        field.end--;
    }
    while (field.text < field.end && field_blank(*field.text, ','))
        field.text++;
    while (field.end > field.text && field_blank(field.end[-1], ','))
        field.end--;
    return field;
}

enum field_kind field_value(const struct field *field, char mark, double *value)
{
    const struct field within = field_within(*field);
    double other;
    *value = 0.0;
    if (!field->closed)
        return FIELD_UNCLOSED;
    if (within.text < within.end && field_is_number(&within, mark, value))
        return FIELD_NUMBER;
    if (isinf(*value))
        return FIELD_TOO_LARGE;
    if (field_is_number(&within, (char)(mark == ',' ? '.' : ','), &other))
        return FIELD_OTHER_MARK;
    return word_kind(&within);
}

const char *field_name(struct arena *arena, const struct field *field)
{
    char *name = arena_strndup(arena, field->text, (size_t)(field->end - field->text));
    if (!field_is_whole(field))
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

bool utf8_is(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        size_t length = utf8_length(at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}
