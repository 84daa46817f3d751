/* See facts.h. Variables are numbered from 1 without a gap: inputs, status, means, sigmas, eta.
   Names of variables are the spec's own. Where an output would have the name of another variable,
   it gets a further word: a package has one list of variables, the spec has two.
 */
#include "pack/facts.h"

#include "base/fail.h"
#include "base/version.h"
#include "emit/emit_parts.h"
#include "spec/unit.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { ABOUT_MOST = 200, VERSION_MOST = 24 };

/* Provenance, of which no other program reads anything. */
static const char *provenance_find(const struct spec *spec, const char *key)
{
    for (size_t i = 0; i < spec->n_provenance; i++)
        if (strcmp(spec->provenance[i].key, key) == 0)
            return spec->provenance[i].text;
    return NULL;
}

/* 1.20.3: three numbers without superfluous zeros, which every ecosystem takes. */
static bool version_is_right(const char *text)
{
    size_t parts = 0;
    if (strlen(text) > VERSION_MOST)
        return false;
    for (;; text++) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 6 || (digits > 1 && *text == '0'))
            return false;
        parts++;
        text += digits;
        if (*text != '.')
            return *text == '\0' && parts == 3;
    }
}

/* A text for all manifests: JSON, TOML, XML and the others quote it as it is. */
static const char *about_text(const struct spec *spec, const char *key, const char *otherwise)
{
    const char *text = provenance_find(spec, key);
    if (text == NULL)
        return otherwise;
    bool right = *text != '\0' && strlen(text) <= ABOUT_MOST && strstr(text, "m4_") == NULL &&
                 strstr(text, "epi_") == NULL && strstr(text, "EPI_") == NULL;
    for (const char *c = text; *c != '\0'; c++)
        right = right && !iscntrl((unsigned char)*c) && strchr("\"'\\<>&|`$@", *c) == NULL;
    if (!right)
        fail("%s: provenance, %s: expected 1 to %d characters without quotes and \\ < > & | $ @",
             spec->file, key, ABOUT_MOST);
    return text;
}

struct about about_read(const struct model *model)
{
    const struct spec *spec = model->program->spec;
    const char *prefix = model->program->prefix, *version = provenance_find(spec, "version");
    if (version != NULL && !version_is_right(version))
        fail("%s: provenance, version is \"%s\", expected three numbers as in 1.0.0", spec->file,
             version);
    return (struct about){
        version == NULL ? "0.0.0" : version, about_text(spec, "author", "unknown"),
        about_text(spec, "url", arena_printf(model->arena, "https://example.org/%s", prefix)),
        about_text(spec, "description",
                   arena_printf(model->arena, "The model %s as code with the same bits everywhere",
                                prefix))};
}

/* The variables of a package: names, each given once. */
struct names {
    struct arena *arena;
    const char **all;
    size_t count;
};

static bool name_is_taken(const struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->all[i], name) == 0)
            return true;
    return false;
}

static const char *name_give(struct names *names, const char *name)
{
    const char *given = name;
    for (size_t i = 1; name_is_taken(names, given); i++)
        given = i == 1 ? arena_printf(names->arena, "%s_out", name)
                       : arena_printf(names->arena, "%s_out%zu", name, i);
    names->all[names->count++] = given;
    return given;
}

static struct names names_make(struct arena *arena, const struct spec *spec)
{
    size_t most = spec->n_inputs + 2 * spec->mean.count + 3;
    return (struct names){arena, arena_alloc(arena, most, sizeof(char *)), 0};
}

