/*
 * Detects a sensor that is stuck or gives no number. A working sensor has noise in its last bits,
 * so a sensor that repeats the same bits `most` times is stuck. Pass the status to the trigger,
 * which then accepts nothing, and to the supervisor. Call it once for each sample and channel. The
 * code has no branch and no loop.
 */
#ifndef EPI_CONTROL_WATCH_H
#define EPI_CONTROL_WATCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EPI_WATCH_NOT_FINITE 0x40000000U
#define EPI_WATCH_STUCK      0x80000000U

typedef struct {
    uint32_t last;  /* bits of the last sample */
    uint32_t equal; /* how often the last sample was repeated */
} epi_watch_t;

/* Returns 0 or the bits above, which do not collide with the status of a network of up to 30
   inputs. *watch starts with zeros; 0 < most < 2^31 - 1. */
uint32_t epi_watch(float value, uint32_t most, epi_watch_t *watch);

#ifdef __cplusplus
}
#endif

#endif
