/* Reads the input box of a property by VNN-LIB: lists in parentheses, (assert (<= X_0 0.5)). Of a
   conjunction the boxes are intersected, of a disjunction the smallest box around all is taken;
   what compares outputs, or inputs with each other, bounds nothing. See domain.h. */
#include "import/domain.h"

#include "base/fail.h"
#include "spec/spec.h"
#include "spec/yaml_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64, WORD_MAX = 128, NUMBERS_MAX = 8000000 };

struct reader {
    struct arena *arena;
    const char *file, *at, *end;
    int line;
    size_t n_inputs;
    size_t boxes; /* made so far: memory is limited */
};

/* What a formula says about the inputs, (n_inputs) each. */
struct box {
    double *min, *max;
};

struct word {
    char text[WORD_MAX];
};

static void blanks_skip(struct reader *r)
{
    for (; r->at < r->end; r->at++) {
        if (*r->at == ';')
            while (r->at + 1 < r->end && r->at[1] != '\n')
                r->at++;
        else if (*r->at == '\n')
            r->line++;
        else if (strchr(" \t\r", *r->at) == NULL || *r->at == '\0')
            return;
    }
}

static bool next_is(struct reader *r, char c)
{
    blanks_skip(r);
    return r->at < r->end && *r->at == c;
}

static void expect(struct reader *r, char c)
{
    if (!next_is(r, c))
        fail_at(r->file, r->line, "expected \"%c\", as in (assert (<= X_0 0.5))", c);
    r->at++;
}

static struct word word_take(struct reader *r)
{
    struct word word = {""};
    size_t length = 0;
    blanks_skip(r);
    while (r->at < r->end && *r->at != '\0' && strchr("() \t\r\n;", *r->at) == NULL &&
           length + 1 < WORD_MAX)
        word.text[length++] = *r->at++;
    if (length == 0 || length + 1 == WORD_MAX)
        fail_at(r->file, r->line, "expected a word or a number");
    return word;
}

/* The number of an input's name X_3; SIZE_MAX: it is none. */
static size_t input_number(const char *word)
{
    if (strncmp(word, "X_", 2) != 0 || strlen(word) > 8 ||
        word[2 + strspn(word + 2, "0123456789")] != '\0' || word[2] == '\0')
        return SIZE_MAX;
    return (size_t)strtoul(word + 2, NULL, 10);
}

static bool number_parse(const char *word, double *value)
{
    if (word[strspn(word, "+-.0123456789eE")] != '\0')
        return false;
    char *end;
    *value = strtod(word, &end);
    return *end == '\0' && end != word && isfinite(*value);
}

static struct box box_new(struct reader *r)
{
    if (++r->boxes * (r->n_inputs + 1) > NUMBERS_MAX)
        fail_at(r->file, r->line, "has too many conditions");
    struct box box = {arena_alloc(r->arena, r->n_inputs + 1, sizeof(double)),
                      arena_alloc(r->arena, r->n_inputs + 1, sizeof(double))};
    for (size_t i = 0; i < r->n_inputs; i++) {
        box.min[i] = -INFINITY;
        box.max[i] = INFINITY;
    }
    return box;
}

/* Passes over a list whose opening parenthesis is behind. */
static void list_skip(struct reader *r)
{
    for (size_t depth = 1; depth > 0;) {
        if (next_is(r, '('))
            depth++;
        else if (next_is(r, ')'))
            depth--;
        if (r->at == r->end)
            fail_at(r->file, r->line, "ends inside a list, expected \")\"");
        r->at++;
    }
}

/* (<= X_0 0.5), (>= X_0 0.5), or with the number first; anything else bounds nothing. */
static struct box comparison_read(struct reader *r, bool less)
{
    struct box box = box_new(r);
    double value;
    if (next_is(r, '(')) {
        list_skip(r);
        return box;
    }
    struct word a = word_take(r);
    if (next_is(r, '(')) {
        list_skip(r);
        return box;
    }
    struct word b = word_take(r);
    bool turned = number_parse(a.text, &value);
    size_t input = input_number(turned ? b.text : a.text);
    expect(r, ')');
    if (input == SIZE_MAX || (!turned && !number_parse(b.text, &value)))
        return box;
    if (input >= r->n_inputs)
        fail_at(r->file, r->line, "compares X_%zu, which is not declared", input);
    if (less != turned)
        box.max[input] = value;
    else
        box.min[input] = value;
    return box;
}

