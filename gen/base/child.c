/* See child.h. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "base/child.h"

#include "base/fail.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int descriptor_redirect(posix_spawn_file_actions_t *actions, FILE *file, int to)
{
    return file == NULL ? 0 : posix_spawn_file_actions_adddup2(actions, fileno(file), to);
}

int child_run(const struct child *child)
{
    posix_spawn_file_actions_t actions;
    pid_t id;
    int status;
    signal(SIGCHLD, SIG_DFL); /* if the parent ignores it, waitpid gives no status */
    if (posix_spawn_file_actions_init(&actions) != 0 ||
        descriptor_redirect(&actions, child->in, 0) != 0 ||
        descriptor_redirect(&actions, child->out, 1) != 0 ||
        descriptor_redirect(&actions, child->err, 2) != 0 ||
        (child->directory != NULL &&
         posix_spawn_file_actions_addchdir_np(&actions, child->directory) != 0) ||
        posix_spawnp(&id, child->argv[0], &actions, NULL, child->argv, environ) != 0)
        fail("cannot run %s: is it installed?", child->argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    if (waitpid(id, &status, 0) < 0)
        fail("lost track of %s", child->argv[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
