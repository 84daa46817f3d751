/* Processor in the loop: a board computes the whole control step, network included. The flight asks
   it step by step through two pipes (firmware/wire.h). */
#ifndef EPIFLY_PIL_H
#define EPIFLY_PIL_H

#include "quadcopter/flight/flight.h"

#include <sys/types.h>

struct pil {
    const char *directory; /* of the pipes */
    pid_t board;           /* the process that runs the emulator */
    int to, from;
    const char *to_path, *from_path;
    size_t steps;
};

/* Makes the pipes and starts `program directory`. */
void pil_start(struct pil *pil, struct arena *arena, const char *program);
struct engine pil_engine(struct pil *pil);
/* Lets the board end; returns its exit status. */
int pil_end(struct pil *pil);

#endif
