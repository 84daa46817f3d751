/* The helpers of yaml_tree.h that read nodes: find a key, expect a kind, convert a number. */
#include "spec/yaml_tree.h"

#include "base/fail.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct yaml_excerpt yaml_excerpt(const char *text)
{
    struct yaml_excerpt e = {""};
    size_t n = 0;
    for (; *text != '\0' && n < sizeof(e.text) - 8; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x80 || c >= 0xC0) /* not in the middle of a UTF-8 character */
            e.text[n++] = c >= 0x20 && c < 0x7F ? (char)c : '?';
    }
    if (*text != '\0')
        memcpy(e.text + n, "...", 4);
    return e;
}

const struct yaml_node *yaml_find(const struct yaml_node *map, const char *key)
{
    for (size_t i = 0; i < map->count; i++)
        if (strcmp(map->u.items[2 * i].u.text, key) == 0)
            return &map->u.items[2 * i + 1];
    return NULL;
}

const struct yaml_node *yaml_need(const struct yaml_scope *scope, const struct yaml_node *map,
                                  const char *key)
{
    const struct yaml_node *value = yaml_find(map, key);
    if (value == NULL)
        fail_at(scope->file, map->line, "%skey \"%s\" is missing", scope->prefix, key);
    return value;
}

/* The node in the words of a message: `a list`, `empty`, `"text"`. */
static struct yaml_excerpt node_words(const struct yaml_node *node)
{
    static const char *const words[] = {"empty", "a list", "a map"};
    struct yaml_excerpt e;
    if (node->kind != YAML_KIND_SCALAR || node->count == 0)
        snprintf(e.text, sizeof(e.text), "%s", words[node->kind]);
    else
        snprintf(e.text, sizeof(e.text), "\"%.47s\"", yaml_excerpt(node->u.text).text);
    return e;
}

static _Noreturn void fail_expected(const struct yaml_scope *scope, const struct yaml_node *node,
                                    const char *what, const char *expected)
{
    fail_at(scope->file, node->line, "%s%s is %s, expected %s", scope->prefix, what,
            node_words(node).text, expected);
}

void yaml_expect_kind(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, enum yaml_kind kind, const char *expected)
{
    if (node->kind != kind)
        fail_expected(scope, node, what, expected);
}

/* Joins words to "a, b, c", as many as fit. */
static void words_join(char *out, size_t size, const char *const words[], size_t count)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", words[i]);
}

static bool word_find(const char *const words[], size_t count, const char *word, size_t *index)
{
    for (*index = 0; *index < count; ++*index)
        if (strcmp(words[*index], word) == 0)
            return true;
    return false;
}

void yaml_expect_map(const struct yaml_scope *scope, const struct yaml_node *node, const char *what,
                     const char *const keys[])
{
    char joined[400];
    size_t n_keys = 0, index;
    while (keys[n_keys] != NULL)
        n_keys++;
    words_join(joined, sizeof(joined), keys, n_keys);
    if (node->kind != YAML_KIND_MAP)
        fail_at(scope->file, node->line, "%s%s is %s, expected a map with the keys %s",
                scope->prefix, what, node_words(node).text, joined);
    for (size_t i = 0; i < node->count; i++) {
        const struct yaml_node *key = &node->u.items[2 * i];
        if (!word_find(keys, n_keys, key->u.text, &index))
            fail_at(scope->file, key->line, "%sunknown key \"%s\", expected %s %s", scope->prefix,
                    yaml_excerpt(key->u.text).text, n_keys > 1 ? "one of" : "only", joined);
    }
}

void yaml_expect_list(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, const char *expected, size_t limit)
{
    yaml_expect_kind(scope, node, what, YAML_KIND_LIST, expected);
    if (node->count == 0)
        fail_at(scope->file, node->line, "%s%s is an empty list, expected %s", scope->prefix, what,
                expected);
    if (node->count > limit)
        fail_at(scope->file, node->line, "%s%s has %u items, the limit is %zu", scope->prefix, what,
                (unsigned)node->count, limit);
}

const char *yaml_text(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, const char *expected)
{
    if (node->kind != YAML_KIND_SCALAR || node->count == 0)
        fail_expected(scope, node, what, expected);
    return node->u.text;
}

