/* See against.h. JSON is read as YAML, of which it is a part. */
#include "wcet/report/against.h"

#include "base/fail.h"
#include "base/files.h"
#include "spec/yaml_tree.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REPORT = 64 * 1024 * 1024 };

const char *const figure_names[N_FIGURES] = {"instructions", "cycles", "stack", "flash", "ram"};

void figures_of(const struct analysis *a, uint64_t figures[N_FIGURES])
{
    const struct function *entry = &a->functions[0];
    const uint64_t values[N_FIGURES] = {entry->instructions, entry->cycles, entry->stack, a->flash,
                                        a->ram};
    memcpy(figures, values, sizeof(values));
}

static uint64_t figure_read(const struct yaml_scope *scope, const struct yaml_node *root,
                            const char *key)
{
    const struct yaml_node *node = yaml_need(scope, root, key);
    const char *text = yaml_text(scope, node, key, "a whole number");
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
        fail_at(scope->file, node->line, "%s is %s, expected a whole number", key,
                yaml_excerpt(text).text);
    return value;
}

static const char *text_read(const struct yaml_scope *scope, const struct yaml_node *root,
                             const char *key)
{
    return yaml_text(scope, yaml_need(scope, root, key), key, "a text");
}

static void same_number(const struct yaml_scope *scope, const struct yaml_node *root,
                        const char *key, unsigned now)
{
    uint64_t then = figure_read(scope, root, key);
    if (then != now)
        fail("%s: was made with %s %" PRIu64 ", this run has %u: not comparable", scope->file, key,
             then, now);
}

struct earlier *earlier_read(struct arena *arena, const char *file, const struct analysis *a)
{
    struct earlier *earlier = arena_alloc(arena, 1, sizeof(*earlier));
    struct yaml_scope scope = {file, ""};
    size_t size;
    const char *bytes = file_read(arena, file, MAX_REPORT, &size);
    const struct yaml_node *root = yaml_tree_read(arena, file, bytes, size);
    yaml_expect_kind(&scope, root, "the report", YAML_KIND_MAP, "a report of epiwcet --json");
    text_read(&scope, root, "epiwcet");
    const char *core = text_read(&scope, root, "core");
    if (strcmp(core, a->core->name) != 0)
        fail("%s: is for core %s, this run for %s: not comparable", file, yaml_excerpt(core).text,
             a->core->name);
    same_number(&scope, root, "flash_wait", a->memory.flash_wait);
    same_number(&scope, root, "flash_line", a->memory.flash_line);
    same_number(&scope, root, "literal_wait", a->memory.literal_wait);
    if (yaml_find(root, "flash_buffers") != NULL || a->memory.buffers != 2)
        same_number(&scope, root, "flash_buffers", a->memory.buffers);
    if (yaml_find(root, "multiplier") != NULL) /* an older report has none */
        same_number(&scope, root, "multiplier", core_row(a->core, CLASS_MULTIPLY)->cycles);
    earlier->file = file;
    earlier->entry = arena_strdup(arena, yaml_excerpt(text_read(&scope, root, "entry")).text);
    earlier->stream = text_read(&scope, root, "stream");
    for (size_t i = 0; i < N_FIGURES; i++)
        earlier->figures[i] = figure_read(&scope, root, figure_names[i]);
    return earlier;
}

bool same_stream(const struct analysis *a, const struct earlier *earlier)
{
    return strcmp(a->stream, earlier->stream) == 0;
}

void against_text(const struct analysis *a, const struct earlier *earlier, FILE *out)
{
    uint64_t now[N_FIGURES];
    figures_of(a, now);
    fprintf(out, "\nsince %s (%s):\n", earlier->file, earlier->entry);
    for (size_t i = 0; i < N_FIGURES; i++) {
        uint64_t then = earlier->figures[i];
        if (then == now[i]) {
            fprintf(out, "  %-13s %" PRIu64 ", unchanged\n", figure_names[i], then);
            continue;
        }
        fprintf(out, "  %-13s %" PRIu64 " -> %" PRIu64, figure_names[i], then, now[i]);
        if (then > 0)
            fprintf(out, " (%+.2f %%)", 100.0 * ((double)now[i] - (double)then) / (double)then);
        fputc('\n', out);
    }
    fputs(same_stream(a, earlier)
              ? "  The instruction stream is identical apart from constants: what was argued about "
                "time and stack still holds.\n"
              : "  The instruction stream has changed, not only its constants.\n",
          out);
}

void against_json(const struct analysis *a, const struct earlier *earlier, FILE *out)
{
    uint64_t now[N_FIGURES];
    figures_of(a, now);
    fprintf(out, "{\"same_stream\": %s", same_stream(a, earlier) ? "true" : "false");
    for (size_t i = 0; i < N_FIGURES; i++)
        fprintf(out, ", \"%s\": {\"old\": %" PRIu64 ", \"new\": %" PRIu64 "}", figure_names[i],
                earlier->figures[i], now[i]);
    fputc('}', out);
}
