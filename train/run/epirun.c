/* epirun says what a model answers about every row of a log. main is the list of its stages; rows
   go through them block by block, so that a log of any length needs the same memory. */
#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "program/bounds.h"
#include "program/lower.h"
#include "result/gnuplot.h"
#include "result/progress.h"
#include "run/answers_write.h"
#include "run/picture.h"
#include "run/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
    const char *spec, *log;
    const char *output, *plot, *json, *quiet;
    const char *inputs, *outputs, *time, *group, *decimal;
};

static const char help[] =
    "Usage: epirun [OPTION]... SPEC LOG\n"
    "Say what the model of SPEC answers about every row of LOG (CSV, - for standard input), with\n"
    "the bits of the emitted C: mean, sigma, eta and status and, where the log has the outputs,\n"
    "the errors. A summary goes to standard error.\n"
    "\n"
    "  -o, --output=FILE    write the rows to FILE instead of standard output\n"
    "      --json           write one JSON object a row instead of CSV\n"
    "      --plot=FILE      draw predicted and measured values into FILE: .png, .svg or .pdf\n"
    "      --inputs=A,B     the columns of the inputs, by name or number (default: their names)\n"
    "      --outputs=A,B    the same of the measured outputs\n"
    "      --time=COLUMN    the column of the time: copied, and what the summary is over\n"
    "      --group=COLUMN   a column of flights, days or specimens: the summary is by these\n"
    "      --decimal=MARK   the decimal mark of the log, . or , (default: found)\n"
    "      --quiet          print no summary\n"
    "      --help           print this help and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Exit status: 0 all went well; 1 spec or log are at fault, or a file cannot be read or\n"
    "written; 2 the call is at fault.\n"
    "See epirun(1).\n";

static struct options options_parse(int argc, char **argv)
{
    struct options o = {0};
    const struct command_option table[] = {
        {'o', "output", VALUE_REQUIRED, &o.output},
        {'\0', "json", VALUE_NONE, &o.json},
        {'\0', "plot", VALUE_REQUIRED, &o.plot},
        {'\0', "inputs", VALUE_REQUIRED, &o.inputs},
        {'\0', "outputs", VALUE_REQUIRED, &o.outputs},
        {'\0', "time", VALUE_REQUIRED, &o.time},
        {'\0', "group", VALUE_REQUIRED, &o.group},
        {'\0', "decimal", VALUE_REQUIRED, &o.decimal},
        {'\0', "quiet", VALUE_NONE, &o.quiet},
    };
    const struct command command = {"epirun", help, table, sizeof(table) / sizeof(table[0])};
    struct operands operands = command_parse(&command, argc, argv);
    if (operands.count != 2)
        fail_usage("%zu operands, expected a spec and a log", operands.count);
    o.spec = operands.text[0];
    o.log = operands.text[1];
    if (strcmp(o.spec, "-") == 0 && strcmp(o.log, "-") == 0)
        fail_usage("spec and log are both standard input, expected one of them");
    if (o.decimal != NULL && strcmp(o.decimal, ".") != 0 && strcmp(o.decimal, ",") != 0)
        fail_usage("--decimal=%s: expected . or ,", o.decimal);
    if (o.plot != NULL && gnuplot_terminal(o.plot) == NULL)
        fail_usage("--plot=%s: expected a name that ends in .png, .svg or .pdf", o.plot);
    if (o.plot != NULL)
        gnuplot_expect();
    return o;
}

static const struct program *program_load(struct arena *arena, const char *path)
{
    size_t size;
    const char *bytes = file_read(arena, path, SPEC_MAX_BYTES, &size);
    const char *label = strcmp(path, "-") == 0 ? "standard input" : path;
    struct spec *spec = spec_read(arena, label, bytes, size);
    spec_check(arena, spec);
    const struct program *program = lower(arena, spec, spec->name, &number_float32);
    bounds_of(arena, program); /* refuses what epigen would refuse */
    return program;
}

/* --- the columns ------------------------------------------------------------------------------ */

/* The names between the commas of an option's text, n of them. */
static void names_split(struct arena *arena, const char *option, const char *text,
                        const char **names, size_t n)
{
    char *copy = arena_strdup(arena, text);
    for (size_t i = 0; i < n; i++) {
        char *comma = strchr(copy, ',');
        if ((comma == NULL) != (i + 1 == n))
            fail_usage("--%s=%s: expected %zu name%s with commas between them", option, text, n,
                       n == 1 ? "" : "s");
        if (comma != NULL)
            *comma = '\0';
        names[i] = copy;
        copy = comma == NULL ? copy : comma + 1;
    }
}

