/* See importer.h. */
#include "importer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void refuse(const char *what, const char *more)
{
    fprintf(stderr, "importer: %s %s\n", what, more);
    exit(1);
}

void function_find(void *library, const char *name, void *pointer)
{
    void *found = dlsym(library, name);
    if (found == NULL)
        refuse("no function", name);
    memcpy(pointer, &found, sizeof(found)); /* C has no cast between the two kinds of pointers */
}

static struct rows rows_read(const char *path, size_t n_in, size_t n_result)
{
    struct rows rows = {.n_in = n_in, .n_result = n_result};
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        refuse("cannot read", path);
    long size = ftell(file);
    rewind(file);
    if (n_in == 0 || n_in > MOST || n_result < 2 || n_result > MOST)
        refuse("no rows of so many numbers:", path);
    rows.count = (size_t)size / (n_in * sizeof(uint32_t));
    rows.inputs = calloc(rows.count * n_in + 1, sizeof(uint32_t));
    rows.results = calloc(rows.count * n_result + 1, sizeof(uint32_t));
    if (size < 0 || rows.inputs == NULL || rows.results == NULL ||
        fread(rows.inputs, n_in * sizeof(uint32_t), rows.count, file) != rows.count)
        refuse("cannot read", path);
    fclose(file);
    return rows;
}

static void rows_write(const struct rows *rows, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL ||
        fwrite(rows->results, rows->n_result * sizeof(uint32_t), rows->count, file) !=
            rows->count ||
        fclose(file) != 0)
        refuse("cannot write", path);
}

struct task {
    const struct rows *rows;
    size_t first;
    const char *fault;
};

static void *task_run(void *given)
{
    struct task *task = given;
    task->fault = instance_run(task->rows, task->first);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        refuse("usage:", "importer LIBRARY TOKEN INPUTS RESULTS N_IN N_RESULT");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        refuse("cannot load", dlerror());
    library_open(library, argv[2]);
    struct rows rows = rows_read(argv[3], strtoul(argv[5], NULL, 10), strtoul(argv[6], NULL, 10));
    struct task tasks[2] = {{&rows, 0, NULL}, {&rows, 1, NULL}};
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, task_run, &tasks[i]) != 0)
            refuse("cannot start", "a thread");
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < 2; i++)
        if (tasks[i].fault != NULL)
            refuse("an instance failed:", tasks[i].fault);
    rows_write(&rows, argv[4]);
    free(rows.inputs);
    free(rows.results);
    dlclose(library);
    return 0;
}
