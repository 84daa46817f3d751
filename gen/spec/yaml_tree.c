/* See yaml_tree.h. The only file that calls libyaml. Its event parser drives a stack of
   finished nodes and a stack of open collections: a scalar is pushed as a node, the end
   of a collection moves the nodes above its mark into one array and pushes that as one
   node. Keys stand in front of their values on the same stack. libyaml's own memory is
   released before every fail_at, which may leave by longjmp. */
#include "spec/yaml_tree.h"

#include "base/fail.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* A list or map whose end has not been seen. */
struct open {
    enum yaml_kind kind;
    size_t first; /* its nodes start here on the stack */
    int line;
};

struct builder {
    struct arena *arena;
    const char *file, *bytes;
    size_t skipped; /* bytes of a mark in front that libyaml does not see */
    yaml_parser_t parser;
    yaml_event_t event;
    struct yaml_node *stack;
    size_t n_stack, capacity, n_nodes, n_documents, depth;
    struct open open[YAML_MAX_DEPTH];
};

static void builder_release(struct builder *b)
{
    yaml_event_delete(&b->event);
    yaml_parser_delete(&b->parser);
}

static _Noreturn void builder_fail(struct builder *b, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static _Noreturn void builder_fail(struct builder *b, int line, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args); /* the arguments may be libyaml's memory */
    va_end(args);
    builder_release(b);
    fail_at(b->file, line, "%s", text);
}

static int mark_line(yaml_mark_t mark) { return (int)mark.line + 1; }

static int event_line(const struct builder *b) { return mark_line(b->event.start_mark); }

/* libyaml says only at which byte its decoder stopped. */
static int offset_line(const char *bytes, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset; i++)
        if (bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n'))
            line++;
    return line;
}

static _Noreturn void builder_fail_syntax(struct builder *b)
{
    const yaml_parser_t *p = &b->parser;
    if (p->error == YAML_MEMORY_ERROR) {
        builder_release(b);
        fail("out of memory");
    }
    if (p->error == YAML_READER_ERROR)
        builder_fail(b, offset_line(b->bytes, b->skipped + p->problem_offset),
                     "byte %zu: %s, expected UTF-8 text", b->skipped + p->problem_offset + 1,
                     p->problem);
    int line = mark_line(p->problem_mark);
    if (p->context == NULL)
        builder_fail(b, line, "not valid YAML: %s", p->problem);
    if (mark_line(p->context_mark) == line)
        builder_fail(b, line, "not valid YAML: %s (%s)", p->problem, p->context);
    builder_fail(b, line, "not valid YAML: %s (%s, begun on line %d)", p->problem, p->context,
                 mark_line(p->context_mark));
}

/* True when the next node is the key of a pair. */
static bool at_key(const struct builder *b)
{
    if (b->depth == 0)
        return false;
    const struct open *top = &b->open[b->depth - 1];
    return top->kind == YAML_KIND_MAP && (b->n_stack - top->first) % 2 == 0;
}

static void key_check(struct builder *b, const char *key)
{
    const struct open *map = &b->open[b->depth - 1];
    if (b->n_stack - map->first >= 2 * (size_t)YAML_MAX_KEYS)
        builder_fail(b, event_line(b), "a map has more than %d keys, the limit is %d",
                     YAML_MAX_KEYS, YAML_MAX_KEYS);
    for (size_t i = map->first; i < b->n_stack; i += 2)
        if (strcmp(b->stack[i].u.text, key) == 0)
            builder_fail(b, event_line(b), "key \"%s\" is repeated, expected it once: see line %d",
                         yaml_excerpt(key).text, b->stack[i].line);
}

static void node_push(struct builder *b, struct yaml_node node)
{
    if (b->n_stack == b->capacity) {
        size_t capacity = b->capacity == 0 ? 64 : 2 * b->capacity;
        b->stack = arena_grow(b->arena, b->stack, b->n_stack, capacity, sizeof(*b->stack));
        b->capacity = capacity;
    }
    b->stack[b->n_stack++] = node;
}

static void node_count(struct builder *b)
{
    if (++b->n_nodes > YAML_MAX_NODES)
        builder_fail(b, event_line(b), "the file has more than %d values, the limit is %d",
                     YAML_MAX_NODES, YAML_MAX_NODES);
}

static void anchor_refuse(struct builder *b, const yaml_char_t *anchor, char sign)
{
    if (anchor != NULL)
        builder_fail(b, event_line(b), "%s \"%c%s\" found, expected values written out in full",
                     sign == '&' ? "anchor" : "alias", sign,
                     yaml_excerpt((const char *)anchor).text);
}

static void tag_refuse(struct builder *b, const yaml_char_t *tag)
{
    if (tag != NULL)
        builder_fail(b, event_line(b), "tag \"%s\" found, expected values without tags",
                     yaml_excerpt((const char *)tag).text);
}

static void scalar_add(struct builder *b)
{
    const char *text = (const char *)b->event.data.scalar.value;
    size_t length = b->event.data.scalar.length;
    anchor_refuse(b, b->event.data.scalar.anchor, '&');
    tag_refuse(b, b->event.data.scalar.tag);
    if (memchr(text, '\0', length) != NULL)
        builder_fail(b, event_line(b), "text \"%s\" holds a NUL character, expected none",
                     yaml_excerpt(text).text);
    if (at_key(b))
        key_check(b, text);
    node_count(b);
    node_push(b, (struct yaml_node){
                     .kind = YAML_KIND_SCALAR,
                     .u.text = arena_strndup(b->arena, text, length),
                     .count = (uint32_t)length,
                     .line = event_line(b),
                     .quoted = b->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE,
                 });
}

