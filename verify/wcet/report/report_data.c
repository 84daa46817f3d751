/* The reports for programs: JSON and JUnit's XML; see report.h. Names were made printable when the
   object was read and hold no quote or backslash. */
#include "base/version.h"
#include "wcet/report/report.h"

#include <inttypes.h>
#include <string.h>

static void json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text >= 0x20 && *text <= 0x7E ? *text : '?', out);
    }
    fputc('"', out);
}

static void functions_json(const struct analysis *a, FILE *out)
{
    const char *separator = "";
    fprintf(out, "  \"functions\": [");
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        if (f->calls == 0) /* all its calls pass tables: it is listed with these */
            continue;
        fprintf(out, "%s\n    {\"name\": ", separator);
        separator = ",";
        json_text(out, f->name);
        fprintf(out,
                ", \"calls\": %" PRIu64 ", \"own_instructions\": %" PRIu64
                ", \"own_cycles\": %" PRIu64 ", \"own_stack\": %" PRIu64
                ", \"instructions\": %" PRIu64 ", \"cycles\": %" PRIu64 ", \"stack\": %" PRIu64 "}",
                f->calls, f->own_instructions, f->own_cycles + f->own_waits, f->own_stack,
                f->instructions, f->cycles, f->stack);
    }
    fprintf(out, "\n  ],\n");
}

static void loops_json(const struct analysis *a, FILE *out)
{
    const char *separator = "";
    fprintf(out, "  \"loops\": [");
    for (size_t i = 0; i < a->n_functions; i++) {
        const struct function *f = &a->functions[i];
        for (size_t k = 0; k < f->n_loops && f->calls > 0; k++) {
            const struct loop *loop = &f->loops[k];
            fprintf(out, "%s\n    {\"function\": ", separator);
            json_text(out, f->name);
            fprintf(out,
                    ", \"address\": %" PRIu64 ", \"bound\": %" PRIu64 ", \"entries\": %" PRIu64
                    ", \"iterations\": %" PRIu64 ", \"cycles\": %" PRIu64 "}",
                    a->object->sections[f->section].address + loop->head, loop->bound,
                    loop->entries, loop->iterations, loop_cycles(f, loop));
            separator = ",";
        }
    }
    fprintf(out, "%s],\n", *separator == '\0' ? "" : "\n  ");
}

static void classes_json(const struct analysis *a, FILE *out)
{
    const char *separator = "";
    fprintf(out, "  \"classes\": [");
    for (size_t i = 0; i < N_CLASSES; i++) {
        if (a->class_instructions[i] == 0)
            continue;
        const struct core_row *row = core_row(a->core, (enum insn_class)i);
        fprintf(out, "%s\n    {\"class\": ", separator);
        json_text(out, insn_class_name[i]);
        fprintf(out,
                ", \"instructions\": %" PRIu64 ", \"cycles\": %" PRIu64
                ", \"published\": %s, \"source\": ",
                a->class_instructions[i], a->class_cycles[i], row->published ? "true" : "false");
        json_text(out, row->source);
        fputc('}', out);
        separator = ",";
    }
    fprintf(out, "\n  ],\n");
}

static void assumptions_json(const struct analysis *a, FILE *out)
{
    fprintf(out, "  \"assumptions\": [");
    for (size_t i = 0; a->core->assumptions[i] != NULL; i++) {
        fprintf(out, "%s\n    ", i == 0 ? "" : ",");
        json_text(out, a->core->assumptions[i]);
    }
    for (size_t i = 0; report_assumptions[i] != NULL; i++) {
        fprintf(out, ",\n    ");
        json_text(out, report_assumptions[i]);
    }
    fprintf(out, "\n  ]\n");
}

