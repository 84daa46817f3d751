/* The target's own control code (runtime/control), sized for this plant: two inputs, one force, the
   vertical gain of one row and two columns. The flight runs the functions that the firmware runs:
   firmware/autopilot.h is the control step around the network. */
#ifndef EPIFLY_LAW_H
#define EPIFLY_LAW_H

#define EPI_N_IN           2U
#define EPI_N_OUT          1U
#define EPI_N_U            1U
#define EPI_N_X            2U
#define EPI_STORE_CAPACITY 1024U
#define EPI_STORE_POLICY   0U /* EPI_STORE_REFUSE */

#include "control/store.h"
#include "quadcopter/firmware/autopilot.h"

#endif
