/* The target's control code, compiled for the host. */
#include "quadcopter/flight/law.h"

/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "control/feedforward.c"
#include "control/gain.c"
#include "control/store.c"
#include "control/supervisor.c"
#include "control/trigger.c"
#include "control/watch.c"
#include "quadcopter/firmware/autopilot.c"
/* NOLINTEND(bugprone-suspicious-include) */
