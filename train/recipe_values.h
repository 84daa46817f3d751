/* Reads single values of a recipe. A value out of range ends the run with file, line and what was
   expected; a key that is missing leaves the default. */
#ifndef EPITRAIN_RECIPE_VALUES_H
#define EPITRAIN_RECIPE_VALUES_H

#include "recipe.h"
#include "spec/yaml_tree.h"

struct recipe_reader {
    struct arena *arena;
    struct yaml_scope scope; /* the file and the section, for messages */
    struct recipe *recipe;
};

typedef const struct yaml_node node_t;

/* The number, or whole number, of a key in a map. */
void recipe_number(struct recipe_reader *r, node_t *map, const char *key, double low, double high,
                   double *value);
void recipe_size(struct recipe_reader *r, node_t *map, const char *key, double low, double high,
                 size_t *value);

/* The number of the word that a key has; `otherwise` where the key is missing. */
size_t recipe_choice(struct recipe_reader *r, node_t *map, const char *key,
                     const char *const words[], size_t count, size_t otherwise);

/* A list of widths, and an activation that has a derivative (recipe_read.c). A node that is NULL
   leaves the default. */
void recipe_widths(struct recipe_reader *r, node_t *list, const char *key, struct widths *widths);
enum activation recipe_activation(struct recipe_reader *r, node_t *node, enum activation otherwise);

/* The map under a key, or NULL where the key is missing. Refuses keys that are not in `keys`. */
node_t *recipe_section(struct recipe_reader *r, node_t *root, const char *key,
                       const char *const keys[]);

/* A file name, relative to the recipe. $EPIGEN_DATA in front of it stands for the directory that
   this environment variable names. The recipe keeps it among its sources. */
const char *recipe_path(struct recipe_reader *r, node_t *node, const char *what);

#endif
