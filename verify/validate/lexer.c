/* See lexer.h. */
#include "validate/lexer.h"

#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer signs stand first, because C takes the longest sign that fits: `--` is one token. */
static const char *const signs[] = {
    "<<=", ">>=", "->", "--", "++", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=",  "*=",  "/=", "|=", "&=", "^=", "(",  ")",  "[",  "]",  "{",  "}",  ";",  ",",
    "=",   "+",   "-",  "*",  "/",  "&",  "|",  "^",  "~",  "<",  ">",  "!",  ".",  "#"};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_in_name(char c) { return is_name_start(c) || is_digit(c); }

static bool at(const struct lexer *l, const char *text)
{
    const char *c = l->next;
    for (; *text != '\0'; text++, c++)
        if (c == l->end || *c != *text)
            return false;
    return true;
}

/* Refuses, also in comments, characters by which a compiler could see other text than a reader. */
static void character_check(const struct lexer *l)
{
    unsigned char c = (unsigned char)*l->next;
    if ((c < ' ' && c != '\n') || c > '~')
        fail_at(l->file, l->line, "byte 0x%02X, expected printable ASCII", (unsigned)c);
    if (at(l, "?"
              "?"))
        fail_at(l->file, l->line, "two question marks: trigraphs are not allowed");
    if (c == '\\') {
        const char *rest = l->next + 1;
        while (rest < l->end && *rest == ' ')
            rest++;
        if (rest == l->end || *rest == '\n')
            fail_at(l->file, l->line, "backslash at the end of a line: no line continues here");
    }
}

static void comment_skip(struct lexer *l)
{
    int began = l->line;
    for (l->next += 2; l->next < l->end; l->next++) {
        character_check(l);
        if (at(l, "*/")) {
            l->next += 2;
            return;
        }
        if (at(l, "/*"))
            fail_at(l->file, l->line, "a comment begins inside the comment of line %d", began);
        l->line += *l->next == '\n';
    }
    fail_at(l->file, began, "a comment that does not end");
}

/* Moves to the next token; returns whether a line ended on the way. */
static bool space_skip(struct lexer *l)
{
    bool first = false;
    while (l->next < l->end) {
        character_check(l);
        if (at(l, "/*")) {
            comment_skip(l);
            continue;
        }
        if (at(l, "//"))
            fail_at(l->file, l->line, "a // comment, expected C99 with /* */ comments only");
        if (*l->next == '\n') {
            l->line++;
            first = true;
        } else if (*l->next != ' ')
            break;
        l->next++;
    }
    return first;
}

/* The length of a preprocessing number (1, 0x1FU, 1.5e-05F), which need not be a valid number. */
static size_t number_length(const struct lexer *l)
{
    const char *c = l->next + 1;
    while (c < l->end && (is_in_name(*c) || *c == '.' ||
                          ((*c == '+' || *c == '-') && strchr("eEpP", c[-1]) != NULL)))
        c++;
    return (size_t)(c - l->next);
}

static size_t string_length(const struct lexer *l, char close)
{
    const char *c = l->next + 1;
    while (c < l->end && *c != close && *c != '\n' && *c != '\\' && *c >= ' ' && *c <= '~')
        c++;
    if (c == l->end || *c != close)
        fail_at(l->file, l->line, "a string that does not end on its line, or holds a backslash");
    return (size_t)(c + 1 - l->next);
}

static size_t sign_length(const struct lexer *l)
{
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (at(l, signs[i]))
            return strlen(signs[i]);
    fail_at(l->file, l->line, "character '%c' has no place in an emitted file", *l->next);
}

static size_t name_length(const struct lexer *l)
{
    const char *c = l->next;
    while (c < l->end && is_in_name(*c))
        c++;
    return (size_t)(c - l->next);
}

/* The kind and length of the token at l->next. */
static void token_scan(const struct lexer *l, struct token *t, bool after_include)
{
    char c = *l->next;
    if (is_name_start(c)) {
        t->kind = TOKEN_NAME;
        t->length = name_length(l);
    } else if (is_digit(c) || (c == '.' && l->next + 1 < l->end && is_digit(l->next[1]))) {
        t->kind = TOKEN_NUMBER;
        t->length = number_length(l);
    } else if (c == '"' || (c == '<' && after_include)) {
        t->kind = TOKEN_STRING;
        t->length = string_length(l, c == '<' ? '>' : '"');
    } else {
        t->kind = TOKEN_SIGN;
        t->length = sign_length(l);
    }
}

