/* What the sections of a report say in common: figures of the spec's provenance, names, numbers. */
#include "report/report.h"

#include "run/rows.h"

#include <math.h>
#include <string.h>

const char *pair_find(const struct spec_pair *map, const char *key)
{
    for (size_t i = 0; map != NULL && i < map->n_children; i++)
        if (strcmp(map->children[i].key, key) == 0)
            return map->children[i].text;
    return NULL;
}

static const struct spec_pair *entry_find(const struct report *report, const char *key)
{
    const struct spec *spec = report->model->program->spec;
    for (size_t i = 0; i < spec->n_provenance; i++)
        if (strcmp(spec->provenance[i].key, key) == 0)
            return &spec->provenance[i];
    return NULL;
}

const char *provenance_find(const struct report *report, const char *key)
{
    const struct spec_pair *entry = entry_find(report, key);
    return entry == NULL ? NULL : entry->text;
}

const struct spec_pair *held_out_find(const struct report *report, size_t output)
{
    const struct spec *spec = report->model->program->spec;
    const char *name = output_name(report->arena, spec, output);
    return entry_find(report, arena_printf(report->arena, "held_out_%s", name));
}

const char *output_label(const struct report *report, size_t k)
{
    const struct spec *spec = report->model->program->spec;
    return spec->mean.names != NULL ? spec->mean.names[k]
                                    : arena_printf(report->arena, "output %zu", k + 1);
}

static const char *with_unit(struct arena *arena, const char *name, const char *unit)
{
    return unit == NULL || *unit == '\0' ? name : arena_printf(arena, "%s [%s]", name, unit);
}

const char *output_with_unit(const struct report *report, size_t k)
{
    return with_unit(report->arena, output_label(report, k),
                     report->model->program->spec->mean.unit);
}

const char *input_with_unit(const struct report *report, size_t i)
{
    const struct spec_input *input = &report->model->program->spec->inputs[i];
    return with_unit(report->arena, input->name, input->unit);
}

const char *whole_text(struct arena *arena, size_t number)
{
    const char *tail = "";
    while (number >= 1000) {
        tail = arena_printf(arena, ",%03zu%s", number % 1000, tail);
        number /= 1000;
    }
    return arena_printf(arena, "%zu%s", number, tail);
}

const char *percent_text(struct arena *arena, double share)
{
    return isnan(share) ? "not recorded" : arena_printf(arena, "%.3g %%", 100.0 * share);
}

const char *figure_text(struct arena *arena, double number)
{
    return isnan(number) ? "not recorded" : arena_printf(arena, "%.4g", number);
}

/* Figures of this run stand for the files that were emitted now; else those of the certificate. */
struct core_figures figures_find(const struct report *report, const char *core)
{
    for (size_t i = 0; i < report->n_costs; i++) {
        const struct cost *c = &report->costs[i];
        if (strcmp(c->core, core) == 0 && c->why == NULL)
            return (struct core_figures){core,     c->kind,  c->instructions, c->cycles,
                                         c->stack, c->flash, c->ram};
    }
    for (size_t i = 0; report->certificate != NULL && i < report->certificate->n_cores; i++)
        if (strcmp(report->certificate->cores[i].core, core) == 0)
            return report->certificate->cores[i];
    return (struct core_figures){.core = core, .kind = NULL};
}

bool core_known(const struct core_figures *core) { return core->kind != NULL; }

const char *core_label(const char *core)
{
    static const char *const labels[][2] = {{"cortex-m4f", "Cortex-M4F"},
                                            {"cortex-m7", "Cortex-M7"},
                                            {"cortex-m33", "Cortex-M33"},
                                            {"rv32imafc", "RISC-V RV32IMAFC"}};
    for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
        if (strcmp(labels[i][0], core) == 0)
            return labels[i][1];
    return core;
}
