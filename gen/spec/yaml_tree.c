/* See yaml_tree.h. This is the only file that calls libyaml. libyaml's events drive two stacks:
   finished nodes, and open lists and maps. A scalar is pushed as a node. The end of a list or map
   moves its nodes from the stack into one array, which is pushed as one node. A key stands in front
   of its value on the same stack. libyaml's memory is released before every fail_at, which may
   leave by longjmp. */
#include "spec/yaml_tree.h"

#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* A list or map whose end has not been read yet. */
struct open {
    enum yaml_kind kind;
    size_t first; /* index on the stack of its first node */
    int line;
};

struct builder {
    struct arena *arena;
    const char *file, *bytes;
    size_t skipped; /* bytes of a byte order mark, which libyaml does not get */
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

/* The line of a byte: of an encoding error libyaml gives the offset only. */
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

/* Accepts UTF-8 only, so that lines can be counted in bytes. Skips the byte order mark that some
   editors put in front. */
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
