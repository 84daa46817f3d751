/* What the importers of both FMI versions share: rows in, results out, two instances in two
   threads.

   importer LIBRARY TOKEN INPUTS RESULTS N_IN N_RESULT

   INPUTS and the RESULTS to be written are the words of verify/tools/answers.c. Value references
   are inputs from 1 on, the status, then all other numbers in the order of the result. */
#ifndef TEST_IMPORTER_H
#define TEST_IMPORTER_H

#include <stddef.h>
#include <stdint.h>

/* A row has at most so many numbers here, in or out. */
enum { MOST = 2048 };

struct rows {
    size_t count, n_in, n_result; /* n_result: with the status, which is the last */
    uint32_t *inputs, *results;
};

/* Takes the functions from a library by their names; each version has its own. */
void library_open(void *library, const char *token);

/* Runs an instance over every second row, from `first` on; NULL, or what went wrong. */
const char *instance_run(const struct rows *rows, size_t first);

/* dlsym into a pointer to a function; ends the program where there is none. */
void function_find(void *library, const char *name, void *pointer);

#endif