static struct log_request request_make(struct arena *arena, const struct options *o,
                                       const struct spec *spec)
{
    size_t n_in = spec->n_inputs, n_out = spec->mean.count;
    const char **names = arena_alloc(arena, n_in + n_out, sizeof(*names));
    bool named = spec->mean.names != NULL || o->outputs != NULL;
    for (size_t i = 0; i < n_in; i++)
        names[i] = spec->inputs[i].name;
    for (size_t k = 0; k < n_out && spec->mean.names != NULL; k++)
        names[n_in + k] = spec->mean.names[k];
    if (o->inputs != NULL)
        names_split(arena, "inputs", o->inputs, names, n_in);
    if (o->outputs != NULL)
        names_split(arena, "outputs", o->outputs, names + n_in, n_out);
    return (struct log_request){.columns = names,
                                .count = n_in + (named ? n_out : 0),
                                .group = o->group,
                                .time = o->time,
                                .decimal = (char)(o->decimal == NULL ? '\0' : o->decimal[0]),
                                .missing = MISSING_KEEP,
                                .fit = o->inputs == NULL && o->outputs == NULL};
}

/* Refuses a column of an option that the log does not have. */
static void options_expect(struct log *log, const struct options *o, const struct run_columns *c,
                           const struct spec *spec)
{
    if (o->time != NULL && c->time == SIZE_MAX)
        lines_refuse(log->lines, log->header,
                     "no column \"%s\", which --time names, beside the "
                     "inputs and outputs",
                     o->time);
    if (o->group != NULL && c->group == SIZE_MAX)
        lines_refuse(log->lines, log->header,
                     "no column \"%s\", which --group names, beside the "
                     "inputs and outputs",
                     o->group);
    if (o->outputs != NULL && c->n_measured < spec->mean.count)
        lines_refuse(log->lines, log->header, "%zu of the %zu columns that --outputs names",
                     c->n_measured, spec->mean.count);
}

/* --- output ----------------------------------------------------------------------------------- */

/* The rows are written to a file beside the one that is wanted, which gets its name at the end; a
   pipe or a device gets them at once. */
struct rows_file {
    FILE *out;
    const char *path;      /* NULL: standard output */
    const char *temporary; /* NULL: the path itself */
};
static const char *unfinished;

static void unfinished_remove(void)
{
    if (unfinished != NULL)
        unlink(unfinished);
}

static struct rows_file rows_open(struct arena *arena, const char *path)
{
    static char buffer[1 << 18];
    struct rows_file file = {.out = stdout};
    struct stat info;
    if (path != NULL && stat(path, &info) == 0 && !S_ISREG(info.st_mode) &&
        !S_ISDIR(info.st_mode)) {
        file.out = fopen(path, "wb");
        if (file.out == NULL)
            fail("%s: %s", path, strerror(errno));
        file.path = path;
    } else if (path != NULL && strcmp(path, "-") != 0) {
        file_expect_writable(arena, path);
        file.path = path;
        file.temporary = arena_printf(arena, "%s.%ld", path, (long)getpid());
        file.out = fopen(file.temporary, "wb");
        if (file.out == NULL)
            fail("%s: %s", path, strerror(errno));
        unfinished = file.temporary;
        fail_cleanup = unfinished_remove;
    }
    setvbuf(file.out, buffer, _IOFBF, sizeof(buffer));
    return file;
}

static void rows_close(const struct rows_file *file)
{
    if (file->path == NULL) {
        command_flush();
        return;
    }
    if (fclose(file->out) != 0 ||
        (file->temporary != NULL && rename(file->temporary, file->path) != 0))
        fail("%s: %s", file->path, strerror(errno));
    unfinished = NULL;
}

/* --- the run ---------------------------------------------------------------------------------- */

struct run {
    const struct program *program;
    struct log *log;
    struct run_columns columns;
    struct block *block;
    struct answers_writer *writer;
    struct summary *summary;
    struct picture *picture; /* NULL: none is wanted */
    double *row;             /* (columns of the log) */
    double *measured, *time, *group;
    bool waits; /* the log may still be written: its rows are answered as they come */
};

