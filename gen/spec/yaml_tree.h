/* YAML as a tree of plain nodes. This part of reading knows nothing of specs or recipes.
   yaml_tree_read refuses anchors, aliases, tags and several documents, so that the result is a
   finite tree no larger than the file. The helpers (yaml_values.c) read the tree with messages that
   name the place: `file:line: layer "h1": bias is "x", expected a list of numbers`. */
#ifndef EPIGEN_YAML_TREE_H
#define EPIGEN_YAML_TREE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YAML_MAX_DEPTH = 8,               /* levels of nested lists and maps */
    YAML_MAX_KEYS = 256,              /* in one map */
    YAML_MAX_NODES = 8 * 1000 * 1000, /* scalars, lists, maps and keys in one file */
    YAML_MAX_NUMBER = 128             /* characters of one number */
};

enum yaml_kind { YAML_KIND_SCALAR, YAML_KIND_LIST, YAML_KIND_MAP };

struct yaml_node {
    union {
        const char *text;        /* scalar: ends with a NUL, and has no other */
        struct yaml_node *items; /* list: (count); map: (2 * count), keys and values alternate */
    } u;
    uint32_t count; /* scalar: length of text; list: items; map: pairs */
    int line;       /* counted from 1 */
    enum yaml_kind kind;
    bool quoted; /* scalar: in quotes or block style, so never a number */
};

/* The part of a file that the helpers read. A message begins with the file, the line and the
   prefix, `layer "h1": ` or "". */
struct yaml_scope {
    const char *file;
    const char *prefix;
};

/* Text as a message shows it: cut short, with `?` for each character that is not printable ASCII.
 */
struct yaml_excerpt {
    char text[52]; /* 44 characters, "...", room for a pair of quotes */
};

/* The one document in bytes[0..size). Ends through fail_at on the first fault. */
struct yaml_node *yaml_tree_read(struct arena *arena, const char *file, const char *bytes,
                                 size_t size);

struct yaml_excerpt yaml_excerpt(const char *text);

/* The value of a key, or NULL. */
const struct yaml_node *yaml_find(const struct yaml_node *map, const char *key);
/* The value of a key that must be there. */
const struct yaml_node *yaml_need(const struct yaml_scope *scope, const struct yaml_node *map,
                                  const char *key);

/* Each of these ends through fail_at unless the node is what its name says. `what` is the node's
   name in messages. */
void yaml_expect_map(const struct yaml_scope *scope, const struct yaml_node *node, const char *what,
                     const char *const keys[]); /* allowed keys, NULL at the end */
void yaml_expect_kind(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, enum yaml_kind kind, const char *expected);
/* A list of 1 to limit items. */
void yaml_expect_list(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, const char *expected, size_t limit);
/* A scalar that is not empty. */
const char *yaml_text(const struct yaml_scope *scope, const struct yaml_node *node,
                      const char *what, const char *expected);
/* The index in words of the node's text; any other text is refused. */
size_t yaml_choice(const struct yaml_scope *scope, const struct yaml_node *node, const char *what,
                   const char *const words[], size_t count);
/* The float32 nearest to a plain decimal number; it is 0, or normal and finite. */
float yaml_number(const struct yaml_scope *scope, const struct yaml_node *node, const char *what);
/* Reads all items of a list into numbers[0..list->count). */
void yaml_numbers(const struct yaml_scope *scope, const struct yaml_node *list, const char *what,
                  float numbers[]);

/* Whether yaml_number would read the text as a number, be it too large or too small. */
bool yaml_is_number(const char *text);

#endif
