/* Workers that are processes of this machine, children of the leader. Each has a pair of connected
   sockets to it. A worker ends when the leader does, however that ends. A message is a head, which
   says its kind and the number of its bytes, and the bytes. */
#define _GNU_SOURCE /* prctl's PR_SET_PDEATHSIG is Linux's */
#include "base/fail.h"
#include "base/work.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker {
    pid_t id;
    int socket;
};

static struct {
    const struct work *work;
    struct arena *arena;
    struct worker *workers;
    struct pollfd *polls;
    unsigned n, seen; /* whose messages were taken since the last poll */
} crew;

static int leader_socket = -1; /* in a worker */

/* --- messages --------------------------------------------------------------------------------- */

struct head {
    uint64_t kind, size;
};

/* Head and text go in one call where there is room for both: the leader's time for a message is
   that of its calls. */
static bool message_send(int socket, char kind, const char *text)
{
    struct head head = {(unsigned char)kind, strlen(text)};
    struct iovec parts[] = {{&head, sizeof(head)}, {(char *)text, head.size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    while (message.msg_iovlen > 0) {
        ssize_t n = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        while (message.msg_iovlen > 0 && (size_t)n >= message.msg_iov->iov_len) {
            n -= (ssize_t)message.msg_iov->iov_len;
            message.msg_iov++;
            message.msg_iovlen--;
        }
        if (message.msg_iovlen > 0) {
            message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + n;
            message.msg_iov->iov_len -= (size_t)n;
        }
    }
    return true;
}

static bool bytes_receive(int socket, void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        ssize_t n = recv(socket, at, size, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool message_receive(struct arena *arena, int socket, char *kind, char **text)
{
    struct head head;
    if (!bytes_receive(socket, &head, sizeof(head)) || head.size > JOURNAL_MAX_BYTES)
        return false;
    *kind = (char)head.kind;
    *text = arena_alloc(arena, (size_t)head.size + 1, 1);
    return bytes_receive(socket, *text, (size_t)head.size);
}

/* --- a worker --------------------------------------------------------------------------------- */

static void leader_tell(char kind, const char *text)
{
    if (!message_send(leader_socket, kind, text))
        _exit(0); /* there is no leader any more */
}

static _Noreturn void worker_live(pid_t leader)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
        signal(signals[i], SIG_DFL);
    fail_cleanup = NULL; /* files of the leader are the leader's */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (getppid() == leader) {
        struct arena *arena = arena_new();
        char kind, *text;
        if (!message_receive(arena, leader_socket, &kind, &text))
            break;
        work_do(crew.work, text, leader_tell);
        arena_free(arena);
    }
    _exit(0);
}

/* --- the leader ------------------------------------------------------------------------------- */

static void worker_begin(unsigned i)
{
    int sockets[2];
    pid_t leader = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        fail("cannot make a socket: %s", strerror(errno));
    fflush(NULL);
    pid_t id = fork();
    if (id < 0)
        fail("cannot make a process: %s", strerror(errno));
    if (id == 0) {
        for (unsigned k = 0; k < crew.n; k++)
            if (crew.workers[k].id != 0)
                close(crew.workers[k].socket);
        close(sockets[0]);
        leader_socket = sockets[1];
        worker_live(leader);
    }
    close(sockets[1]);
    crew.workers[i] = (struct worker){id, sockets[0]};
    crew.polls[i] = (struct pollfd){.fd = sockets[0], .events = POLLIN};
}

static unsigned crew_begin(const struct work *work)
{
    crew.work = work;
    crew.arena = arena_new();
    crew.n = crew.seen = work->workers == 0 ? 1 : work->workers;
    crew.workers = arena_alloc(crew.arena, crew.n, sizeof(*crew.workers));
    crew.polls = arena_alloc(crew.arena, crew.n, sizeof(*crew.polls));
    signal(SIGCHLD, SIG_DFL);
    for (unsigned i = 0; i < crew.n; i++)
        worker_begin(i);
    return crew.n;
}

/* A worker that has died is noticed when its answer is awaited. */
static void crew_send(unsigned worker, const char *text)
{
    message_send(crew.workers[worker].socket, WORK_JOB, text);
}

static void worker_replace(unsigned i)
{
    close(crew.workers[i].socket);
    kill(crew.workers[i].id, SIGKILL);
    waitpid(crew.workers[i].id, NULL, 0);
    crew.workers[i].id = 0;
    worker_begin(i);
}

/* With many workers one poll finds many messages; each of them is taken before the next. */
static struct work_message crew_receive(struct arena *arena)
{
    for (;;) {
        while (crew.seen < crew.n) {
            const unsigned i = crew.seen++;
            struct work_message m = {.worker = i};
            if (crew.polls[i].revents == 0)
                continue;
            if (message_receive(arena, crew.workers[i].socket, &m.kind, &m.text))
                return m;
            worker_replace(i);
            m.kind = WORK_LOST;
            return m;
        }
        const int found = poll(crew.polls, crew.n, -1);
        if (found < 0 && errno != EINTR)
            fail("cannot wait for workers: %s", strerror(errno));
        crew.seen = found < 0 ? crew.n : 0; /* a signal came: nothing is known of any worker */
    }
}

static void crew_end(void)
{
    for (unsigned i = 0; i < crew.n; i++) {
        close(crew.workers[i].socket);
        waitpid(crew.workers[i].id, NULL, 0);
    }
    arena_free(crew.arena);
    crew.n = 0;
}

void work_abandon(void)
{
    for (unsigned i = 0; i < crew.n && leader_socket < 0; i++) {
        kill(crew.workers[i].id, SIGKILL);
        waitpid(crew.workers[i].id, NULL, 0);
    }
}

const struct work_engine work_processes = {crew_begin, crew_send, crew_receive, crew_end};
