/* What goes between the flight and the board: at first wire_start_t, then for each step
   wire_question_t and wire_answer_t, at the end a question whose `go` is 0. Words of four bytes,
   little-endian, through two pipes. */
#ifndef FIRMWARE_WIRE_H
#define FIRMWARE_WIRE_H

#include "autopilot.h"

#define WIRE_TO_BOARD   "to_board"
#define WIRE_FROM_BOARD "from_board"

typedef struct {
    float beta;
    float discount;
    uint32_t seed;
} wire_start_t;

typedef struct {
    uint32_t go; /* 1; 0 ends the program */
    autopilot_sensed_t sensed;
} wire_question_t;

typedef struct {
    float position[3]; /* believed */
    float velocity[3];
    float thrust;
    uint32_t keep;
    uint32_t fault;
    uint32_t state; /* of the supervisor */
    float mean;     /* of the network */
    float sigma;
    float eta;
    uint32_t status;
} wire_answer_t;

#endif