static void collection_open(struct builder *b, enum yaml_kind kind, const yaml_char_t *anchor,
                            const yaml_char_t *tag)
{
    anchor_refuse(b, anchor, '&');
    tag_refuse(b, tag);
    if (at_key(b))
        builder_fail(b, event_line(b), "a map's key is a %s, expected text",
                     kind == YAML_KIND_LIST ? "list" : "map");
    if (b->depth == YAML_MAX_DEPTH)
        builder_fail(b, event_line(b), "lists and maps are nested deeper than the limit of %d",
                     YAML_MAX_DEPTH);
    node_count(b);
    b->open[b->depth++] = (struct open){kind, b->n_stack, event_line(b)};
}

static void collection_close(struct builder *b)
{
    const struct open *top = &b->open[--b->depth];
    size_t count = b->n_stack - top->first;
    struct yaml_node node = {.kind = top->kind, .line = top->line};
    if (count > 0)
        node.u.items = arena_grow(b->arena, b->stack + top->first, count, count, sizeof(node));
    node.count = (uint32_t)(top->kind == YAML_KIND_MAP ? count / 2 : count);
    b->n_stack = top->first;
    node_push(b, node);
}

static void event_take(struct builder *b)
{
    const yaml_event_t *e = &b->event;
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->n_documents++ > 0)
            builder_fail(b, event_line(b), "a second document begins, expected only one");
        break;
    case YAML_ALIAS_EVENT: anchor_refuse(b, e->data.alias.anchor, '*'); break;
    case YAML_SCALAR_EVENT: scalar_add(b); break;
    case YAML_SEQUENCE_START_EVENT:
        collection_open(b, YAML_KIND_LIST, e->data.sequence_start.anchor,
                        e->data.sequence_start.tag);
        break;
    case YAML_MAPPING_START_EVENT:
        collection_open(b, YAML_KIND_MAP, e->data.mapping_start.anchor, e->data.mapping_start.tag);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: collection_close(b); break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT: break;
    }
}

static void builder_run(struct builder *b)
{
    bool done = false;
    while (!done) {
        if (!yaml_parser_parse(&b->parser, &b->event))
            builder_fail_syntax(b);
        event_take(b);
        done = b->event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&b->event);
    }
}

/* UTF-8 only, so that lines can be counted in bytes; editors that put a mark in front are forgiven.
 */
static void builder_input(struct builder *b, size_t size)
{
    if (!yaml_parser_initialize(&b->parser))
        fail("out of memory");
    b->skipped = size >= 3 && memcmp(b->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)b->bytes + b->skipped,
                                 size - b->skipped);
}

struct yaml_node *yaml_tree_read(struct arena *arena, const char *file, const char *bytes,
                                 size_t size)
{
    struct builder b = {.arena = arena, .file = file, .bytes = size > 0 ? bytes : ""};
    builder_input(&b, size);
    builder_run(&b);
    if (b.n_stack == 0)
        builder_fail(&b, 1, "the file is empty, expected a YAML document");
    builder_release(&b);
    return b.stack;
}

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

/* What a node is, in a message's words: `a list`, `empty`, `"text"`. */
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

/* "a, b, c", as many as fit. */
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

/* [+-] digits [. [digits]] [e [+-] digits] */
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

/* A leading zero means octal to some readers of YAML and nothing to others. */
static bool leads_with_zero(const char *text)
{
    const char *p = sign_skip(text);
    return p[0] == '0' && p[1] >= '0' && p[1] <= '9';
}

/* .nan, -.inf, NaN, infinity ...: in YAML's spelling or printf's. */
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

/* Whether a number's text means zero, however small its float32 comes out. */
static bool means_zero(const char *text)
{
    text = sign_skip(text);
    return text[strspn(text, "0.")] == '\0' || strchr("eE", text[strspn(text, "0.")]) != NULL;
}

/* strtof whatever the program's locale: some write a decimal comma. */
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

/* NULL, or what is wrong with a scalar as a number. Denormals cost time on many targets. */
static const char *number_convert(const struct yaml_node *node, float *value)
{
    if (node->quoted)
        return "is quoted text, expected a number without quotes";
    if (is_not_finite(node->u.text))
        return "is not finite, expected a finite number";
    if (!yaml_is_number(node->u.text))
        return "is not a number, expected one such as -0.25 or 1e-3";
    if (leads_with_zero(node->u.text))
        return "has a leading zero, expected a decimal number without";
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

/* The name of an item is made up only when it is needed: there may be millions. */
void yaml_numbers(const struct yaml_scope *scope, const struct yaml_node *list, const char *what,
                  float numbers[])
{
    for (size_t i = 0; i < list->count; i++) {
        const struct yaml_node *item = &list->u.items[i];
        if (item->kind == YAML_KIND_SCALAR && number_convert(item, &numbers[i]) == NULL)
            continue;
        char name[128];
        snprintf(name, sizeof(name), "number %zu of %s", i + 1, what);
        numbers[i] = yaml_number(scope, item, name); /* says what is wrong */
    }
}
