/*
 * How much of the learned disturbance is believed: ff = (1 - discount eta) f^.
 * discount 1 trusts the network only where it knows (the default of METHOD.md 4), 0 always (the
 * paper's text). The sign with which ff enters the controller is the caller's.
 * No branch or loop; the same instructions for every input.
 */
#ifndef EPI_CONTROL_FEEDFORWARD_H
#define EPI_CONTROL_FEEDFORWARD_H

#include "sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0 <= discount <= 1. An eta that is no number from 0 to 1 counts as 1. */
void epi_feedforward(const float mean[EPI_N_OUT], float eta, float discount, float ff[EPI_N_OUT]);

#ifdef __cplusplus
}
#endif

#endif
