/* scramble: versions of an emitted file with one random edit each, for the test of epivalidate.

   scramble FILE DIR SEED COUNT

   Writes DIR/1.c to DIR/COUNT.c and prints a line for each: file, line of the edit, what was done.
   An edit changes one digit, character or token outside of comments, each kind equally often. Every
   other one lies behind the kernels. Unlike those of mutate, an edit may be neutral: 0.100000001F
   and 0.100000002F are one number. */
#include "base/arena.h"
#include "base/fail.h"
#include "base/files.h"
#include "base/random.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct piece {
    const char *text;
    size_t length;
    int line;
};

struct file {
    const char *text, *end;
    struct piece *pieces; /* its tokens */
    size_t count, stages; /* the first piece behind the kernels */
    struct random random;
};

enum edit { DIGIT, CHARACTER, REMOVE, TWICE, SWAP, OTHER, INSERT, EDITS };
static const char *const edit_name[] = {"digit",   "character", "removed", "twice",
                                        "swapped", "replaced",  "inserted"};

static size_t draw(struct file *f, size_t n) { return (size_t)(random_bits(&f->random) % n); }

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The length of the token at c: a word or a number, else one character. */
static size_t piece_length(const char *c, const char *end)
{
    const char *start = c;
    if (!is_word(*c))
        return 1;
    while (c < end && (is_word(*c) || (isdigit((unsigned char)*start) &&
                                       (*c == '.' || (c[-1] == 'e' && strchr("+-", *c) != NULL)))))
        c++;
    return (size_t)(c - start);
}

static void pieces_find(struct arena *arena, struct file *f)
{
    int line = 1;
    f->pieces = arena_alloc(arena, (size_t)(f->end - f->text), sizeof(*f->pieces));
    for (const char *c = f->text; c < f->end;) {
        size_t length = 1;
        if (strncmp(c, "/*", 2) == 0) {
            length = (size_t)(strstr(c, "*/") + 2 - c);
        } else if (!isspace((unsigned char)*c)) {
            length = piece_length(c, f->end);
            f->pieces[f->count++] = (struct piece){c, length, line};
            if (f->stages == 0 && length > 7 && memcmp(c + length - 7, "_inputs", 7) == 0)
                f->stages = f->count;
        }
        for (size_t i = 0; i < length; i++)
            line += c[i] == '\n';
        c += length;
    }
    if (f->stages == 0)
        fail("no function _inputs in the file");
}

static struct piece piece_draw(struct file *f)
{
    size_t first = draw(f, 2) == 0 ? 0 : f->stages;
    return f->pieces[first + draw(f, f->count - first - 1)];
}

/* The piece with one character changed: a digit to another, or any to any. */
static bool piece_change(struct file *f, char *text, size_t length, bool digit)
{
    size_t at = draw(f, length);
    char old = text[at];
    text[at] = (char)(digit ? '0' + (int)draw(f, 10) : ' ' + (int)draw(f, '~' - ' ' + 1));
    return text[at] != old && (!digit || isdigit((unsigned char)old));
}

/* What stands in the place of piece p, and of the next one for SWAP; NULL if the edit does not fit.
 */
static const char *piece_edit(struct arena *arena, struct file *f, enum edit edit, struct piece p)
{
    struct piece other = piece_draw(f);
    char *text = arena_strndup(arena, p.text, p.length);
    switch (edit) {
    case DIGIT:
    case CHARACTER: return piece_change(f, text, p.length, edit == DIGIT) ? text : NULL;
    case REMOVE: return "";
    case TWICE: return arena_printf(arena, "%s %s", text, text);
    case OTHER:
        if (other.length == p.length && memcmp(other.text, p.text, p.length) == 0)
            return NULL;
        return arena_printf(arena, "%.*s", (int)other.length, other.text);
    case INSERT: return arena_printf(arena, "%.*s %s", (int)other.length, other.text, text);
    case SWAP:
    case EDITS: break;
    }
    const struct piece *next = f->pieces;
    while (next->text <= p.text)
        next++;
    if (next->length == p.length && memcmp(next->text, p.text, p.length) == 0)
        return NULL;
    return arena_printf(arena, "%.*s%.*s%s", (int)next->length, next->text,
                        (int)(next->text - p.text - (ptrdiff_t)p.length), p.text + p.length, text);
}

static void version_write(struct arena *arena, struct file *f, const char *directory, size_t number)
{
    const char *text = NULL;
    struct piece p = {NULL, 0, 0};
    enum edit edit = (enum edit)draw(f, EDITS);
    while (text == NULL) {
        p = piece_draw(f);
        text = piece_edit(arena, f, edit, p);
    }
    const char *rest = p.text + (edit == SWAP ? strlen(text) : p.length);
    FILE *out = fopen(arena_printf(arena, "%s/%zu.c", directory, number), "w");
    if (out == NULL)
        fail("cannot write to %s", directory);
    fwrite(f->text, 1, (size_t)(p.text - f->text), out);
    fputs(text, out);
    fwrite(rest, 1, (size_t)(f->end - rest), out);
    if (fclose(out) != 0)
        fail("cannot write to %s", directory);
    printf("%zu.c\t%d\t%s: %.*s -> %s\n", number, p.line, edit_name[edit], (int)p.length, p.text,
           strpbrk(text, "\n") == NULL ? text : "...");
}

int main(int argc, char **argv)
{
    fail_program = "scramble";
    if (argc != 5)
        fail_usage("expected FILE DIR SEED COUNT");
    struct arena *arena = arena_new();
    struct file f = {.random.state = strtoul(argv[3], NULL, 10)};
    size_t size;
    f.text = file_read(arena, argv[1], (size_t)64 << 20, &size);
    f.end = f.text + size;
    pieces_find(arena, &f);
    for (size_t i = 1; i <= strtoul(argv[4], NULL, 10); i++)
        version_write(arena, &f, argv[2], i);
    arena_free(arena);
    return 0;
}
