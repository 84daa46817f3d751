/* Numbered jobs for several threads. Threads take the next number in turns, so a job must not
   depend on who runs it or when: its random numbers, say, follow from its number. */
#ifndef EPIGEN_JOBS_H
#define EPIGEN_JOBS_H

#include <stddef.h>

struct jobs {
    size_t count;
    void (*run)(void *context, size_t number);
    /* is told how many jobs are done, after each; calls do not overlap; or NULL */
    void (*tell)(void *context, size_t done);
    void *context;
};

/* Runs all jobs by `threads` threads, the caller's among them; 0 counts as 1. Where no thread can
   start the caller's runs all. */
void jobs_run(const struct jobs *jobs, unsigned threads);

#endif
