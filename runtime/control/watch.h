/*
 * Whether a sensor can be believed: not a number, or stuck. A living sensor has noise in its last
 * bits, so the same bits many times in a row are a dead one; `most` says how many are too many.
 * The status goes to the trigger, which then accepts nothing, and to the supervisor.
 * No branch or loop; one call a sample and channel.
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
    uint32_t equal; /* how often it has come again */
} epi_watch_t;

/* All zero at first. Returns 0, or the bits above; they do not clash with the status of a network
   of up to 30 inputs. 0 < most < 2^31 - 1. */
uint32_t epi_watch(float value, uint32_t most, epi_watch_t *watch);

#ifdef __cplusplus
}
#endif

#endif
