/* A program in fixed point for people: the dump, and its bounds. */
#include "program/q15/errors.h"
#include "program/q15/q15.h"

#include "program/number.h"

#include <inttypes.h>
#include <math.h>

static void layer_dump(const struct q15_layer *layer, FILE *out)
{
    fprintf(out, "layer     %s, %s, sums %s\n", layer->layer->name,
            activation_name[layer->layer->activation],
            layer->by_row ? "with exponents of their own" : "of one exponent");
    for (size_t row = 0; row < layer->layer->n_out; row++) {
        const struct q15_neuron *n = &layer->neurons[row];
        fprintf(out, "  neuron %zu: 2^-%d * (%" PRId32, row, n->sum_exponent, n->bias);
        for (size_t i = 0; i < layer->layer->n_in; i++)
            fprintf(out, " %+d * v%zu", layer->weights[row * layer->layer->n_in + i], i);
        fprintf(out, ") >> %u, by %s, 2^-%d%s in [%" PRId32 ", %" PRId32 "]\n", n->shift,
                activation_name[layer->layer->activation], layer->values[row].exponent,
                layer->values[row].half ? " and a half" : "", layer->values[row].range.low,
                layer->values[row].range.high);
    }
}

void q15_dump(const struct q15_program *program, FILE *out)
{
    const struct spec *spec = program->spec;
    fprintf(out, "program %s, q15, %s\n", program->prefix,
            program->tables ? "kernels with tables" : "kernels without tables");
    for (size_t i = 0; i < spec->n_inputs; i++)
        fprintf(out, "input     %s = 2^-%d in [%" PRId32 ", %" PRId32 "]\n", spec->inputs[i].name,
                program->inputs[i].exponent, program->inputs[i].range.low,
                program->inputs[i].range.high);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_dump(&program->layers[spec->order[i]], out);
}

/* An output with what holds of it. */
struct line {
    const char *output, *name, *unit;
    size_t index;
    struct interval range;
    double error;
    struct q15_measured measured;
};
typedef void line_print(struct arena *arena, const struct line *line, bool last, FILE *out);

static struct line line_of(const struct q15_program *program, const struct q15_output *output,
                           const struct q15_measured *measured)
{
    const struct q15_value *value = &q15_values(program, output->source)[output->index];
    const double low = output->offset + output->scale * (double)value->range.low;
    const double high = output->offset + output->scale * (double)value->range.high;
    return (struct line){.name = "-",
                         .unit = "",
                         .range = {fmin(low, high), fmax(low, high)},
                         .error = output->error,
                         .measured = *measured};
}

static void lines_print(const struct q15_program *program, const struct q15_deviations *d,
                        line_print *print, FILE *out)
{
    const struct spec *spec = program->spec;
    const size_t count = spec->mean.count + spec->sigma.count + spec->eta.count;
    struct arena *arena = arena_new();
    for (size_t i = 0; i < count; i++) {
        const size_t s = i - spec->mean.count;
        const bool is_mean = i < spec->mean.count, is_eta = !is_mean && s >= spec->sigma.count;
        struct line line = is_mean  ? line_of(program, &program->mean[i], &d->mean[i])
                           : is_eta ? line_of(program, &program->eta, &d->eta)
                                    : line_of(program, &program->sigma[s], &d->sigma[s]);
        line.index = is_mean ? i : is_eta ? 0 : s;
        line.output = is_mean ? "mean" : is_eta ? "eta" : "sigma";
        if (!is_eta && spec->mean.names != NULL)
            line.name = spec->mean.names[line.index];
        if (!is_eta && spec->mean.unit != NULL)
            line.unit = spec->mean.unit;
        print(arena, &line, i + 1 == count, out);
    }
    arena_free(arena);
}

static void line_text(struct arena *arena, const struct line *line, bool last, FILE *out)
{
    (void)last;
    const char *place = arena_printf(arena, "%s[%zu]", line->output, line->index);
    fprintf(out, "%-10s %15s %15s %12s %12s %12s  %s%s%s%s\n", place,
            number_down(arena, line->range.low, 6), number_up(arena, line->range.high, 6),
            number_up(arena, line->error, 4), number_up(arena, line->measured.largest, 4),
            number_up(arena, line->measured.rms, 4), line->name, line->unit[0] == '\0' ? "" : " [",
            line->unit, line->unit[0] == '\0' ? "" : "]");
}

void q15_bounds_print(const struct q15_program *program, const struct q15_deviations *measured,
                      FILE *out)
{
    fprintf(out,
            "# deviation from the real-valued network: proven for all inputs in the domain, "
            "and measured on %zu random ones\n",
            measured->points);
    fprintf(out, "%-10s %15s %15s %12s %12s %12s\n", "# output", "low", "high", "proven", "largest",
            "RMS");
    lines_print(program, measured, line_text, out);
}

static void line_json(struct arena *arena, const struct line *line, bool last, FILE *out)
{
    fprintf(out,
            "    {\"output\": \"%s\", \"index\": %zu, \"name\": \"%s\", \"low\": %s, \"high\": %s, "
            "\"error\": %s, \"measured_largest\": %s, \"measured_rms\": %s}%s\n",
            line->output, line->index, line->name, number_down(arena, line->range.low, 6),
            number_up(arena, line->range.high, 6), number_up(arena, line->error, 4),
            number_up(arena, line->measured.largest, 4), number_up(arena, line->measured.rms, 4),
            last ? "" : ",");
}

void q15_bounds_print_json(const struct q15_program *program, const struct q15_deviations *measured,
                           const char *sha256, FILE *out)
{
    fprintf(out,
            "{\n  \"model\": \"%s\",\n  \"spec_sha256\": \"%s\",\n  \"type\": \"q15\",\n  "
            "\"measured_points\": %zu,\n  \"outputs\": [\n",
            program->prefix, sha256, measured->points);
    lines_print(program, measured, line_json, out);
    fputs("  ]\n}\n", out);
}
