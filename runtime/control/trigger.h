/*
 * Whether to keep a measurement (METHOD.md 3, eq. 7). epi_trigger_draw accepts with probability
 * max(eta, floor): the floor lets a wrongly confident network recover. epi_trigger_threshold is for
 * standards that forbid randomness: it accepts from eta >= high on until eta < low.
 * A measurement with a status (outside the domain, sensor fault) is never accepted, whatever eta
 * is. An eta that is no number from 0 to 1 counts as 1. State is the caller's; no branch or loop.
 */
#ifndef EPI_CONTROL_TRIGGER_H
#define EPI_CONTROL_TRIGGER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 to accept, else 0. *random is the generator's state, a counter whose bits are mixed
   (splitmix, Steele et al. 2014, in 32 bits); any seed will do. It moves on by one at every call,
   so that a flight can be replayed. 0 <= floor <= 1; any other floor counts as 1. The probability
   is exact to 2^-24; 0 and 1 are exact. */
uint32_t epi_trigger_draw(float eta, float floor, uint32_t status, uint32_t *random);

/* Returns 1 to accept, else 0. *on is 0 or 1, at first 0; 0 <= low <= high <= 1. A measurement with
   a status leaves it as it is. */
uint32_t epi_trigger_threshold(float eta, float low, float high, uint32_t status, uint32_t *on);

#ifdef __cplusplus
}
#endif

#endif
