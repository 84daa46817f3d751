/* Flights in which the emitted C replaces the interpreter, or a board the whole control step. Both
   must equal the flight of the host to the bit, or the run ends. */
#ifndef EPIFLY_LOOP_H
#define EPIFLY_LOOP_H

#include "quadcopter/flight/flight.h"

/* Files that --sil, --pil and firmware.sh leave in DIR/sil, two numbers each: networks and steps;
   steps and 0; cycles of a control step alone and guarded. */
#define EVIDENCE_SIL    "sil"
#define EVIDENCE_PIL    "pil"
#define EVIDENCE_CYCLES "cycles"

struct loop {
    struct arena *arena;
    const char *directory; /* gets the network and the files that page.c reads */
    struct flight_options flight;
};

void loop_software(const struct loop *loop, const char *epigen);
/* Flies one round with the last network of loop_software; `program` runs the board (pil.h). */
void loop_processor(const struct loop *loop, const char *program);

#endif