void lexer_next(struct lexer *l)
{
    struct token before = l->token;
    bool first = space_skip(l) || before.text == NULL;
    struct token t = {.kind = TOKEN_END, .text = l->next, .line = l->line, .first = first};
    if (l->next < l->end)
        token_scan(l, &t, before.directive && !first && token_is(&before, "include"));
    t.directive = first ? token_is(&t, "#") : before.directive && t.kind != TOKEN_END;
    l->next += t.length;
    l->token = t;
}

struct lexer lexer_begin(const char *file, const char *bytes, size_t size)
{
    struct lexer l = {.file = file, .next = bytes, .end = bytes + size, .line = 1};
    lexer_next(&l);
    return l;
}

bool token_is(const struct token *t, const char *text)
{
    return t->kind != TOKEN_END && strlen(text) == t->length &&
           memcmp(t->text, text, t->length) == 0;
}

bool token_equal(const struct token *a, const struct token *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

struct token_text token_text(const struct token *t)
{
    struct token_text s;
    if (t->kind == TOKEN_END)
        snprintf(s.text, sizeof(s.text), "the end of the file");
    else
        snprintf(s.text, sizeof(s.text), "'%.*s'%s", t->length > 40 ? 40 : (int)t->length, t->text,
                 t->length > 40 ? "..." : "");
    return s;
}

_Noreturn void lexer_refuse(const struct lexer *l, const char *expected)
{
    fail_at(l->file, l->token.line, "%s%s, expected %s", token_text(&l->token).text,
            l->token.directive ? " in a preprocessor line" : "", expected);
}

/* Takes a token of code; a token of a preprocessor line is refused. */
void lexer_expect(struct lexer *l, const char *text)
{
    if (l->token.directive || !token_is(&l->token, text)) {
        char expected[64];
        snprintf(expected, sizeof(expected), "'%s'", text);
        lexer_refuse(l, expected);
    }
    lexer_next(l);
}

struct token lexer_name(struct lexer *l, const char *expected)
{
    struct token t = l->token;
    if (t.directive || t.kind != TOKEN_NAME)
        lexer_refuse(l, expected);
    lexer_next(l);
    return t;
}

/* The number token as a text of its own. */
struct number_text {
    char text[48];
};

static struct number_text number_take(struct lexer *l, const char *expected)
{
    struct number_text n;
    if (l->token.directive || l->token.kind != TOKEN_NUMBER || l->token.length >= sizeof(n.text))
        lexer_refuse(l, expected);
    memcpy(n.text, l->token.text, l->token.length);
    n.text[l->token.length] = '\0';
    return n;
}

/* A decimal number of at most seven digits, without a superfluous zero, and the suffix behind it.
 */
static size_t decimal_take(struct lexer *l, const char *suffix, const char *expected)
{
    struct number_text n = number_take(l, expected);
    size_t digits = strspn(n.text, "0123456789");
    if (strcmp(n.text + digits, suffix) != 0 || digits > 7 || (n.text[0] == '0' && digits > 1))
        lexer_refuse(l, expected);
    lexer_next(l);
    return strtoul(n.text, NULL, 10);
}

size_t lexer_index(struct lexer *l) { return decimal_take(l, "", "a decimal number"); }

size_t lexer_unsigned(struct lexer *l)
{
    return decimal_take(l, "U", "a decimal number with the suffix U");
}

uint32_t lexer_bits(struct lexer *l)
{
    static const char expected[] = "0x, eight digits 0-9A-F and U";
    struct number_text n = number_take(l, expected);
    if (strncmp(n.text, "0x", 2) != 0 || strspn(n.text + 2, "0123456789ABCDEF") != 8 ||
        strcmp(n.text + 10, "U") != 0)
        lexer_refuse(l, expected);
    lexer_next(l);
    return (uint32_t)strtoul(n.text, NULL, 16);
}

/* Whether the text is a float literal: digits [. digits] [e sign digits] F, with a point or an
   exponent. */
static bool is_float(const char *text)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(text, digits), part = 0, power = 0;
    const char *c = text + whole;
    if (*c == '.') {
        part = strspn(c + 1, digits);
        c += part == 0 ? 0 : part + 1;
    }
    if (*c == 'e' && (c[1] == '+' || c[1] == '-')) {
        power = strspn(c + 2, digits);
        c += power == 0 ? 0 : power + 2;
    }
    return whole > 0 && part + power > 0 && strcmp(c, "F") == 0;
}

/* The program never leaves the "C" locale, so strtof reads a point, and rounds to nearest. */
float lexer_float(struct lexer *l)
{
    static const char expected[] = "a float literal such as 0.5F";
    bool negative = !l->token.directive && token_is(&l->token, "-");
    if (negative)
        lexer_next(l);
    struct number_text n = number_take(l, expected);
    if (!is_float(n.text))
        lexer_refuse(l, expected);
    lexer_next(l);
    float value = strtof(n.text, NULL);
    return negative ? -value : value;
}
