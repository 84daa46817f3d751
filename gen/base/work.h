/* Jobs for several worker processes. The leader asks its caller for the next job, hands it to a
   worker, and tells the caller what it gave. A job is named by a text that says all of it, so that
   any worker on any machine can do it; what it gives must follow from its name and from what all
   workers know alike. A worker that dies loses one job, which another gets. With a journal a job
   whose record is there is not done again. */
#ifndef EPIGEN_WORK_H
#define EPIGEN_WORK_H

#include "base/journal.h"

enum work_state {
    WORK_READY, /* here is a job */
    WORK_WAIT,  /* the next job depends on jobs that are being done */
    WORK_END    /* there are no more */
};

struct work {
    /* By the leader. Sets the name of the next job, which each call gives once. */
    enum work_state (*next)(void *context, const char **name);
    /* By a worker. Returns what the job gives, in the arena, which is freed when it is sent. */
    const char *(*run)(void *context, struct arena *arena, const char *name);
    /* By the leader, for each job once. */
    void (*done)(void *context, const char *name, const char *text);
    /* By the leader, when a worker has called work_tell; or NULL. */
    void (*tell)(void *context, const char *name, double share);
    void *context;
    struct journal *journal; /* NULL: nothing is kept */
    unsigned workers;        /* 0 counts as 1 */
};

/* Does all jobs. A job that fails, as by fail(), ends the run with its message. In a process that
   does not lead, it returns when the leader's work_run does, and nothing was told to the caller. */
void work_run(const struct work *work);

/* Whether this process leads: the only one, unless an MPI launcher has started several. Only the
   leader may open a journal and write results. */
bool work_leads(void);
/* At the end of a run that went well. */
void work_finish(void);

/* Ends the workers of this machine at once, when the leader is about to end: what they write then
   is nobody's. In a worker nothing happens. */
void work_abandon(void);

/* Tells the leader which share of the present job is done. Elsewhere than in a job nothing happens.
 */
void work_tell(double share);

/* Whether a numbered part of some jobs is this machine's: --shard=3/64 takes every 64th, from the
   third on. */
struct shard {
    size_t number, of; /* number from 1; of 0: all is this machine's */
};
struct shard shard_parse(const char *text);
bool shard_has(const struct shard *shard, size_t part);
/* The name of its piece of a journal. */
const char *shard_piece(struct arena *arena, const struct shard *shard);

/* How the leader reaches its workers (work_processes.c, work_mpi.c). Workers are numbered from 0.
   A message is a letter and bytes. */
enum { WORK_JOB = 'j', WORK_RESULT = 'r', WORK_FAILED = 'f', WORK_TOLD = 't', WORK_LOST = 'l' };
struct work_message {
    unsigned worker;
    char kind;
    char *text; /* in the arena that was given */
};
struct work_engine {
    unsigned (*begin)(const struct work *work); /* returns the number of workers */
    void (*send)(unsigned worker, const char *text);
    struct work_message (*receive)(
        struct arena *arena); /* waits; WORK_LOST: the worker is a new one */
    void (*end)(void);
};
extern const struct work_engine work_processes;

/* Workers that are the other ranks of an MPI program (make MPI=1). Rank 0 leads; each rank runs the
   same main up to work_run, so that all know the same. There is one rank where no MPI launcher has
   started the program. */
extern const struct work_engine work_mpi;
int work_mpi_ranks(void);
int work_mpi_rank(void);
void work_mpi_finish(void);
/* By ranks other than 0: does jobs until the leader ends. */
void work_mpi_serve(const struct work *work);

/* By a worker of any engine: does one job and sends what it gave by `send`. A failure is sent too.
 */
void work_do(const struct work *work, const char *name, void (*send)(char kind, const char *text));

#endif
