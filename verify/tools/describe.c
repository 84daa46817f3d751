/* describe: what a spec says about itself, as JSON, for the certificate.

   describe SPEC

   Prints names, units and domain of the inputs, names and unit of the outputs, which of mean,
   sigma and eta there are, and `provenance` as
   it stands in the spec: texts, and maps of texts one level deep; null where there is none. */
#include "base/fail.h"
#include "base/files.h"
#include "spec/spec.h"

/* A text in quotes, or null. A spec's texts are printable ASCII. */
static void text_print(const char *text)
{
    if (text == NULL) {
        printf("null");
        return;
    }
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void inputs_print(const struct spec *spec)
{
    printf("\"inputs\": [");
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        printf("%s\n  {\"name\": ", i == 0 ? "" : ",");
        text_print(input->name);
        printf(", \"unit\": ");
        text_print(input->unit);
        printf(", \"min\": %.9g, \"max\": %.9g, \"mean\": %.9g, \"scale\": %.9g}",
               (double)input->min, (double)input->max, (double)input->mean, (double)input->scale);
    }
    printf("],\n");
}

static void outputs_print(const struct spec *spec)
{
    printf("\"outputs\": [");
    for (size_t k = 0; k < spec->mean.count; k++) {
        printf("%s\n  {\"name\": ", k == 0 ? "" : ",");
        text_print(spec->mean.names == NULL ? NULL : spec->mean.names[k]);
        printf(", \"unit\": ");
        text_print(spec->mean.unit);
        if (spec_has(&spec->sigma))
            printf(", \"floor\": %.9g", (double)spec->sigma.floor[k]);
        printf("}");
    }
    printf("],\n\"sigma\": %s,\n\"eta\": %s,\n", spec_has(&spec->sigma) ? "true" : "false",
           spec_has(&spec->eta) ? "true" : "false");
}

static void pairs_print(const struct spec_pair *pairs, size_t count)
{
    printf("{");
    for (size_t i = 0; i < count; i++) {
        printf("%s\n  ", i == 0 ? "" : ",");
        text_print(pairs[i].key);
        printf(": ");
        if (pairs[i].text != NULL)
            text_print(pairs[i].text);
        else
            pairs_print(pairs[i].children, pairs[i].n_children);
    }
    printf("}");
}

int main(int argc, char **argv)
{
    fail_program = "describe";
    if (argc != 2)
        fail_usage("expected SPEC");
    struct arena *arena = arena_new();
    size_t size;
    const char *bytes = file_read(arena, argv[1], SPEC_MAX_BYTES, &size);
    struct spec *spec = spec_read(arena, argv[1], bytes, size);
    spec_check(arena, spec);
    printf("{\"name\": \"%s\",\n", spec->name);
    inputs_print(spec);
    outputs_print(spec);
    printf("\"provenance\": ");
    if (spec->n_provenance == 0)
        printf("null");
    else
        pairs_print(spec->provenance, spec->n_provenance);
    printf("}\n");
    arena_free(arena);
    if (fflush(stdout) != 0)
        fail("cannot write the description");
    return 0;
}