/* Joins b into a: of a conjunction what both allow, of a disjunction what either does. */
static void box_join(const struct reader *r, struct box *a, const struct box *b, bool both)
{
    for (size_t i = 0; i < r->n_inputs; i++) {
        a->min[i] = both ? fmax(a->min[i], b->min[i]) : fmin(a->min[i], b->min[i]);
        a->max[i] = both ? fmin(a->max[i], b->max[i]) : fmax(a->max[i], b->max[i]);
    }
}

/* The formula whose opening parenthesis comes next. */
static struct box formula_read(struct reader *r, unsigned depth)
{
    if (depth > DEPTH_MAX)
        fail_at(r->file, r->line, "has lists inside each other on more than %d levels", DEPTH_MAX);
    expect(r, '(');
    struct word word = word_take(r);
    if (strcmp(word.text, "<=") == 0 || strcmp(word.text, "<") == 0)
        return comparison_read(r, true);
    if (strcmp(word.text, ">=") == 0 || strcmp(word.text, ">") == 0)
        return comparison_read(r, false);
    bool both = strcmp(word.text, "and") == 0;
    if (!both && strcmp(word.text, "or") != 0)
        fail_at(r->file, r->line, "\"%s\" is not understood, expected <=, >=, and, or",
                yaml_excerpt(word.text).text);
    struct box box = box_new(r);
    for (bool first = true; !next_is(r, ')'); first = false) {
        struct box part = formula_read(r, depth + 1);
        if (first)
            box = part;
        else
            box_join(r, &box, &part, both);
    }
    expect(r, ')');
    return box;
}

/* (declare-const X_0 Real) */
static void declaration_read(struct reader *r)
{
    size_t input = input_number(word_take(r).text);
    if (input != SIZE_MAX && input >= SPEC_MAX_INPUTS)
        fail_at(r->file, r->line, "declares X_%zu, a spec has at most %d inputs", input,
                SPEC_MAX_INPUTS);
    if (input != SIZE_MAX && input >= r->n_inputs)
        r->n_inputs = input + 1;
    list_skip(r);
}

/* Goes over all commands; `box` is NULL for the declarations and then what the assertions say. */
static void commands_read(struct reader *r, struct box *box)
{
    while (next_is(r, '(')) {
        expect(r, '(');
        struct word word = word_take(r);
        if (box == NULL && strcmp(word.text, "declare-const") == 0) {
            declaration_read(r);
        } else if (box != NULL && strcmp(word.text, "assert") == 0) {
            struct box part = formula_read(r, 0);
            box_join(r, box, &part, true);
            expect(r, ')');
        } else {
            list_skip(r);
        }
    }
    if (r->at != r->end)
        fail_at(r->file, r->line, "expected a list in parentheses, as in (assert (<= X_0 0.5))");
}

struct import_domain *vnnlib_domain_read(struct arena *arena, const char *file, const char *bytes,
                                         size_t size)
{
    struct reader r = {.arena = arena, .file = file, .at = bytes, .end = bytes + size, .line = 1};
    commands_read(&r, NULL);
    if (r.n_inputs == 0)
        fail("%s: declares no input, expected (declare-const X_0 Real)", file);
    r.at = bytes;
    r.line = 1;
    struct box box = box_new(&r);
    commands_read(&r, &box);
    struct import_domain *d = arena_alloc(arena, 1, sizeof(*d));
    d->label = file;
    d->count = r.n_inputs;
    d->inputs = arena_alloc(arena, r.n_inputs + 1, sizeof(*d->inputs));
    for (size_t i = 0; i < r.n_inputs; i++) {
        if (!isfinite(box.min[i]) || !isfinite(box.max[i]))
            fail("%s: gives X_%zu no two bounds", file, i);
        d->inputs[i] = (struct import_input){.min = box.min[i], .max = box.max[i], .scale = 1.0};
    }
    return d;
}
