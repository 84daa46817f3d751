/* See loop.h. */
#include "quadcopter/flight/loop.h"

#include "base/command.h"
#include "base/fail.h"
#include "base/files.h"
#include "quadcopter/flight/pil.h"
#include "quadcopter/flight/sheet.h"
#include "quadcopter/flight/sil.h"

#include <string.h>
#include <unistd.h>

static const char *path_in(const struct loop *l, const char *name)
{
    return arena_printf(l->arena, "%s/%s", l->directory, name);
}

/* Writes the file that page_write reads: without that file the page claims no pass. */
static void evidence_write(const struct loop *l, const char *name, size_t a, size_t b)
{
    char *text = arena_printf(l->arena, "%zu %zu\n", a, b);
    const struct output output = {path_in(l, name), text, strlen(text)};
    files_write(l->arena, &output, 1);
}

/* Flies with the emitted C and with the interpreter, and compares every bit of the two flights. */
void loop_software(const struct loop *l, const char *epigen)
{
    struct sil sil = {.epigen = epigen, .directory = l->directory};
    const struct engine emitted = sil_engine(&sil);
    struct flight_options o = l->flight;
    struct sheet sheets[3];
    directory_make(l->directory);
    unlink(path_in(l, EVIDENCE_SIL));
    unlink(path_in(l, EVIDENCE_PIL));
    unlink(path_in(l, EVIDENCE_CYCLES));
    o.trace = sheet_open(&sheets[0], path_in(l, "trace_interpreter.csv"));
    o.spec = sheet_open(&sheets[1], path_in(l, "last.yaml"));
    struct flight_result interpreted = flight_run(&o);
    o.trace = sheet_open(&sheets[2], path_in(l, "trace_emitted.csv"));
    o.engine = &emitted;
    o.spec = NULL;
    struct flight_result r = flight_run(&o);
    sheets_save(l->arena, sheets, 3);
    if (r.fingerprint != interpreted.fingerprint)
        fail("the flight with the emitted C differs from that with the interpreter: see %s",
             l->directory);
    evidence_write(l, EVIDENCE_SIL, sil.count, flight_steps(o.rounds));
    printf("software in the loop: %zu networks, %zu points, %zu steps, fingerprint %016llx: "
           "identical\n",
           sil.count, r.points, flight_steps(o.rounds), (unsigned long long)r.fingerprint);
    command_flush();
}

/* Flies one round with the last network of loop_software: on the host, then with the board's
 * answers. */
void loop_processor(const struct loop *l, const char *program)
{
    const char *path = path_in(l, "last.yaml");
    struct pil pil = {.directory = l->directory};
    const struct engine board = pil_engine(&pil);
    struct flight_options o = l->flight;
    size_t size = 0;
    char *text = file_read(l->arena, path, SPEC_MAX_BYTES, &size);
    struct spec *last = spec_read(l->arena, path, text, size);
    spec_check(l->arena, last);
    o.fixed = last;
    o.rounds = 1;
    struct flight_result host = flight_run(&o);
    o.engine = &board;
    pil_start(&pil, l->arena, program);
    struct flight_result r = flight_run(&o);
    int status = pil_end(&pil);
    if (status != 0)
        fail("%s: exit status %d, expected 0", program, status);
    if (r.fingerprint != host.fingerprint)
        fail("the flight with the board differs from that on the host: %016llx and %016llx",
             (unsigned long long)r.fingerprint, (unsigned long long)host.fingerprint);
    evidence_write(l, EVIDENCE_PIL, pil.steps, 0);
    printf("processor in the loop: %zu steps, %zu points kept, fingerprint %016llx: identical\n",
           pil.steps, r.points, (unsigned long long)r.fingerprint);
    command_flush();
}
