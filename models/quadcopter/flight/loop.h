/* The flight with the emitted C in the interpreter's place, and with a board in that of the whole
   control step: both must be the flight of the host to the bit, or the run ends. */
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
    const char *directory; /* for the network and for what page.h finds again */
    struct flight_options flight;
};

void loop_software(const struct loop *loop, const char *epigen);
/* One round with the network that loop_software ended with; `program` runs the board (pil.h). */
void loop_processor(const struct loop *loop, const char *program);

#endif
