/* Properties as a control engineer writes them:

       epiprove: 1
       properties:
         - {name: bounded, always: thrust <= 1.2, when: {alt: [0, 2]}}
         - never: eta < 0.5 when v > 30 and alt < 1
         - {increasing: thrust, along: v}
         - {lipschitz: thrust, along: v, constant: 3}

   A property about values becomes VNN-LIB text, which vnnlib.c reads: one place decides what
   constraints mean. */
#include "base/fail.h"
#include "prove/properties/exact.h"
#include "prove/properties/property.h"
#include "spec/yaml_tree.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROPERTIES_MOST = 1000, VERSION = 1 };

/* --- from `a + 2 * b <= 3 and c > 1` to (and (<= (+ a (* 2 b)) 3) (> c 1)) -------------------- */

struct words {
    const struct yaml_scope *scope;
    int line;
    const char *next;
    char word[160]; /* the one at hand; "": the end */
    struct arena *arena;
};

static bool is_sign(char c) { return c != '\0' && strchr("<>=+-*", c) != NULL; }

static void word_next(struct words *w)
{
    size_t n = 0;
    while (*w->next == ' ' || *w->next == '\t' || *w->next == '\n')
        w->next++;
    const char *start = w->next;
    if (is_sign(*start)) {
        w->next += (*start == '<' || *start == '>') && start[1] == '=' ? 2 : 1;
    } else {
        while (*w->next != '\0' && !isspace((unsigned char)*w->next) &&
               (!is_sign(*w->next) ||
                ((*w->next == '-' || *w->next == '+') && w->next > start &&
                 isdigit((unsigned char)*start) && (w->next[-1] == 'e' || w->next[-1] == 'E'))))
            w->next++;
    }
    n = (size_t)(w->next - start);
    if (n >= sizeof(w->word))
        fail_at(w->scope->file, w->line, "%sa word is too long", w->scope->prefix);
    memcpy(w->word, start, n);
    w->word[n] = '\0';
}

static bool word_is(const struct words *w, const char *text) { return strcmp(w->word, text) == 0; }

static _Noreturn void word_refuse(const struct words *w, const char *expected)
{
    fail_at(w->scope->file, w->line, "%sfound \"%s\", expected %s", w->scope->prefix,
            *w->word == '\0' ? "the end" : yaml_excerpt(w->word).text, expected);
}

static const char *word_take(struct words *w)
{
    for (const char *p = w->word; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p) && strchr("_.-+", *p) == NULL)
            word_refuse(w, "a number or a name");
    if (*w->word == '\0' || is_sign(*w->word))
        word_refuse(w, "a number or a name");
    const char *text = arena_strdup(w->arena, w->word);
    word_next(w);
    return text;
}

/* number, name, or number * name */
static const char *term_read(struct words *w)
{
    const char *first = word_take(w);
    if (!word_is(w, "*"))
        return first;
    word_next(w);
    return arena_printf(w->arena, "(* %s %s)", first, word_take(w));
}

static const char *sum_read(struct words *w)
{
    bool negative = word_is(w, "-");
    if (negative || word_is(w, "+"))
        word_next(w);
    const char *sum = term_read(w);
    if (negative)
        sum = arena_printf(w->arena, "(- %s)", sum);
    while (word_is(w, "+") || word_is(w, "-")) {
        char sign = w->word[0];
        word_next(w);
        sum = arena_printf(w->arena, "(%c %s %s)", sign, sum, term_read(w));
    }
    return sum;
}

static bool is_comparison(const struct words *w)
{
    return word_is(w, "<=") || word_is(w, "<") || word_is(w, ">=") || word_is(w, ">");
}

/* a <= b, or a <= b <= c */
static const char *comparison_read(struct words *w)
{
    const char *left = sum_read(w), *all = NULL;
    if (!is_comparison(w))
        word_refuse(w, "<=, <, >= or >");
    while (is_comparison(w)) {
        const char *sign = arena_strdup(w->arena, w->word);
        word_next(w);
        const char *right = sum_read(w);
        const char *one = arena_printf(w->arena, "(%s %s %s)", sign, left, right);
        all = all == NULL ? one : arena_printf(w->arena, "(and %s %s)", all, one);
        left = right;
    }
    return all;
}

