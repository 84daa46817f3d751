/* The bounds for people and for programs: one row for every output. Ends are printed rounded
   outwards and errors upwards, so that what is printed holds as well. */
#include "program/bounds.h"

#include <math.h>

/* Of an output: where it is in the program and how the spec calls it. */
struct row {
    const char *output, *name, *unit;
    size_t index;
    struct interval range;
    double error;
};

typedef void row_print(struct arena *arena, const struct row *row, bool last, FILE *out);

static void row_text(struct arena *arena, const struct row *row, bool last, FILE *out)
{
    (void)last;
    const char *place = arena_printf(arena, "%s[%zu]", row->output, row->index);
    fprintf(out, "%-10s %15s %15s %12s  %s%s%s%s\n", place, number_down(arena, row->range.low, 9),
            number_up(arena, row->range.high, 9), number_up(arena, row->error, 4), row->name,
            row->unit[0] == '\0' ? "" : " [", row->unit, row->unit[0] == '\0' ? "" : "]");
}

/* Units are printable ASCII; quotes and backslashes are all that JSON minds. */
static void string_json(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void row_json(struct arena *arena, const struct row *row, bool last, FILE *out)
{
    fprintf(out,
            "    {\"output\": \"%s\", \"index\": %zu, \"name\": \"%s\", \"unit\": ", row->output,
            row->index, row->name);
    string_json(row->unit, out);
    fprintf(out, ", \"low\": %s, \"high\": %s, \"error\": %s}%s\n",
            number_down(arena, row->range.low, 9), number_up(arena, row->range.high, 9),
            number_up(arena, row->error, 4), last ? "" : ",");
}

static void rows_print(const struct program *program, const struct bounds *bounds, row_print *print,
                       FILE *out)
{
    const struct spec_output *mean = &program->spec->mean;
    struct arena *arena = arena_new();
    for (size_t b = 1 + program->spec->n_layers; b < program->n_buffers; b++) {
        const struct buffer *buffer = &program->buffers[b];
        bool eta = buffer->kind == BUFFER_ETA;
        for (size_t i = 0; i < buffer->size; i++) {
            struct row row = {.output = eta                           ? "eta"
                                        : buffer->kind == BUFFER_MEAN ? "mean"
                                                                      : "sigma",
                              .name = eta || mean->names == NULL ? "-" : mean->names[i],
                              .unit = eta || mean->unit == NULL ? "" : mean->unit,
                              .index = i,
                              .range = eta ? bounds->eta : bounds->values[buffer->offset + i],
                              .error = bounds->errors[buffer->offset + i]};
            print(arena, &row, b + 1 == program->n_buffers && i + 1 == buffer->size, out);
        }
    }
    arena_free(arena);
}

void bounds_print(const struct program *program, const struct bounds *bounds, FILE *out)
{
    fprintf(out, "%-10s %15s %15s %12s\n", "# output", "low", "high", "error");
    rows_print(program, bounds, row_text, out);
}

void bounds_print_json(const struct program *program, const struct bounds *bounds,
                       const char *sha256, FILE *out)
{
    fprintf(out, "{\n  \"model\": \"%s\",\n  \"spec_sha256\": \"%s\",\n  \"outputs\": [\n",
            program->prefix, sha256);
    rows_print(program, bounds, row_json, out);
    fputs("  ]\n}\n", out);
}
