/* Workers that are ranks of MPI, see work.h. The tag of a message is its kind. Who waits for one
   looks at intervals: MPI's own waiting takes a core. A rank that is lost ends all of them, as MPI
   wants it; the journal has what was done. */
#include "base/fail.h"
#include "base/work.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG_END = 'e' };

static struct {
    bool asked, begun;
    int ranks, rank;
} world = {.ranks = 1};

/* Launchers say by these that there is a world to join. */
static void world_join(void)
{
    static const char *const launched[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE"};
    if (world.asked)
        return;
    world.asked = true;
    for (size_t i = 0; i < sizeof(launched) / sizeof(*launched) && !world.begun; i++)
        world.begun = getenv(launched[i]) != NULL;
    if (!world.begun)
        return;
    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &world.ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
}

int work_mpi_ranks(void)
{
    world_join();
    return world.ranks;
}

int work_mpi_rank(void)
{
    world_join();
    return world.rank;
}

void work_mpi_finish(void)
{
    if (world.begun)
        MPI_Finalize();
}

/* --- messages --------------------------------------------------------------------------------- */

static void message_send(int rank, int tag, const char *text)
{
    size_t size = strlen(text);
    if (size > JOURNAL_MAX_BYTES)
        fail("internal error: a message of %zu bytes", size);
    MPI_Send(text, (int)size, MPI_CHAR, rank, tag, MPI_COMM_WORLD);
}

/* Waits for a message; returns its text. */
static char *message_receive(struct arena *arena, int from, MPI_Status *status)
{
    const struct timespec moment = {.tv_nsec = 200000};
    int there = 0, size;
    for (;;) {
        MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
        if (there)
            break;
        nanosleep(&moment, NULL);
    }
    MPI_Get_count(status, MPI_CHAR, &size);
    char *text = arena_alloc(arena, (size_t)size + 1, 1);
    MPI_Recv(text, size, MPI_CHAR, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD, status);
    return text;
}

/* --- a worker --------------------------------------------------------------------------------- */

static void leader_tell(char kind, const char *text) { message_send(0, kind, text); }

void work_mpi_serve(const struct work *work)
{
    for (bool more = true; more;) {
        struct arena *arena = arena_new();
        MPI_Status status;
        const char *name = message_receive(arena, 0, &status);
        more = status.MPI_TAG != TAG_END;
        if (more)
            work_do(work, name, leader_tell);
        arena_free(arena);
    }
}

/* --- the leader ------------------------------------------------------------------------------- */

static unsigned world_begin(const struct work *work)
{
    (void)work;
    return (unsigned)work_mpi_ranks() - 1;
}

static void world_send(unsigned worker, const char *text)
{
    message_send((int)worker + 1, WORK_JOB, text);
}

static struct work_message world_receive(struct arena *arena)
{
    MPI_Status status;
    char *text = message_receive(arena, MPI_ANY_SOURCE, &status);
    return (struct work_message){(unsigned)status.MPI_SOURCE - 1, (char)status.MPI_TAG, text};
}

static void world_end(void)
{
    for (int rank = 1; rank < world.ranks; rank++)
        message_send(rank, TAG_END, "");
}

const struct work_engine work_mpi = {world_begin, world_send, world_receive, world_end};
