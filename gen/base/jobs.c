/* See jobs.h. */
#include "base/jobs.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct queue {
    const struct jobs *jobs;
    pthread_mutex_t lock;
    size_t next, done;
};

static void *queue_work(void *context)
{
    struct queue *q = context;
    for (;;) {
        pthread_mutex_lock(&q->lock);
        size_t number = q->next < q->jobs->count ? q->next++ : SIZE_MAX;
        pthread_mutex_unlock(&q->lock);
        if (number == SIZE_MAX)
            return NULL;
        q->jobs->run(q->jobs->context, number);
        pthread_mutex_lock(&q->lock);
        q->done++;
        if (q->jobs->tell != NULL)
            q->jobs->tell(q->jobs->context, q->done);
        pthread_mutex_unlock(&q->lock);
    }
}

void jobs_run(const struct jobs *jobs, unsigned threads)
{
    struct arena *arena = arena_new();
    struct queue q = {.jobs = jobs, .lock = PTHREAD_MUTEX_INITIALIZER};
    size_t n = threads < jobs->count ? threads : jobs->count;
    pthread_t *thread = arena_alloc(arena, n + 1, sizeof(*thread));
    bool *started = arena_alloc(arena, n + 1, sizeof(*started));
    for (size_t i = 1; i < n; i++)
        started[i] = pthread_create(&thread[i], NULL, queue_work, &q) == 0;
    queue_work(&q);
    for (size_t i = 1; i < n; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
    arena_free(arena);
}
