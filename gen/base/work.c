/* See work.h: the leader's loop, and what every engine's workers do with a job. */
#include "base/work.h"

#include "base/command.h"
#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- engines ---------------------------------------------------------------------------------- */

#ifdef EPIGEN_MPI
static const struct work_engine *engine_choose(void)
{
    return work_mpi_ranks() > 1 ? &work_mpi : &work_processes;
}

static void engine_serve(const struct work *work) { work_mpi_serve(work); }
bool work_leads(void) { return work_mpi_rank() == 0; }
void work_finish(void) { work_mpi_finish(); }
#else
static const struct work_engine *engine_choose(void) { return &work_processes; }
static void engine_serve(const struct work *work) { (void)work; }
bool work_leads(void) { return true; }
void work_finish(void) {}
#endif

/* --- a worker --------------------------------------------------------------------------------- */

static struct {
    void (*send)(char kind, const char *text);
    const struct work *work;
    const char *name;
} present;

static void job_run(void *context)
{
    (void)context;
    struct arena *arena = arena_new();
    present.send(WORK_RESULT, present.work->run(present.work->context, arena, present.name));
    arena_free(arena);
}

/* What a job that failed has allocated stays until the worker ends. */
void work_do(const struct work *work, const char *name, void (*send)(char kind, const char *text))
{
    present.send = send;
    present.work = work;
    present.name = name;
    const char *message = fail_catch(job_run, NULL);
    if (message != NULL)
        send(WORK_FAILED, message);
    present.send = NULL;
}

void work_tell(double share)
{
    char text[32];
    if (present.send == NULL)
        return;
    snprintf(text, sizeof(text), "%.4f", share);
    present.send(WORK_TOLD, text);
}

/* --- the leader ------------------------------------------------------------------------------- */

/* A job that kills its worker so often would kill every one. An arena for each message would take
   longer than all else that is done with it. */
enum { MOST_LOSSES = 5, MESSAGES_KEPT = 64 };

struct leader {
    const struct work *work;
    const struct work_engine *engine;
    struct arena *arena;
    char **job; /* (n) what each worker does; NULL: nothing */
    unsigned *losses, n, busy;
    bool ended;
};

/* The next job that has no record, or NULL. */
static const char *job_next(struct leader *l)
{
    const struct work *w = l->work;
    const char *name = NULL;
    while (!l->ended) {
        enum work_state state = w->next(w->context, &name);
        if (state == WORK_WAIT)
            return NULL;
        if (state == WORK_END) {
            l->ended = true;
            return NULL;
        }
        const char *text = w->journal == NULL ? NULL : journal_find(w->journal, name);
        if (text == NULL)
            return name;
        w->done(w->context, name, text);
    }
    return NULL;
}

static void jobs_hand_out(struct leader *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        if (l->job[i] != NULL)
            continue;
        const char *name = job_next(l);
        if (name == NULL)
            return;
        l->job[i] = arena_strdup(l->arena, name);
        l->losses[i] = 0;
        l->busy++;
        l->engine->send(i, name);
    }
}

static void result_take(struct leader *l, const struct work_message *m)
{
    const struct work *w = l->work;
    const char *name = l->job[m->worker];
    l->job[m->worker] = NULL;
    l->busy--;
    if (w->journal != NULL)
        journal_add(w->journal, name, m->text);
    w->done(w->context, name, m->text);
}

static void message_take(struct leader *l, const struct work_message *m)
{
    const char *name = l->job[m->worker];
    switch (m->kind) {
    case WORK_RESULT: result_take(l, m); break;
    case WORK_TOLD:
        if (l->work->tell != NULL && name != NULL)
            l->work->tell(l->work->context, name, strtod(m->text, NULL));
        break;
    case WORK_LOST:
        if (name == NULL)
            break;
        if (++l->losses[m->worker] == MOST_LOSSES)
            fail("the job \"%.60s\" has ended %d workers, expected memory enough", name,
                 MOST_LOSSES);
        l->engine->send(m->worker, name);
        break;
    default: fail("%s", m->text);
    }
}

void work_run(const struct work *work)
{
    if (!work_leads()) {
        engine_serve(work);
        return;
    }
    struct leader l = {.work = work, .engine = engine_choose(), .arena = arena_new()};
    l.n = l.engine->begin(work);
    l.job = arena_alloc(l.arena, l.n, sizeof(*l.job));
    l.losses = arena_alloc(l.arena, l.n, sizeof(*l.losses));
    struct arena *messages = arena_new();
    for (size_t taken = 1;; taken++) {
        jobs_hand_out(&l);
        if (l.busy == 0)
            break;
        const struct work_message m = l.engine->receive(messages);
        message_take(&l, &m);
        if (taken % MESSAGES_KEPT == 0) {
            arena_free(messages);
            messages = arena_new();
        }
    }
    arena_free(messages);
    l.engine->end();
    arena_free(l.arena);
    if (!l.ended)
        fail("internal error: no job can be done");
}

/* --- shards ----------------------------------------------------------------------------------- */

struct shard shard_parse(const char *text)
{
    enum { MOST = 100000 };
    const char *slash = strchr(text, '/');
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || end != slash)
        fail_usage("--shard=%s: expected, say, 3/64", text);
    unsigned long of = command_number("shard", slash + 1, 1, MOST);
    if (number < 1 || number > of)
        fail_usage("--shard=%s: expected a shard from 1 to %lu", text, of);
    return (struct shard){number, of};
}

bool shard_has(const struct shard *shard, size_t part)
{
    return shard->of == 0 || part % shard->of == shard->number - 1;
}

const char *shard_piece(struct arena *arena, const struct shard *shard)
{
    if (shard->of == 0)
        return "all";
    return arena_printf(arena, "shard-%zu-of-%zu", shard->number, shard->of);
}