void report_json(const struct analysis *a, const struct earlier *earlier, FILE *out)
{
    const struct function *entry = &a->functions[0];
    fprintf(out, "{\n  \"epiwcet\": \"%s\",\n  \"entry\": ", epigen_version);
    json_text(out, entry->name);
    fprintf(out, ",\n  \"core\": \"%s\",\n  \"kind\": \"%s\",\n", a->core->name,
            a->bound ? "bound" : "estimate");
    fprintf(out, "  \"instructions\": %" PRIu64 ",\n  \"cycles\": %" PRIu64 ",\n",
            entry->instructions, entry->cycles);
    fprintf(out, "  \"cycles_with_literal_contention\": %" PRIu64 ",\n", cycles_contended(a));
    fprintf(out, "  \"stack\": %" PRIu64 ",\n  \"flash\": %" PRIu64 ",\n  \"ram\": %" PRIu64 ",\n",
            entry->stack, a->flash, a->ram);
    fprintf(out, "  \"flash_wait\": %u,\n  \"flash_line\": %u,\n  \"literal_wait\": %u,\n",
            a->memory.flash_wait, a->memory.flash_line, a->memory.literal_wait);
    fprintf(out, "  \"flash_buffers\": %u,\n  \"multiplier\": %u,\n", a->memory.buffers,
            core_row(a->core, CLASS_MULTIPLY)->cycles);
    fprintf(out, "  \"flash_wait_cycles\": %" PRIu64 ",\n  \"literal_loads\": %" PRIu64 ",\n",
            a->waits, a->literal_loads);
    fprintf(out, "  \"addresses_by_data\": %" PRIu64 ",\n", a->by_data);
    fprintf(out, "  \"stream\": \"%s\",\n", a->stream);
    if (earlier != NULL) {
        fprintf(out, "  \"against\": ");
        against_json(a, earlier, out);
        fprintf(out, ",\n");
    }
    functions_json(a, out);
    loops_json(a, out);
    classes_json(a, out);
    assumptions_json(a, out);
    fprintf(out, "}\n");
}

static void xml_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text >= 0x20 && *text <= 0x7E ? *text : '?', out); break;
        }
}

struct bar {
    const char *name;
    bool given;
    uint64_t figure, limit;
};

enum { N_BARS = 3 };

static void bars_list(const struct analysis *a, const struct bars *bars, struct bar list[N_BARS])
{
    const struct function *entry = &a->functions[0];
    list[0] = (struct bar){"cycles", bars->has_cycles, entry->cycles, bars->max_cycles};
    list[1] = (struct bar){"stack", bars->has_stack, entry->stack, bars->max_stack};
    list[2] = (struct bar){"flash", bars->has_flash, a->flash, bars->max_flash};
}

size_t bars_check(const struct analysis *a, const struct bars *bars, FILE *out)
{
    struct bar list[N_BARS];
    size_t exceeded = 0;
    bars_list(a, bars, list);
    for (size_t i = 0; i < N_BARS; i++) {
        if (!list[i].given || list[i].figure <= list[i].limit)
            continue;
        exceeded++;
        if (out != NULL)
            fprintf(out, "epiwcet: %s: %s %" PRIu64 " exceeds --max-%s %" PRIu64 "\n",
                    a->object->file, list[i].name, list[i].figure, list[i].name, list[i].limit);
    }
    return exceeded;
}

void report_junit(const struct analysis *a, const struct bars *bars, FILE *out)
{
    struct bar list[N_BARS];
    unsigned tests = 1;
    bars_list(a, bars, list);
    for (size_t i = 0; i < N_BARS; i++)
        tests += list[i].given;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"epiwcet %s ",
            a->core->name);
    xml_text(out, a->functions[0].name);
    fprintf(out, "\" tests=\"%u\" failures=\"%zu\">\n", tests, bars_check(a, bars, NULL));
    fprintf(out, "  <testcase classname=\"epiwcet\" name=\"one path for every input\"/>\n");
    for (size_t i = 0; i < N_BARS; i++) {
        if (!list[i].given)
            continue;
        fprintf(out, "  <testcase classname=\"epiwcet\" name=\"max-%s\">", list[i].name);
        if (list[i].figure > list[i].limit)
            fprintf(out, "<failure message=\"%" PRIu64 " exceeds %" PRIu64 "\"/>", list[i].figure,
                    list[i].limit);
        fprintf(out, "</testcase>\n");
    }
    fprintf(out, "</testsuite>\n");
}
