/* Software in the loop: the network flies as the C that epigen emits, compiled and loaded. */
#ifndef EPIFLY_SIL_H
#define EPIFLY_SIL_H

#include "quadcopter/flight/flight.h"

struct sil {
    const char *epigen;    /* the program */
    const char *directory; /* existing; each network gets files thermal_N.* there */
    size_t count;          /* networks so far */
};

struct engine sil_engine(struct sil *sil);

#endif
