/* epireport writes one page about a model: what it predicts, how well, what it costs, what is
   proven, and the emitted C itself, running in the page. main is the list of its stages. */
#include "base/command.h"
#include "base/fail.h"
#include "base/version.h"
#include "page/page.h"
#include "report/report.h"

#include <string.h>

enum { ROWS_DEFAULT = 3000, ROWS_MOST = 100000, TILED_FROM = 2000 };

struct options {
    const char *spec, *output, *data, *test, *time, *certificate, *core, *max_cycles, *rows, *wasm,
        *date, *front, *templates;
};

static const char help[] =
    "Usage: epireport [OPTION]... SPEC -o FILE\n"
    "Write one HTML page about a trained model (SPEC, a YAML file; - for standard input): what it\n"
    "predicts, how well, where it does not know, what it costs, what was checked. The emitted C "
    "runs\n"
    "in the page, as WebAssembly. The page needs no network and no other file.\n"
    "\n"
    "  -o, --output=FILE      the page\n"
    "      --data=LOG         rows to show, such as the training rows (CSV)\n"
    "      --test=LOG         rows that had no part in the training, to judge errors by\n"
    "      --time=COLUMN      the column of the time in these logs\n"
    "      --rows=N           draw at most so many rows of a log (default: 3000)\n"
    "      --certificate=DIR  the directory that epiverify wrote for this spec\n"
    "      --core=A,B         find cycles, flash and stack on these cores (default: cortex-m4f):\n"
    "                           cortex-m4f, cortex-m7, cortex-m33, rv32imafc, or none\n"
    "      --max-cycles=N     the budget for one call; the verdict says whether it is kept\n"
    "      --front=FILE           the front.csv of epitune: error against cycles of other sizes\n"
    "      --wasm=no          curves that were computed now, instead of the running model\n"
    "      --date=TEXT        put this date on the page (default: none)\n"
    "      --templates=DIR    take templates from DIR (default: those epireport came with)\n"
    "      --help             print this help and exit\n"
    "      --version          print the version and exit\n"
    "\n"
    "Exit status: 0 all went well, whatever the page says; 1 spec, log or certificate are at\n"
    "fault, or a file cannot be read or written; 2 the call is at fault.\n"
    "See epireport(1).\n";

