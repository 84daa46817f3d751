/* See pil.h. The pipes are opened for reading and writing, so that opening them does not wait for
   the board, and that the flight notices a board that ends early. */
#include "quadcopter/flight/pil.h"

#include "base/fail.h"
#include "quadcopter/firmware/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(sizeof(wire_question_t) == 36 && sizeof(wire_answer_t) == 56, "as on the board");

static int pipe_open(const char *path)
{
    unlink(path);
    if (mkfifo(path, 0600) != 0)
        fail("%s: cannot be made a pipe: %s", path, strerror(errno));
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        fail("%s: cannot be opened: %s", path, strerror(errno));
    return file;
}

void pil_start(struct pil *pil, struct arena *arena, const char *program)
{
    char *argv[] = {arena_strdup(arena, program), arena_strdup(arena, pil->directory), NULL};
    pil->to_path = arena_printf(arena, "%s/%s", pil->directory, WIRE_TO_BOARD);
    pil->from_path = arena_printf(arena, "%s/%s", pil->directory, WIRE_FROM_BOARD);
    pil->to = pipe_open(pil->to_path);
    pil->from = pipe_open(pil->from_path);
    pil->board = fork();
    if (pil->board < 0)
        fail("cannot make a process: %s", strerror(errno));
    if (pil->board == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
}

static void bytes_send(const struct pil *pil, const void *bytes, size_t size)
{
    if (write(pil->to, bytes, size) !=
        (ssize_t)size) /* a pipe takes so few bytes whole or not at all */
        fail("the board's pipe cannot be written: %s", strerror(errno));
}

static void bytes_receive(const struct pil *pil, void *bytes, size_t size)
{
    struct pollfd ready = {.fd = pil->from, .events = POLLIN};
    char *at = bytes;
    int status = 0;
    while (size > 0) {
        int n = poll(&ready, 1, 200);
        if (n < 0 && errno != EINTR)
            fail("the board's pipe cannot be read: %s", strerror(errno));
        if (n == 0 && waitpid(pil->board, &status, WNOHANG) == pil->board)
            fail("the board ended before the flight did");
        ssize_t got = n > 0 ? read(pil->from, at, size) : 0;
        if (got < 0)
            fail("the board's pipe cannot be read: %s", strerror(errno));
        at += got;
        size -= (size_t)got;
    }
}

/* Does nothing: the network is on the board already. */
static void *pil_deploy(void *context, struct arena *arena, const struct spec *spec)
{
    (void)arena;
    (void)spec;
    return context;
}

static void pil_retire(void *deployed) { (void)deployed; }

static void pil_step(void *deployed, const autopilot_sensed_t *sensed, autopilot_t *pilot,
                     struct answer *answer)
{
    struct pil *pil = deployed;
    const wire_question_t question = {1U, *sensed};
    const wire_start_t start = {pilot->beta, pilot->discount, pilot->random};
    wire_answer_t a;
    if (pil->steps++ == 0)
        bytes_send(pil, &start, sizeof(start));
    bytes_send(pil, &question, sizeof(question));
    bytes_receive(pil, &a, sizeof(a));
    memcpy(pilot->position, a.position, sizeof(pilot->position));
    memcpy(pilot->velocity, a.velocity, sizeof(pilot->velocity));
    pilot->thrust = a.thrust;
    pilot->keep = a.keep;
    pilot->fault = a.fault;
    pilot->supervisor.state = a.state;
    *answer = (struct answer){a.mean, a.sigma, a.eta, a.status};
}

struct engine pil_engine(struct pil *pil)
{
    return (struct engine){
        .deploy = pil_deploy, .step = pil_step, .retire = pil_retire, .context = pil};
}

int pil_end(struct pil *pil)
{
    const wire_question_t end = {0};
    int status = 0;
    bytes_send(pil, &end, sizeof(end));
    while (waitpid(pil->board, &status, 0) < 0 && errno == EINTR)
        continue;
    close(pil->to);
    close(pil->from);
    unlink(pil->to_path);
    unlink(pil->from_path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