static void row_take(struct run *run, size_t r)
{
    const struct run_columns *c = &run->columns;
    const struct spec *spec = run->program->spec;
    float *x = block_inputs(run->block);
    for (size_t i = 0; i < spec->n_inputs; i++)
        x[i * BLOCK_ROWS + r] = (float)run->row[c->inputs[i]];
    for (size_t k = 0; k < spec->mean.count; k++)
        run->measured[k * BLOCK_ROWS + r] =
            c->outputs[k] == SIZE_MAX ? (double)NAN : run->row[c->outputs[k]];
    if (c->time != SIZE_MAX)
        run->time[r] = run->row[c->time];
    if (c->group != SIZE_MAX)
        run->group[r] = run->row[c->group];
}

/* Reads rows until the block is full, or until a log that is being written has no more. */
static size_t rows_take(struct run *run)
{
    size_t count = 0;
    while (count < BLOCK_ROWS && log_row(run->log, run->row)) {
        row_take(run, count++);
        if (run->waits && run->log->next == run->log->first.count && !lines_ready(run->log->lines))
            break;
    }
    return count;
}

/* The share of the log that was read; NaN: it is no file. */
static double share_read(const struct log *log)
{
    struct stat file;
    int descriptor = fileno(log->lines->source.file);
    if (fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size == 0)
        return (double)NAN;
    return (double)lseek(descriptor, 0, SEEK_CUR) / (double)file.st_size;
}

static void rows_run(struct run *run, FILE *out)
{
    enum { SHOW_EVERY = 16384 };
    struct progress progress = progress_new(stderr);
    struct run_block b = {.spec = run->program->spec, .measured = run->measured};
    b.time = run->columns.time == SIZE_MAX ? NULL : run->time;
    b.group = run->columns.group == SIZE_MAX ? NULL : run->group;
    run->waits = isnan(share_read(run->log));
    while ((b.count = rows_take(run)) > 0) {
        b.answers = block_run(run->block);
        answers_write(run->writer, &b);
        summary_add(run->summary, &b);
        if (run->picture != NULL)
            picture_add(run->picture, &b);
        b.first += b.count;
        if (run->waits && fflush(out) != 0)
            fail("standard output: %s", strerror(errno));
        if (b.first % SHOW_EVERY < BLOCK_ROWS && !run->waits)
            progress_show(&progress, "rows", fmin(share_read(run->log), 0.999), (double)NAN);
    }
    if (!run->waits)
        progress_show(&progress, "rows", 1.0, (double)NAN);
}

/* Ends the run with the fault that was noted. */
static _Noreturn void log_refuse(struct log *log)
{
    struct refusal refusal;
    const char *file = log->file;
    log_close(log, &refusal);
    refusal_fail(&refusal, file);
}

int main(int argc, char **argv)
{
    struct options o = options_parse(argc, argv);
    struct arena *arena = arena_new();
    struct run run = {.program = program_load(arena, o.spec)};
    const struct spec *spec = run.program->spec;
    const struct log_request request = request_make(arena, &o, spec);
    run.log = log_open(arena, o.log, &request, NULL);
    if (lines_refused(run.log->lines))
        log_refuse(run.log);
    run.columns = run_columns_find(arena, spec, run.log);
    options_expect(run.log, &o, &run.columns, spec);
    if (lines_refused(run.log->lines))
        log_refuse(run.log);
    struct rows_file rows = rows_open(arena, o.output);
    run.block = block_new(arena, run.program);
    run.row = arena_alloc(arena, run.log->n_columns, sizeof(double));
    run.measured = arena_alloc(arena, spec->mean.count * BLOCK_ROWS, sizeof(double));
    run.time = arena_alloc(arena, BLOCK_ROWS, sizeof(double));
    run.group = arena_alloc(arena, BLOCK_ROWS, sizeof(double));
    run.writer =
        answers_writer_new(arena, rows.out, o.json != NULL, spec, &run.columns, run.log->words);
    run.summary = summary_new(arena, spec, &run.columns);
    run.picture = o.plot == NULL ? NULL : picture_new(arena, spec, &run.columns);
    rows_run(&run, rows.out);
    if (lines_refused(run.log->lines))
        log_refuse(run.log);
    log_close(run.log, &(struct refusal){0});
    rows_close(&rows);
    if (o.quiet == NULL)
        summary_print(run.summary, run.log->words, stderr);
    if (o.plot != NULL) {
        struct output picture = picture_draw(run.picture, o.plot);
        files_write(arena, &picture, 1);
    }
    arena_free(arena);
    return 0;
}
