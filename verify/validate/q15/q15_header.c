/* The header of a file in fixed point, see q15.h: the numbers of its macros, and its whole text,
   which follows from the spec and the exponents. */
#include "base/fail.h"
#include "validate/q15/q15.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char infer_text[] = "    uint32_t status;\n"
                                 "} epi_result_t;\n"
                                 "void epi_infer(const int16_t x[EPI_N_IN], epi_result_t *r);\n"
                                 "uint32_t epi_selftest(void);\n"
                                 "#ifdef EPI_FLOAT_INTERFACE\n"
                                 "typedef struct {\n"
                                 "    float mean[EPI_N_OUT];\n";

static const char raw_text[] = "    uint32_t status;\n"
                               "} epi_float_result_t;\n"
                               "static inline int16_t epi_raw(float x, float scale, float offset)\n"
                               "{\n"
                               "    const float raw = (x - offset) / scale;\n"
                               "    int16_t nearest = -32767 - 1;\n"
                               "    if (raw >= 32767.0F) {\n"
                               "        nearest = 32767;\n"
                               "    } else if (raw >= 0.0F) {\n"
                               "        nearest = (int16_t)(raw + 0.5F);\n"
                               "    } else if (raw > -32768.0F) {\n"
                               "        nearest = (int16_t)(raw - 0.5F);\n"
                               "    } else {\n"
                               "    }\n"
                               "    return nearest;\n"
                               "}\n"
                               "static inline void epi_infer_float(const float x[EPI_N_IN], "
                               "epi_float_result_t *r)\n"
                               "{\n"
                               "    int16_t raw[EPI_N_IN];\n"
                               "    epi_result_t result;\n";

static const char end_text[] = "    r->status = result.status;\n"
                               "}\n"
                               "#endif\n"
                               "#ifdef __cplusplus\n"
                               "}\n"
                               "#endif\n"
                               "#endif\n";

float q15_header_number(const struct source *header, const char *macro)
{
    struct lexer l = lexer_begin(header->file, header->bytes, header->size);
    for (; l.token.kind != TOKEN_END; lexer_next(&l)) {
        if (!l.token.directive || !token_is(&l.token, macro))
            continue;
        lexer_next(&l);
        bool opens = l.token.directive && token_is(&l.token, "(");
        lexer_next(&l);
        const bool negative = token_is(&l.token, "-");
        if (negative)
            lexer_next(&l);
        char text[48] = "";
        if (opens && l.token.kind == TOKEN_NUMBER && l.token.length < sizeof(text))
            memcpy(text, l.token.text, l.token.length);
        char *end;
        const float number = strtof(text, &end);
        if (end == text || strcmp(end, "F") != 0)
            lexer_refuse(&l, "a float in parentheses");
        return negative ? -number : number;
    }
    fail_at(header->file, 1, "the header does not define %s", macro);
}

static void upper_print(FILE *out, const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
}

static const struct q15_value *value_of(const struct q15_values *values,
                                        const struct spec_output *output, size_t number,
                                        const struct spec *spec)
{
    for (size_t s = 0;; s++) {
        const int source = output->from.sources[s];
        const bool inputs = source == SOURCE_INPUTS;
        const size_t width = inputs ? spec->n_inputs : spec->layers[source].n_out;
        if (number < width)
            return inputs ? &values->inputs[number] : &values->layers[source][number];
        number -= width;
    }
}

/* The number rounded to float, as a literal. */
static void float_print(FILE *out, const char *name, const char *tail, double number)
{
    frame_number_print(out, name, tail, (float)number);
}

static void inputs_print(FILE *out, const struct spec *spec, const struct q15_values *values)
{
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        const struct q15_value *value = &values->inputs[i];
        float_print(out, input->name, "SCALE", ldexp((double)input->scale, -value->exponent));
        float_print(out, input->name, "OFFSET", (double)input->mean);
        fputs("#define EPI_", out);
        upper_print(out, input->name);
        fprintf(out, "_RAW_MIN (%d)\n#define EPI_", (int)value->low);
        upper_print(out, input->name);
        fprintf(out, "_RAW_MAX (%d)\n", (int)value->high);
        float_print(out, input->name, "MIN", (double)input->min);
        float_print(out, input->name, "MAX", (double)input->max);
    }
}