static struct options options_parse(int argc, char **argv)
{
    struct options o = {0};
    const struct command_option table[] = {
        {'o', "output", VALUE_ONCE, &o.output},
        {'\0', "data", VALUE_REQUIRED, &o.data},
        {'\0', "test", VALUE_REQUIRED, &o.test},
        {'\0', "time", VALUE_REQUIRED, &o.time},
        {'\0', "rows", VALUE_REQUIRED, &o.rows},
        {'\0', "certificate", VALUE_REQUIRED, &o.certificate},
        {'\0', "core", VALUE_REQUIRED, &o.core},
        {'\0', "max-cycles", VALUE_REQUIRED, &o.max_cycles},
        {'\0', "front", VALUE_REQUIRED, &o.front},
        {'\0', "wasm", VALUE_REQUIRED, &o.wasm},
        {'\0', "date", VALUE_REQUIRED, &o.date},
        {'\0', "templates", VALUE_REQUIRED, &o.templates},
    };
    const struct command command = {"epireport", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    o.spec = command_operand(&operands, "spec");
    if (o.output == NULL || *o.output == '\0')
        fail_usage("no -o FILE given, expected the name of the page");
    if (o.wasm != NULL && strcmp(o.wasm, "no") != 0 && strcmp(o.wasm, "yes") != 0)
        fail_usage("--wasm=%s: expected yes or no", o.wasm);
    if (o.time != NULL && o.data == NULL && o.test == NULL)
        fail_usage("--time=%s without a log, expected --data or --test too", o.time);
    return o;
}

/* The cost on each core that the option names. */
static void costs_find(struct report *r, const char *names)
{
    struct cost *costs = arena_alloc(r->arena, 8, sizeof(*costs));
    const char *all = names == NULL ? "cortex-m4f" : names, *name = all;
    r->costs = costs;
    if (strcmp(all, "none") == 0)
        return;
    for (;;) {
        const char *one = arena_strndup(r->arena, name, strcspn(name, ","));
        size_t known = 0;
        while (cost_cores[known] != NULL && strcmp(cost_cores[known], one) != 0)
            known++;
        if (cost_cores[known] == NULL || r->n_costs == 4)
            fail_usage("--core=%s: expected cortex-m4f, cortex-m7, cortex-m33, rv32imafc, each "
                       "once with commas between them, or none",
                       all);
        costs[r->n_costs++] = cost_find(r->model, r->emitted, cost_cores[known]);
        name += strlen(one);
        if (*name++ == '\0')
            return;
    }
}

/* The row that eta knows best; NULL: no row is there. */
static const float *start_find(const struct report *r)
{
    const struct rows_set *set = r->data == NULL ? r->test : r->data;
    size_t best = 0;
    if (set == NULL || set->shown == 0)
        return NULL;
    for (size_t i = 1; set->eta != NULL && i < set->shown; i++)
        if (set->eta[i] < set->eta[best])
            best = i;
    return set->x + best * r->model->program->spec->n_inputs;
}

/* A browser takes long to begin with the straight-line code of a large network; loops give the same
   bits. */
static void wasm_find(struct report *r, const struct model *model)
{
    struct model *run = arena_alloc(r->arena, 1, sizeof(*run));
    *run = *model;
    if (model->counts.multiplications > TILED_FROM) {
        run->form = FORM_TILED;
        run->counts = form_counts(run);
    }
    r->form = run->form;
    r->wasm = wasm_make(run, r->dirs);
}

static const struct rows_set *set_find(const struct report *r, const struct options *o,
                                       const char *path)
{
    struct rows_request request = {.path = path, .time = o->time, .most = ROWS_DEFAULT};
    if (o->rows != NULL)
        request.most = command_number("rows", o->rows, 1, ROWS_MOST);
    return path == NULL ? NULL : rows_set_read(r->arena, r->model->program, &request);
}

static void header_write(struct page *page, const struct report *r)
{
    static const char *const sections[][2] = {{"verdict", "Verdict"},
                                              {"live", "Try the model"},
                                              {"data-section", "Data and calibration"},
                                              {"cost", "Cost"},
                                              {"evidence", "Evidence and provenance"}};
    page_call(
        page, "HEADER", r->model->program->prefix,
        "A trained model that says what it predicts, how noisy that is, and whether it knows.",
        NULL);
    page_call(page, "HEADER_LINE",
              arena_printf(r->arena, "Spec sha256 %s%s%s", r->model->sha256,
                           r->date == NULL ? "" : "; ", r->date == NULL ? "" : r->date),
              NULL);
    page_call(page, "HEADER_END", "", NULL);
    page_call(page, "CONTENTS", "", NULL);
    for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
        page_call(page, "CONTENTS_LINE", sections[i][0], sections[i][1], NULL);
    page_call(page, "CONTENTS_END", "", NULL);
}

static struct output report_write(const struct report *r, const char *path)
{
    static const char *const scripts[] = {"base.js", "draw.js", "model.js",
                                          "live.js", "rows.js", NULL};
    struct page page = page_begin(r->arena, r->dirs, r->model->program->prefix, scripts);
    header_write(&page, r);
    verdict_write(&page, r);
    live_write(&page, r);
    data_section_write(&page, r);
    cost_write(&page, r);
    evidence_write(&page, r);
    page_call(
        &page, "FOOTER",
        arena_printf(r->arena,
                     "Written by epireport %s. This file needs nothing else and loads nothing.",
                     epigen_version),
        NULL);
    script_data_write(&page, r);
    return page_end(&page, path);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    size_t size;
    const char *bytes = file_read(arena, o.spec, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(o.spec, "-") == 0 ? "standard input" : o.spec;
    const struct wanted wanted = {.lanes = 4};
    struct model model = model_make(arena, label, bytes, size, &wanted);
    struct data_dirs dirs = data_dirs_find(arena, o.templates, model.program->type->name);
    struct output emitted[EMITTED_FILES];
    struct report r = {.arena = arena, .model = &model, .dirs = &dirs, .date = o.date};
    r.spec_name = arena_printf(arena, "%s.yaml", model.program->prefix);
    if (o.max_cycles != NULL)
        r.max_cycles = command_number("max-cycles", o.max_cycles, 1, 4000000000UL);
    if (strcmp(o.output, "-") != 0)
        file_expect_writable(arena, o.output);
    r.data = set_find(&r, &o, o.data);
    r.test = set_find(&r, &o, o.test);
    if (o.certificate != NULL)
        r.certificate = certificate_read(arena, o.certificate, model.sha256);
    if (o.front != NULL)
        r.front = front_read(arena, o.front);
    model_emit(&model, &dirs, emitted);
    r.emitted = emitted;
    for (size_t i = 0; i < EMITTED_FILES; i++)
        r.sha256[i] = sha256_text(arena, emitted[i].text, emitted[i].size);
    costs_find(&r, o.core);
    r.wasm.why = "--wasm=no was given";
    if (o.wasm == NULL || strcmp(o.wasm, "yes") == 0)
        wasm_find(&r, &model);
    r.sweep = sweep_make(arena, model.program, start_find(&r), r.wasm.bytes == NULL);
    struct output page = report_write(&r, o.output);
    files_write(arena, &page, 1);
    arena_free(arena);
    return 0;
}