static const char *conjunction_read(struct words *w)
{
    const char *all = comparison_read(w);
    while (word_is(w, "and")) {
        word_next(w);
        all = arena_printf(w->arena, "(and %s %s)", all, comparison_read(w));
    }
    return all;
}

/* The text of a property, and its `when`, or "". */
static const char *clause_read(struct words *w, const char **when)
{
    word_next(w);
    const char *all = conjunction_read(w);
    *when = "";
    if (word_is(w, "when")) {
        word_next(w);
        *when = arena_printf(w->arena, "(assert %s)", conjunction_read(w));
    }
    if (*w->word != '\0')
        word_refuse(w, "and, when or the end");
    return all;
}

/* --- properties ----------------------------------------------------------------------------- */

struct yaml_reader {
    struct arena *arena;
    const struct net *net;
    struct yaml_scope scope;
};

/* (assert (>= v LOW)) (assert (<= v HIGH)) for each input of `when`. */
static const char *when_text(const struct yaml_reader *r, const struct yaml_node *when)
{
    const char *text = "";
    if (when == NULL)
        return text;
    yaml_expect_kind(&r->scope, when, "when", YAML_KIND_MAP, "a map of inputs and [low, high]");
    for (size_t i = 0; i < when->count; i++) {
        const struct yaml_node *key = &when->u.items[2 * i], *value = key + 1;
        if (net_input_find(r->net, key->u.text) == r->net->n_inputs)
            fail_at(r->scope.file, key->line, "%swhen: \"%s\" is no input of the spec",
                    r->scope.prefix, yaml_excerpt(key->u.text).text);
        yaml_expect_list(&r->scope, value, key->u.text, "[low, high]", 2);
        if (value->count != 2)
            fail_at(r->scope.file, value->line, "%swhen: %s has one end, expected [low, high]",
                    r->scope.prefix, key->u.text);
        for (size_t k = 0; k < 2; k++) {
            (void)yaml_number(&r->scope, &value->u.items[k], key->u.text);
            text = arena_printf(r->arena, "%s(assert (%s %s %s))", text,
                                k == 0 ? ">=" : "<=", key->u.text, value->u.items[k].u.text);
        }
    }
    return text;
}

static const char *declarations(const struct yaml_reader *r)
{
    const char *text = "";
    for (size_t i = 0; i < r->net->n_inputs; i++)
        text = arena_printf(r->arena, "%s(declare-const X_%zu Real)", text, i);
    for (size_t i = 0; i < r->net->n_outputs; i++)
        text = arena_printf(r->arena, "%s(declare-const %s Real)", text, r->net->outputs[i].name);
    return text;
}

/* always A when B: a violation is B and not A. never A when B: B and A. */
static struct property values_read(const struct yaml_reader *r, const struct yaml_node *node,
                                   const struct yaml_node *text, bool always)
{
    const char *when;
    struct words words = {&r->scope, text->line, NULL, "", r->arena};
    words.next = yaml_text(&r->scope, text, always ? "always" : "never", "a constraint");
    const char *clause = clause_read(&words, &when);
    const char *all =
        arena_printf(r->arena, always ? "%s%s%s(assert (not %s))" : "%s%s%s(assert %s)",
                     declarations(r), when_text(r, yaml_find(node, "when")), when, clause);
    struct property p = *vnnlib_read(r->arena, r->net, (struct place){r->scope.file, text->line},
                                     all, strlen(all), OUTPUT_MEAN);
    p.text = arena_printf(r->arena, "%s: %s", always ? "always" : "never", text->u.text);
    return p;
}

/* The largest double that is no larger than what is written: its float32 may be larger. */
static double constant_read(const struct yaml_reader *r, const struct yaml_node *node)
{
    const struct yaml_node *constant = yaml_need(&r->scope, node, "constant");
    if (!(yaml_number(&r->scope, constant, "constant") > 0.0F))
        fail_at(r->scope.file, node->line, "%sconstant is not above 0", r->scope.prefix);
    return exact_number(constant->u.text).low;
}