/* Scale and offset of each number of an output; `shift` is its offset in the spec. */
static void output_print(FILE *out, const char *word, const struct spec_output *output,
                         const float *shift, const struct spec *spec,
                         const struct q15_values *values)
{
    for (size_t i = 0; i < output->count; i++) {
        char tail[40];
        const struct q15_value *value = value_of(values, output, i, spec);
        const double scale = ldexp((double)output->scale[i], -value->exponent);
        snprintf(tail, sizeof(tail), "SCALE_%zu", i);
        float_print(out, word, tail, scale);
        snprintf(tail, sizeof(tail), "OFFSET_%zu", i);
        float_print(out, word, tail, (double)shift[i] + (value->half ? scale / 2 : 0));
    }
}

static void float_interface_print(FILE *out, const struct spec *spec)
{
    const bool sigma = spec_has(&spec->sigma), eta = spec_has(&spec->eta);
    for (size_t i = 0; i < spec->n_inputs; i++) {
        fprintf(out, "    raw[%zu] = epi_raw(x[%zu], EPI_", i, i);
        upper_print(out, spec->inputs[i].name);
        fputs("_SCALE, EPI_", out);
        upper_print(out, spec->inputs[i].name);
        fputs("_OFFSET);\n", out);
    }
    fputs("    epi_infer(raw, &result);\n", out);
    for (size_t i = 0; i < spec->mean.count; i++)
        fprintf(out,
                "    r->mean[%zu] = ((float)result.mean[%zu] * EPI_MEAN_SCALE_%zu) + "
                "EPI_MEAN_OFFSET_%zu;\n",
                i, i, i, i);
    for (size_t i = 0; sigma && i < spec->sigma.count; i++)
        fprintf(out,
                "    r->sigma[%zu] = ((float)result.sigma[%zu] * EPI_SIGMA_SCALE_%zu) + "
                "EPI_SIGMA_OFFSET_%zu;\n",
                i, i, i, i);
    fputs(eta ? "    r->eta = (float)result.eta / (float)EPI_ETA_ONE;\n" : "", out);
}

static void header_print(FILE *out, const struct spec *spec, const struct q15_values *values)
{
    const bool sigma = spec_has(&spec->sigma), eta = spec_has(&spec->eta);
    frame_places_print(out, spec);
    inputs_print(out, spec, values);
    frame_outputs_print(out, spec);
    output_print(out, "MEAN", &spec->mean, spec->mean.offset, spec, values);
    if (sigma)
        output_print(out, "SIGMA", &spec->sigma, spec->sigma.floor, spec, values);
    fputs(eta ? "#define EPI_ETA_ONE (16384)\n" : "", out);
    fputs("typedef struct {\n    int16_t mean[EPI_N_OUT];\n", out);
    fputs(sigma ? "    int16_t sigma[EPI_N_OUT];\n" : "", out);
    fputs(eta ? "    int16_t eta;\n" : "", out);
    fputs(infer_text, out);
    fputs(sigma ? "    float sigma[EPI_N_OUT];\n" : "", out);
    fputs(eta ? "    float eta;\n" : "", out);
    fputs(raw_text, out);
    float_interface_print(out, spec);
    fputs(end_text, out);
}

struct header_words q15_header_compare(struct arena *arena, const struct source *header,
                                       const struct names *names, const struct spec *spec,
                                       const struct q15_values *values)
{
    char *text = NULL;
    size_t size;
    struct lexer l = lexer_begin(header->file, header->bytes, header->size);
    const struct header_words words = frame_words(arena, &l, names);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        fail("out of memory");
    header_print(out, spec, values);
    if (fclose(out) != 0)
        fail("out of memory");
    const char *copy = arena_strndup(arena, text, size);
    free(text);
    known_expect(&l, names, "header", copy);
    if (l.token.kind != TOKEN_END)
        lexer_refuse(&l, "nothing behind the header's last #endif");
    return words;
}
