/* See validate.h: the list of what is compared. */
#include "validate/validate.h"

#include <ctype.h>
#include <string.h>

const char *names_upper(struct arena *arena, const char *name)
{
    char *text = arena_strdup(arena, name);
    for (char *c = text; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

struct validation validate(struct arena *arena, const struct spec *spec, const char *sha256,
                           const struct source *code, const struct source *header)
{
    struct names names = {.prefix = frame_prefix(arena, code)};
    struct reader *reader = arena_alloc(arena, 1, sizeof(*reader));
    struct validation result = {.prefix = names.prefix, .type = frame_type(code)};
    names.upper = names_upper(arena, names.prefix);

    result.form = frame_form(code);
    struct header_words words = frame_header(arena, header, &names, spec);
    reader->arena = arena;
    reader->names = &names;
    reader->spec = spec;
    reader->tiled = strcmp(result.form, "tiled") == 0;
    reader->lexer = lexer_begin(code->file, code->bytes, code->size);
    result.accuracy = frame_accuracy(code, &reader->accuracy);
    reader->all_clamps = frame_all_clamps(&words);
    frame_head(&reader->lexer, &names);
    reader_run(reader);
    result.found = network_compare(reader);
    reader_finish(reader);
    frame_origin(code, sha256);
    frame_origin(header, sha256);
    frame_checksum(header, &words.checksum, sha256);
    frame_options(code, header, &words,
                  arena_printf(arena, "\"--form=%s --accuracy=%s --clamps=%s\"", result.form,
                               result.accuracy, reader->all_clamps ? "all" : "needed"));
    result.n_kernels = reader->n_kernels;
    for (size_t i = 0; i < reader->n_kernels; i++)
        result.kernels[i] = reader->kernels[i]->name;
    return result;
}
