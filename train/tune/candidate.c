/* See candidate.h. */
#include "tune/candidate.h"

#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const type_name[TYPE_COUNT] = {"float", "q15"};

struct candidate candidate_of_recipe(const struct recipe *r, enum tune_type type)
{
    return (struct candidate){.as_is = true,
                              .activation = r->shape.activation,
                              .type = type,
                              .trunk = r->shape.trunk,
                              .eta = r->shape.eta,
                              .guarantee =
                                  r->epistemic.guarantee && r->epistemic.teacher != TEACHER_SAMPLES,
                              .sparsity = r->prune.sparsity};
}

bool widths_same(const struct widths *a, const struct widths *b)
{
    return a->count == b->count && memcmp(a->width, b->width, a->count * sizeof(a->width[0])) == 0;
}

bool candidates_same(const struct candidate *a, const struct candidate *b)
{
    return a->as_is == b->as_is && a->activation == b->activation && a->accuracy == b->accuracy &&
           a->form == b->form && a->type == b->type && widths_same(&a->trunk, &b->trunk) &&
           widths_same(&a->eta, &b->eta) && a->guarantee == b->guarantee &&
           a->sparsity == b->sparsity;
}

const char *widths_text(struct arena *arena, const struct widths *widths, const char *separator)
{
    const char *text = "";
    for (size_t i = 0; i < widths->count; i++)
        text = arena_printf(arena, "%s%s%zu", text, i == 0 ? "" : separator, widths->width[i]);
    return text;
}

const char *candidate_text(struct arena *arena, const struct candidate *c)
{
    return arena_printf(arena, "%s %s %s %s trunk=%s eta=%s guarantee=%s sparsity=%.9g%s",
                        activation_name[c->activation], accuracy_name[c->accuracy],
                        form_name[c->form], type_name[c->type], widths_text(arena, &c->trunk, ","),
                        widths_text(arena, &c->eta, ","), c->guarantee ? "yes" : "no", c->sparsity,
                        c->as_is ? " as_is" : "");
}

const char *candidate_words(struct arena *arena, const struct candidate *c)
{
    const char *text =
        arena_printf(arena, "trunk %s %s, eta %s%s",
                     c->trunk.count == 0 ? "none" : widths_text(arena, &c->trunk, "+"),
                     activation_name[c->activation], widths_text(arena, &c->eta, "+"),
                     c->guarantee ? " with its gate" : "");
    if (c->sparsity > 0.0)
        text = arena_printf(arena, "%s, %.0f %% pruned", text, 100.0 * c->sparsity);
    if (c->accuracy != ACCURACY_FULL)
        text = arena_printf(arena, "%s, kernels to %s", text, accuracy_name[c->accuracy]);
    if (c->form != FORM_UNROLLED)
        text = arena_printf(arena, "%s, %s", text, form_name[c->form]);
    if (c->type != TYPE_FLOAT)
        text = arena_printf(arena, "%s, %s", text, type_name[c->type]);
    return text;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The next word of a text, which ends at a blank; the text begins behind it then. */
static size_t word_next(const char **text, const char **word)
{
    *text += strspn(*text, " ");
    *word = *text;
    size_t length = strcspn(*text, " ");
    *text += length;
    return length;
}

static unsigned word_find(const char **text, const char *const names[], size_t count)
{
    const char *word;
    size_t length = word_next(text, &word);
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return (unsigned)i;
    fail("internal error: a candidate has no word \"%.*s\"", (int)length, word);
}

/* Where the value of the next word begins; the word must have this key. */
static const char *value_find(const char **text, const char *key)
{
    const char *word;
    size_t length = word_next(text, &word), skip = strlen(key);
    if (length <= skip || memcmp(word, key, skip) != 0 || word[skip] != '=')
        if (length != skip + 1 || word[skip] != '=')
            fail("internal error: a candidate has no \"%s\"", key);
    return word + skip + 1;
}

static struct widths widths_read(const char *text)
{
    struct widths w = {0};
    while (*text >= '0' && *text <= '9' && w.count < MAX_HIDDEN) {
        char *end;
        w.width[w.count++] = strtoul(text, &end, 10);
        text = *end == ',' ? end + 1 : end;
    }
    return w;
}

struct candidate candidate_read(const char *text)
{
    struct candidate c = {0};
    c.activation = (enum activation)word_find(&text, activation_name, ACT_COUNT);
    c.accuracy = (enum accuracy)word_find(&text, accuracy_name, ACCURACY_COUNT);
    c.form = (enum form)word_find(&text, form_name, FORM_COUNT);
    c.type = (enum tune_type)word_find(&text, type_name, TYPE_COUNT);
    c.trunk = widths_read(value_find(&text, "trunk"));
    c.eta = widths_read(value_find(&text, "eta"));
    c.guarantee = *value_find(&text, "guarantee") == 'y';
    c.sparsity = strtod(value_find(&text, "sparsity"), NULL);
    c.as_is = strcmp(text, " as_is") == 0;
    return c;
}

struct recipe candidate_recipe(const struct recipe *recipe, const struct candidate *c,
                               uint64_t seed)
{
    struct recipe r = *recipe;
    r.seed = seed;
    r.threads = 1;
    r.fixed_point = c->type == TYPE_Q15;
    if (c->as_is)
        return r;
    r.shape.activation = c->activation;
    r.shape.trunk = c->trunk;
    r.shape.eta = c->eta;
    r.epistemic.guarantee = c->guarantee;
    r.prune.sparsity = c->sparsity;
    r.prune.eta = 0.0;
    return r;
}
