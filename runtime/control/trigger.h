/*
 * The trigger decides whether to keep a measurement (eq. 7 in train/README.md). epi_trigger_draw
 * accepts it with probability max(eta, floor): the floor lets a wrongly confident network recover.
 * epi_trigger_threshold is for standards that forbid randomness: it accepts from eta >= high on
 * until eta < low; with high = 0.5 at most the share `eta_false_alarms` of the spec's provenance is
 * accepted of measurements like those that were trained on. Neither accepts a measurement with a
 * status (outside the domain, sensor fault). For a network without an eta, eta 0.0F leaves the draw
 * its floor. An eta that is no number from 0 to 1 counts as 1. The
 * caller owns the state. The code has no branch and no loop.
 */
#ifndef EPI_CONTROL_TRIGGER_H
#define EPI_CONTROL_TRIGGER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 to accept, else 0. *random is the state of a generator (splitmix, Steele et al. 2014,
   in 32 bits), which starts with any number and advances once at every call, so that a flight can
   be replayed. 0 <= floor <= 1; any other floor counts as 1. The probability is exact to 2^-24; the
   probabilities 0 and 1 are exact. */
uint32_t epi_trigger_draw(float eta, float floor, uint32_t status, uint32_t *random);

/* Returns 1 to accept, else 0. *on is the state, 0 at first; a measurement with a status does not
   change it. 0 <= low <= high <= 1. */
uint32_t epi_trigger_threshold(float eta, float low, float high, uint32_t status, uint32_t *on);

#ifdef __cplusplus
}
#endif

#endif
