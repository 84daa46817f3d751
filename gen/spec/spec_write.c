/* Prints a spec as canonical YAML: keys in one order, one row of weights on a line, nine digits, by
   which a float32 reads back exactly. What spec_check adds is not written, so that checked and
   unchecked specs give the same text. Text stands in double quotes where a reader of YAML could
   take it for something else. */
#include "spec/spec.h"

#include "base/fail.h"
#include "spec/yaml_tree.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Whether YAML 1.1 reads the word as a boolean or as null, in upper or lower case. */
static bool is_yaml_word(const char *text)
{
    static const char *const words[] = {"y",   "n",    "yes",   "no",  "on",
                                        "off", "true", "false", "null"};
    char lower[8] = "";
    if (strlen(text) >= sizeof(lower))
        return false;
    for (size_t i = 0; text[i] != '\0'; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(lower, words[i]) == 0)
            return true;
    return false;
}

/* Whether the text needs no quotes. A checksum that looks like a number needs none, because it is
   longer than any number. */
static bool is_plain(const char *text)
{
    if (yaml_is_number(text))
        return strlen(text) <= 24;
    if (!is_letter(text[0]) || is_yaml_word(text))
        return false;
    for (; *text != '\0'; text++)
        if (!is_letter(*text) && !(*text >= '0' && *text <= '9') && strchr("_./-", *text) == NULL)
            return false;
    return true;
}

static void text_write(FILE *out, const char *text)
{
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7F)
            fprintf(out, "\\x%02X", c);
        else
            fprintf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    fputc('"', out);
}

static void pair_text_write(FILE *out, const char *before, const char *text)
{
    if (text == NULL)
        return;
    fputs(before, out);
    text_write(out, text);
}

static void number_write(FILE *out, float number) { fprintf(out, "%.9g", (double)number); }

static void numbers_write(FILE *out, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[" : ", ", out);
        number_write(out, numbers[i]);
    }
    fputc(']', out);
}

static void number_or_list_write(FILE *out, const char *before, const float *numbers, size_t count)
{
    if (count == 0)
        return;
    fputs(before, out);
    if (count == 1)
        number_write(out, numbers[0]);
    else
        numbers_write(out, numbers, count);
}

static void names_write(FILE *out, const char *const names[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        pair_text_write(out, i == 0 ? "[" : ", ", names[i]);
    fputc(']', out);
}

static void from_write(FILE *out, const struct spec_from *from)
{
    fputs("from: ", out);
    if (from->count == 1)
        text_write(out, from->names[0]);
    else
        names_write(out, from->names, from->count);
}

static void input_write(FILE *out, const struct spec_input *in)
{
    pair_text_write(out, "  - {name: ", in->name);
    pair_text_write(out, ", unit: ", in->unit);
    fprintf(out, ", min: %.9g, max: %.9g, mean: %.9g, scale: %.9g}\n", (double)in->min,
            (double)in->max, (double)in->mean, (double)in->scale);
}

static void rows_write(FILE *out, const char *what, const struct spec_layer *layer)
{
    fprintf(out, "    %s:\n", what);
    for (size_t i = 0; i < layer->n_out; i++) {
        fputs("      - ", out);
        numbers_write(out, layer->weights + i * layer->n_in, layer->n_in);
        fputc('\n', out);
    }
}

static void dense_write(FILE *out, const struct spec_layer *layer)
{
    fprintf(out, "    activation: %s\n", activation_name[layer->activation]);
    const struct activation_parameter *p = activation_forms[layer->activation].parameters;
    for (size_t i = 0; i < ACT_PARAMETERS && p[i].key != NULL; i++)
        fprintf(out, "    %s: %.9g\n", p[i].key, (double)layer->parameters[i]);
    rows_write(out, "weights", layer);
    fputs("    bias: ", out);
    numbers_write(out, layer->bias, layer->n_out);
    fputc('\n', out);
}

static void layer_write(FILE *out, const struct spec_layer *layer)
{
    pair_text_write(out, "  - name: ", layer->name);
    fprintf(out, "\n    kind: %s\n    ", layer_kind_name[layer->kind]);
    from_write(out, &layer->from);
    fputc('\n', out);
    switch (layer->kind) {
    case LAYER_DENSE: dense_write(out, layer); break;
    case LAYER_RADIAL: rows_write(out, "points", layer); break;
    case LAYER_AVERAGE:
    case LAYER_KIND_COUNT: break;
    }
}

static void output_write(FILE *out, const char *which, const struct spec_output *output)
{
    fprintf(out, "  %s: {", which);
    from_write(out, &output->from);
    if (output->n_names > 0) {
        fputs(", names: ", out);
        names_write(out, output->names, output->n_names);
    }
    pair_text_write(out, ", unit: ", output->unit);
    number_or_list_write(out, ", offset: ", output->offset, output->n_offset);
    number_or_list_write(out, ", scale: ", output->scale, output->n_scale);
    number_or_list_write(out, ", floor: ", output->floor, output->n_floor);
    fputs("}\n", out);
}

static void pairs_write(FILE *out, const struct spec_pair *pairs, size_t count, const char *indent)
{
    for (size_t i = 0; i < count; i++) {
        pair_text_write(out, indent, pairs[i].key);
        pair_text_write(out, ": ", pairs[i].text);
        if (pairs[i].text == NULL)
            fputs(pairs[i].n_children == 0 ? ": {}" : ":", out);
        fputc('\n', out);
        pairs_write(out, pairs[i].children, pairs[i].n_children, "    ");
    }
}

static void all_write(const struct spec *spec, FILE *out)
{
    fprintf(out, "epigen: %d\n", SPEC_VERSION);
    pair_text_write(out, "name: ", spec->name);
    fputs("\ninputs:\n", out);
    for (size_t i = 0; i < spec->n_inputs; i++)
        input_write(out, &spec->inputs[i]);
    fputs("layers:\n", out);
    for (size_t i = 0; i < spec->n_layers; i++)
        layer_write(out, &spec->layers[i]);
    fputs("outputs:\n", out);
    output_write(out, "mean", &spec->mean);
    if (spec_has(&spec->sigma))
        output_write(out, "sigma", &spec->sigma);
    if (spec_has(&spec->eta))
        output_write(out, "eta", &spec->eta);
    if (spec->n_provenance > 0)
        fputs("provenance:\n", out);
    pairs_write(out, spec->provenance, spec->n_provenance, "  ");
}

/* Prints in the "C" locale, so that every number has a decimal point. */
void spec_write(const struct spec *spec, FILE *out)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c_locale);
    all_write(spec, out);
    uselocale(before);
    if (c_locale != (locale_t)0)
        freelocale(c_locale);
}

const char *spec_text(struct arena *arena, const struct spec *spec, size_t *size)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, size);
    if (memory == NULL)
        fail("out of memory");
    spec_write(spec, memory);
    if (fclose(memory) != 0)
        fail("out of memory");
    const char *copy = arena_strndup(arena, text, *size);
    free(text);
    return copy;
}
