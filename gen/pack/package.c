/* See package.h. */
#include "pack/package.h"

#include "base/child.h"
#include "base/fail.h"
#include "pack/tools.h"

#include <stdlib.h>
#include <string.h>

const char *package_text(const struct package *package, const char *pattern)
{
    const char *text = "";
    while (*pattern != '\0') {
        size_t plain = strcspn(pattern, "@#");
        const char *word = pattern[plain] == '@'   ? package->name
                           : pattern[plain] == '#' ? package->about.version
                                                   : "";
        text = arena_printf(package->arena, "%s%.*s%s", text, (int)plain, pattern, word);
        pattern += plain + (pattern[plain] != '\0');
    }
    return text;
}

static struct output template_expand(const struct package *package, const char *template,
                                     const struct ingredients *given)
{
    struct output output = {.path = NULL};
    FILE *calls = tmpfile();
    if (calls == NULL)
        fail("cannot make a temporary file");
    facts_emit(given->model, &package->about, template, calls);
    output.text = macro_expand(package->arena, given->dirs, package->name, calls, &output.size);
    fclose(calls);
    return output;
}

static struct output emitted_find(const struct output emitted[EMITTED_FILES], const char *suffix)
{
    for (size_t i = 0; i < EMITTED_FILES; i++)
        if (strcmp(emitted_files[i].suffix, suffix) == 0)
            return emitted[i];
    fail("internal error: no emitted file ends with %s", suffix);
}

static struct output file_make(const struct package *package, const struct kind_file *row,
                               const struct ingredients *given,
                               const struct output emitted[EMITTED_FILES])
{
    struct output output = {.text = given->spec, .size = given->spec_size};
    if (row->origin == FROM_TEMPLATE) {
        output = template_expand(package, row->text, given);
    } else if (row->origin == FROM_EMITTER) {
        output = emitted_find(emitted, row->text);
    } else if (row->origin == FROM_CHECKSUM) {
        output.text =
            arena_printf(package->arena, "%s  %s.yaml\n", given->model->sha256, package->name);
        output.size = strlen(output.text);
    }
    output.path = package_text(package, row->path);
    return output;
}

static int path_compare(const void *a, const void *b)
{
    return strcmp(((const struct archive_file *)a)->file.path,
                  ((const struct archive_file *)b)->file.path);
}

/* Places of the table are found again by path. */
static void package_sort(struct package *package)
{
    qsort(package->files, package->count, sizeof(package->files[0]), path_compare);
}

struct package package_make(const struct kind *kind, const struct ingredients *given)
{
    struct arena *arena = given->model->arena;
    struct package package = {.arena = arena,
                              .kind = kind,
                              .name = given->model->program->prefix,
                              .about = about_read(given->model)};
    struct output emitted[EMITTED_FILES];
    model_emit(given->model, given->dirs, emitted);
    package.files = arena_alloc(arena, kind->n_files + 2, sizeof(package.files[0]));
    for (size_t i = 0; i < kind->n_files; i++)
        package.files[package.count++].file = file_make(&package, &kind->files[i], given, emitted);
    package_sort(&package);
    return package;
}

void package_add(struct package *package, const struct output *file)
{
    package->files[package->count++] = (struct archive_file){*file, true};
    package_sort(package);
}

static bool file_is_archived(const struct package *package, const char *path)
{
    for (size_t i = 0; i < package->kind->n_files; i++)
        if (strcmp(package_text(package, package->kind->files[i].path), path) == 0)
            return package->kind->files[i].place == ARCHIVED;
    return true;
}

struct output package_archive(const struct package *package)
{
    const struct kind_archive *archive = &package->kind->archive;
    struct archive_file *files = arena_alloc(package->arena, package->count, sizeof(files[0]));
    const char *root = archive->format == ARCHIVE_NONE ? "" : package_text(package, archive->root);
    struct output made = {.path = NULL};
    size_t count = 0;
    for (size_t i = 0; i < package->count; i++) {
        if (!file_is_archived(package, package->files[i].file.path))
            continue;
        files[count] = package->files[i];
        files[count++].file.path =
            arena_printf(package->arena, "%s%s", root, package->files[i].file.path);
    }
    if (archive->format == ARCHIVE_NONE)
        return made;
    made = archive->format == ARCHIVE_ZIP ? archive_zip(package->arena, files, count)
                                          : archive_tar_gz(package->arena, files, count);
    made.path = package_text(package, archive->path);
    return made;
}

bool package_product(struct package *package, const struct directory *directory)
{
    const struct kind_product *product = &package->kind->product;
    if (product->path == NULL)
        return true;
    if (!machine_is(product->machine) || !tools_are_here(package->kind->tools))
        return false;
    struct output made = {.path = package_text(package, product->path)};
    const char *argv[32] = {NULL};
    for (size_t i = 0; product->words[i] != NULL; i++)
        argv[i] = package_text(package, product->words[i]);
    directory_expect(directory, made.path);
    struct child compiler = {.argv = (char *const *)argv, .directory = directory->temporary};
    if (child_run(&compiler) != 0)
        return false;
    made.text = file_read(package->arena,
                          arena_printf(package->arena, "%s/%s", directory->temporary, made.path),
                          SPEC_MAX_BYTES, &made.size);
    package_add(package, &made);
    return true;
}