/* How an output changes with an input. */
static struct property slope_read(const struct yaml_reader *r, const struct yaml_node *node,
                                  const char *key)
{
    const struct yaml_node *text = yaml_find(node, key);
    const char *output = yaml_text(&r->scope, text, key, "an output");
    const struct yaml_node *along = yaml_need(&r->scope, node, "along");
    const char *input = yaml_text(&r->scope, along, "along", "an input");
    const char *all = arena_printf(r->arena, "%s%s(assert (<= X_0 X_0))", declarations(r),
                                   when_text(r, yaml_find(node, "when")));
    struct property p = *vnnlib_read(r->arena, r->net, (struct place){r->scope.file, node->line},
                                     all, strlen(all), OUTPUT_MEAN);
    p.kind = PROPERTY_SLOPE;
    p.output = net_output_find(r->net, output);
    p.input = net_input_find(r->net, input);
    if (p.output == r->net->n_outputs)
        fail_at(r->scope.file, text->line, "%s\"%s\" is no output of the spec", r->scope.prefix,
                yaml_excerpt(output).text);
    if (p.input == r->net->n_inputs)
        fail_at(r->scope.file, along->line, "%s\"%s\" is no input of the spec", r->scope.prefix,
                yaml_excerpt(input).text);
    p.slope = (struct interval){0.0, INFINITY};
    if (strcmp(key, "decreasing") == 0)
        p.slope = (struct interval){-INFINITY, 0.0};
    if (strcmp(key, "lipschitz") == 0) {
        double constant = constant_read(r, node);
        p.slope = (struct interval){-constant, constant};
    }
    p.text = arena_printf(r->arena, "%s: %s along %s", key, output, input);
    return p;
}

static struct property property_read(struct yaml_reader *r, const struct yaml_node *node)
{
    static const char *const keys[] = {"name",       "always",    "never", "when",     "increasing",
                                       "decreasing", "lipschitz", "along", "constant", NULL};
    static const char *const kinds[] = {"always", "never", "increasing", "decreasing", "lipschitz"};
    yaml_expect_map(&r->scope, node, "property", keys);
    size_t kind = 5, given = 0;
    for (size_t i = 0; i < 5; i++)
        if (yaml_find(node, kinds[i]) != NULL) {
            kind = i;
            given++;
        }
    if (given != 1)
        fail_at(
            r->scope.file, node->line,
            "property has %zu statements, expected one: always, never, increasing, decreasing or "
            "lipschitz",
            given);
    struct property p = kind < 2 ? values_read(r, node, yaml_find(node, kinds[kind]), kind == 0)
                                 : slope_read(r, node, kinds[kind]);
    const struct yaml_node *name = yaml_find(node, "name");
    p.name = name == NULL ? p.text : yaml_text(&r->scope, name, "name", "a text");
    p.line = node->line;
    return p;
}

struct property *properties_read(struct arena *arena, const struct net *net, const char *file,
                                 const char *bytes, size_t size, size_t *count)
{
    static const char *const keys[] = {"epiprove", "properties", NULL};
    struct yaml_reader r = {arena, net, {file, ""}};
    const struct yaml_node *top = yaml_tree_read(arena, file, bytes, size);
    yaml_expect_map(&r.scope, top, "the file", keys);
    const struct yaml_node *version = yaml_need(&r.scope, top, "epiprove");
    if (yaml_number(&r.scope, version, "epiprove") != (float)VERSION)
        fail_at(file, version->line, "epiprove is %s, expected %d", version->u.text, VERSION);
    const struct yaml_node *list = yaml_need(&r.scope, top, "properties");
    yaml_expect_list(&r.scope, list, "properties", "a list of properties", PROPERTIES_MOST);
    struct property *all = arena_alloc(arena, list->count, sizeof(*all));
    for (size_t i = 0; i < list->count; i++)
        all[i] = property_read(&r, &list->u.items[i]);
    *count = list->count;
    return all;
}