static const char *xml_text(struct arena *arena, const char *text)
{
    static const char *const entities[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;"};
    const char *copy = "";
    for (; *text != '\0'; text++) {
        size_t c = (unsigned char)*text;
        const char *entity = c < sizeof(entities) / sizeof(entities[0]) ? entities[c] : NULL;
        copy = entity == NULL ? arena_printf(arena, "%s%c", copy, *text)
                              : arena_printf(arena, "%s%s", copy, entity);
    }
    return copy;
}

static const char *lower_text(struct arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name);
    for (char *c = copy; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    return copy;
}

/* The unit of what the next call is about. */
static void unit_emit(const struct model *model, const char *unit, FILE *m4)
{
    emit_call(m4, "UNIT_OF", "%d\t%s\t%s\t%s", unit != NULL, unit == NULL ? "" : unit,
              unit == NULL ? "" : xml_text(model->arena, unit),
              unit == NULL ? "" : unit_ascii(model->arena, unit));
}

static void inputs_emit(const struct model *model, struct names *names, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    struct arena *arena = model->arena;
    for (size_t i = 0; i < spec->n_inputs; i++) {
        const struct spec_input *input = &spec->inputs[i];
        unit_emit(model, input->unit, m4);
        emit_call(m4, "INPUT", "%s\t%s\t%zu\t%s\t%s\t%s\t%zu", name_give(names, input->name),
                  upper_text(arena, input->name), i, number_text(arena, input->min),
                  number_text(arena, input->max),
                  number_text(arena, (float)model->program->domains[i].substitute), i + 1);
    }
}

/* Name of an output for people and, in capitals, for constants; outputs may have none. */
static const char *output_name(const struct model *model, size_t i)
{
    const struct spec_output *mean = &model->program->spec->mean;
    if (mean->names != NULL)
        return mean->names[i];
    return mean->count == 1 ? "mean" : arena_printf(model->arena, "mean_%zu", i);
}

static void outputs_emit(const struct model *model, struct names *names, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    struct arena *arena = model->arena;
    size_t n = spec->mean.count, reference = spec->n_inputs + 2;
    for (size_t i = 0; i < n; i++) {
        const char *name = output_name(model, i);
        unit_emit(model, spec->mean.unit, m4);
        emit_call(m4, "MEAN", "%s\t%s\t%s\t%zu\t%zu", name, name_give(names, name),
                  upper_text(arena, name), i, reference + i);
    }
    for (size_t i = 0; i < n && spec_has(&spec->sigma); i++)
        emit_call(m4, "SIGMA", "%s\t%zu\t%zu",
                  name_give(names, arena_printf(arena, "%s_sigma", output_name(model, i))), i,
                  reference + n + i);
}

/* Each unit once. */
static void units_emit(const struct model *model, FILE *m4)
{
    const struct spec *spec = model->program->spec;
    struct names units = {model->arena,
                          arena_alloc(model->arena, spec->n_inputs + 1, sizeof(char *)), 0};
    for (size_t i = 0; i <= spec->n_inputs; i++) {
        const char *unit = i < spec->n_inputs ? spec->inputs[i].unit : spec->mean.unit;
        if (unit == NULL || name_is_taken(&units, unit))
            continue;
        unit_emit(model, name_give(&units, unit), m4);
        emit_call(m4, "UNIT", "%s", "");
    }
}

static bool units_are_there(const struct spec *spec)
{
    bool there = spec->mean.unit != NULL;
    for (size_t i = 0; i < spec->n_inputs; i++)
        there = there || spec->inputs[i].unit != NULL;
    return there;
}

/* All that a template may use in its own text. */
static void values_emit(const struct model *model, const struct about *about, struct names *names,
                        FILE *m4)
{
    const struct program *p = model->program;
    const struct spec *spec = p->spec;
    emit_call(m4, "PACKAGE", "%s\t%s\t%s\t%s\t%s\t%s", p->prefix,
              upper_text(model->arena, p->prefix), lower_text(model->arena, p->prefix),
              about->version, model->sha256, epigen_version);
    emit_call(m4, "ABOUT", "%s\t%s\t%s", about->author, about->url, about->summary);
    emit_call(m4, "COUNTS", "%zu\t%zu\t%d", spec->n_inputs, spec->mean.count,
              units_are_there(spec));
    emit_call(m4, "RESULT", "%d\t%d", spec_has(&spec->sigma), spec_has(&spec->eta));
    for (size_t i = 0; i < spec->n_inputs; i++)
        name_give(names, spec->inputs[i].name);
    emit_call(m4, "TIME", "%s", name_give(names, "time"));
    emit_call(m4, "STATUS", "%s\t%zu", name_give(names, "status"), spec->n_inputs + 1);
    emit_call(m4, "ETA", "%s\t%zu", name_give(names, "eta"),
              spec->n_inputs + 2 + spec->mean.count + spec->sigma.count);
}

void facts_emit(const struct model *model, const struct about *about, const char *template,
                FILE *m4)
{
    const struct spec *spec = model->program->spec;
    struct names inputs = names_make(model->arena, spec), names = names_make(model->arena, spec);
    fputs("m4_include(package/common.m4)m4_dnl\n", m4);
    values_emit(model, about, &names, m4);
    fprintf(m4, "m4_divert(0)m4_dnl\nm4_include(package/%s)m4_divert(-1)\n", template);
    units_emit(model, m4);
    inputs_emit(model, &inputs, m4);
    outputs_emit(model, &names, m4);
}
