/* See log.h. */
#include "prove/log/log.h"

#include "base/fail.h"
#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tree_print(const struct tree *tree, FILE *out)
{
    size_t depth = 1, room = 64;
    uint32_t *todo = malloc(room * sizeof(*todo));
    if (todo == NULL)
        fail("out of memory");
    todo[0] = 0;
    while (depth > 0) {
        const struct tree_node *node = &tree->nodes[todo[--depth]];
        if (depth + 2 > room) {
            room *= 2;
            todo = realloc(todo, room * sizeof(*todo));
            if (todo == NULL)
                fail("out of memory");
        }
        if (node->state == NODE_CUT) {
            fprintf(out, "cut %u %a\n", (unsigned)node->input, (double)node->cut);
            todo[depth++] = node->child + 1;
            todo[depth++] = node->child;
        } else if (node->state == NODE_PROVEN) {
            fprintf(out, "proven %.3g\n", (double)node->cut);
        } else {
            fprintf(out, "%s\n", node->state == NODE_POINTS ? "points" : "open");
        }
    }
    free(todo);
}

/* Slopes leave no tree. */
static size_t regions_of(const struct proof *proof)
{
    return proof->property->kind == PROPERTY_SLOPE ? 0 : proof->property->n_regions;
}

struct output log_text(struct arena *arena, const char *path, const struct proof_set *set)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        fail("out of memory");
    fprintf(out, "epiprove 1\nspec %s\nproperties %s\naccuracy %s\n", set->spec_sha256,
            set->properties_sha256, set->accuracy);
    for (size_t i = 0; i < set->count; i++) {
        fprintf(out, "property %s\n", set->proofs[i].property->name);
        if (set->proofs[i].property->kind == PROPERTY_SLOPE)
            fprintf(out, "slopes\n");
        for (size_t r = 0; r < regions_of(&set->proofs[i]); r++) {
            fprintf(out, "region\n");
            tree_print(&set->proofs[i].trees[r], out);
        }
    }
    fprintf(out, "end\n");
    fclose(out);
    struct output output = {path, arena_strndup(arena, text, size), size};
    free(text);
    return output;
}

/* --- reading -------------------------------------------------------------------------------- */

struct log_reader {
    const char *file, *next, *end;
    int line;
};

/* The next line, without its end, into text. */
static void line_read(struct log_reader *r, char *text, size_t size)
{
    const char *stop = memchr(r->next, '\n', (size_t)(r->end - r->next));
    r->line++;
    if (stop == NULL || (size_t)(stop - r->next) >= size)
        fail_at(r->file, r->line, "the log ends early or a line is too long");
    memcpy(text, r->next, (size_t)(stop - r->next));
    text[stop - r->next] = '\0';
    r->next = stop + 1;
}

static void line_expect(struct log_reader *r, const char *expected, const char *what)
{
    char text[512];
    line_read(r, text, sizeof(text));
    if (strcmp(text, expected) != 0)
        fail_at(r->file, r->line, "expected \"%s\": the log is of %s", expected, what);
}

/* A number that is all of the text. */
static bool number_read(const char *text, float *number)
{
    char *end;
    *number = strtof(text, &end);
    return end != text && *end == '\0';
}

bool log_line_cut(const char *text, size_t n_inputs, size_t *input, float *cut)
{
    if (strncmp(text, "cut ", 4) != 0)
        return false;
    char *end;
    unsigned long index = strtoul(text + 4, &end, 10);
    if (end == text + 4 || *end != ' ' || index >= n_inputs)
        return false;
    *input = index;
    return number_read(end + 1, cut);
}

bool log_line_proven(const char *text, float *bound)
{
    return strncmp(text, "proven ", 7) == 0 && number_read(text + 7, bound);
}

/* A node and all below it, depth first, as they were written. */
static void tree_read(struct log_reader *r, const struct net *net, struct tree *tree)
{
    size_t depth = 1, room = 64;
    uint32_t *todo = malloc(room * sizeof(*todo));
    tree_start(tree);
    if (todo != NULL)
        todo[0] = 0;
    while (todo != NULL && depth > 0) {
        char text[128];
        size_t input = 0;
        float cut = 0.0F;
        uint32_t node = todo[--depth];
        line_read(r, text, sizeof(text));
        if (log_line_cut(text, net->n_inputs, &input, &cut)) {
            uint32_t child = (uint32_t)tree_cut(tree, node, input, cut);
            if (depth + 2 > room)
                todo = realloc(todo, (room *= 2) * sizeof(*todo));
            if (todo == NULL)
                break;
            todo[depth++] = child + 1;
            todo[depth++] = child;
        } else if (log_line_proven(text, &cut)) {
            tree->nodes[node] = (struct tree_node){.cut = cut, .state = NODE_PROVEN};
        } else if (strcmp(text, "points") == 0) {
            tree->nodes[node].state = NODE_POINTS;
        } else if (strcmp(text, "open") != 0) {
            fail_at(r->file, r->line, "expected cut, proven, points or open");
        }
    }
    if (todo == NULL)
        fail("out of memory");
    free(todo);
}

void log_read(const struct proof_set *set, const struct net *net, const char *file,
              const char *bytes, size_t size)
{
    struct log_reader r = {file, bytes, bytes + size, 0};
    char text[512];
    line_expect(&r, "epiprove 1", "another version");
    snprintf(text, sizeof(text), "spec %s", set->spec_sha256);
    line_expect(&r, text, "another spec");
    snprintf(text, sizeof(text), "properties %s", set->properties_sha256);
    line_expect(&r, text, "other properties");
    snprintf(text, sizeof(text), "accuracy %s", set->accuracy);
    line_expect(&r, text, "another accuracy");
    for (size_t i = 0; i < set->count; i++) {
        snprintf(text, sizeof(text), "property %s", set->proofs[i].property->name);
        line_expect(&r, text, "other properties");
        if (set->proofs[i].property->kind == PROPERTY_SLOPE)
            line_expect(&r, "slopes", "other properties");
        for (size_t k = 0; k < regions_of(&set->proofs[i]); k++) {
            line_expect(&r, "region", "other properties");
            tree_read(&r, net, &set->proofs[i].trees[k]);
        }
    }
    line_expect(&r, "end", "other properties");
}
