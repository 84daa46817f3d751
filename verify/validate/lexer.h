/* The tokens of an emitted C file, one at a time. The lexer refuses text that a compiler would read
   otherwise than a person does: line continuations, trigraphs, // comments, nested comments, and
   all characters that emitted code does not use. A copy of a lexer is a place in the file to which
   one can return. */
#ifndef VALIDATE_LEXER_H
#define VALIDATE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    const char *text; /* length bytes, printable ASCII, no NUL behind them */
    size_t length;
    int line;
    bool first;     /* first of its preprocessor line, which a comment does not end */
    bool directive; /* part of a preprocessor line */
};

struct lexer {
    const char *file; /* label for messages */
    const char *next, *end;
    int line;
    struct token token; /* the current one */
};

/* A lexer on bytes[0..size) with the first token read. Faults end through fail_at, here and below.
 */
struct lexer lexer_begin(const char *file, const char *bytes, size_t size);
void lexer_next(struct lexer *lexer);

bool token_is(const struct token *token, const char *text);
bool token_equal(const struct token *a, const struct token *b);

/* A token as a message shows it, cut short. */
struct token_text {
    char text[48];
};
struct token_text token_text(const struct token *token);

/* Each takes the current token, which must be what the name says. */
_Noreturn void lexer_refuse(const struct lexer *lexer, const char *expected);
void lexer_expect(struct lexer *lexer, const char *text);
struct token lexer_name(struct lexer *lexer, const char *expected);
size_t lexer_index(struct lexer *lexer);    /* 0, 17: decimal, no suffix */
size_t lexer_unsigned(struct lexer *lexer); /* 8U: decimal with the suffix U */
uint32_t lexer_bits(struct lexer *lexer);   /* 0x3F800000U: all eight digits */
float lexer_float(struct lexer *lexer);     /* 0.5F, 1.25e-05F; with a minus in front or not */

#endif