size_t yaml_choice(const struct yaml_scope *scope, const struct yaml_node *node, const char *what,
                   const char *const words[], size_t count)
{
    char joined[400], expected[420];
    size_t index;
    if (node->kind != YAML_KIND_SCALAR || !word_find(words, count, node->u.text, &index)) {
        words_join(joined, sizeof(joined), words, count);
        snprintf(expected, sizeof(expected), count > 1 ? "one of %s" : "%s", joined);
        fail_expected(scope, node, what, expected);
    }
    return index;
}

static const char *digits_skip(const char *p)
{
    while (*p >= '0' && *p <= '9')
        p++;
    return p;
}

static const char *sign_skip(const char *p) { return *p == '-' || *p == '+' ? p + 1 : p; }

/* A number is [+-] digits [. [digits]] [e [+-] digits]. */
bool yaml_is_number(const char *text)
{
    const char *start = sign_skip(text);
    const char *p = digits_skip(start);
    if (p == start)
        return false;
    if (*p == '.')
        p = digits_skip(p + 1);
    if (*p == 'e' || *p == 'E') {
        start = sign_skip(p + 1);
        p = digits_skip(start);
        if (p == start)
            return false;
    }
    return *p == '\0';
}

/* Whether the number has a leading zero, which some readers of YAML take for octal. */
static bool leads_with_zero(const char *text)
{
    const char *p = sign_skip(text);
    return p[0] == '0' && p[1] >= '0' && p[1] <= '9';
}

/* Whether the text is a NaN or an infinity, as YAML (.nan, -.inf) or printf (nan, inf) spells it.
 */
static bool is_not_finite(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    char lower[16] = "";
    size_t index;
    text = sign_skip(text);
    text += *text == '.';
    for (size_t i = 0; text[i] != '\0' && i < sizeof(lower) - 1; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    return word_find(words, 3, lower, &index);
}

/* Whether all digits of the number are zero. */
static bool means_zero(const char *text)
{
    text = sign_skip(text);
    return text[strspn(text, "0.")] == '\0' || strchr("eE", text[strspn(text, "0.")]) != NULL;
}

/* strtof in the "C" locale: the program's locale may have a decimal comma. */
static float float_convert(const char *text)
{
    static locale_t c_locale = (locale_t)0;
    if (c_locale == (locale_t)0)
        c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c_locale == (locale_t)0)
        fail("out of memory");
    locale_t before = uselocale(c_locale);
    float value = strtof(text, NULL);
    uselocale(before);
    return value;
}

/* Converts a scalar. Returns NULL, or what is wrong with it as a number. Denormals are refused,
   because they cost time on many targets. */
static const char *number_convert(const struct yaml_node *node, float *value)
{
    if (node->quoted)
        return "is quoted text, expected a number without quotes";
    if (is_not_finite(node->u.text))
        return "is not finite, expected a finite number";
    if (!yaml_is_number(node->u.text))
        return "is not a number, expected one such as -0.25 or 1e-3";
    if (leads_with_zero(node->u.text))
        return "has a leading zero, expected a decimal number without one";
    if (node->count > YAML_MAX_NUMBER)
        return "is too long, expected at most 128 characters";
    *value = float_convert(node->u.text);
    if (isinf(*value))
        return "is beyond float32, expected at most 3.40282347e+38 in magnitude";
    if (fabsf(*value) < FLT_MIN && !means_zero(node->u.text))
        return "is too small, expected 0 or at least 1.17549435e-38 in magnitude";
    return NULL;
}

float yaml_number(const struct yaml_scope *scope, const struct yaml_node *node, const char *what)
{
    float value = 0.0F;
    if (node->kind != YAML_KIND_SCALAR || node->count == 0)
        fail_expected(scope, node, what, "a number");
    const char *fault = number_convert(node, &value);
    if (fault != NULL)
        fail_at(scope->file, node->line, "%s%s: \"%s\" %s", scope->prefix, what,
                yaml_excerpt(node->u.text).text, fault);
    return value;
}

/* Names an item only if it is wrong, because there may be millions of items. */
void yaml_numbers(const struct yaml_scope *scope, const struct yaml_node *list, const char *what,
                  float numbers[])
{
    for (size_t i = 0; i < list->count; i++) {
        const struct yaml_node *item = &list->u.items[i];
        if (item->kind == YAML_KIND_SCALAR && number_convert(item, &numbers[i]) == NULL)
            continue;
        char name[128];
        snprintf(name, sizeof(name), "number %zu of %s", i + 1, what);
        numbers[i] = yaml_number(scope, item, name); /* ends with what is wrong */
    }
}
