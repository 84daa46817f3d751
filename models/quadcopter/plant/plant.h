/* The quadcopter as a rigid body: position, velocity, attitude, body rates; four rotors, each
   with limits; gravity and the thermal's vertical force. The attitude loop belongs to it: its
   gains are torques per radian and per radian a second, its fast pole (Kd / J, about 12,000 /s) is
   that of a loop in continuous time. Integrated by Runge-Kutta of order 4 with a fixed step.
   The parameters are in ../README.md. SI units. */
#ifndef EPIFLY_PLANT_H
#define EPIFLY_PLANT_H

#include "quadcopter/plant/field.h"

#define PLANT_MASS    0.18 /* kg */
#define PLANT_GRAVITY 9.81
#define PLANT_STEP    0.005 /* s between two commands */
enum { PLANT_SUBSTEPS = 50 };

/* The state, which consists of doubles only: state_add treats it as one array. */
struct plant {
    double position[3], velocity[3];
    double rotation[9]; /* body to world, row by row */
    double rates[3];    /* body */
};

/* What the controller asks for, held for one PLANT_STEP. */
struct plant_command {
    double thrust;      /* N, all rotors */
    double roll, pitch; /* rad */
    double rotor;       /* N, the most that a rotor gives; 0: m g */
};

/* The plant at rest at a position. */
struct plant plant_at(double x, double y, double z);

/* The thrust in N that the rotors give. */
double plant_thrust(const struct plant_command *command);

/* Advances by one PLANT_STEP, in `substeps` steps. `noise` multiplies the field's force. */
void plant_step(struct plant *plant, const struct plant_command *command, const struct field *field,
                double noise, unsigned substeps);

#endif
