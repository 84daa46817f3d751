/*
 * The feedforward of the learned disturbance f^: ff = (1 - discount eta) f^. With discount 1 the
 * controller trusts the network only where eta is low, with discount 0 everywhere: "Use in control"
 * in train/README.md compares both. The caller chooses the sign with which ff enters the
 * controller. The code has no branch, and no loop up to 4 outputs; all inputs execute the same
 * instructions. A network without an eta is believed everywhere or nowhere: give 0.0F for eta, and
 * leave ff out where the status or the supervisor says so.
 */
#ifndef EPI_CONTROL_FEEDFORWARD_H
#define EPI_CONTROL_FEEDFORWARD_H

#include "sizes.h"

#define epi_feedforward EPI_SIZED(epi_feedforward)

#ifdef __cplusplus
extern "C" {
#endif

/* 0 <= discount <= 1. An eta that is no number from 0 to 1 counts as 1. */
void epi_feedforward(const float mean[EPI_N_OUT], float eta, float discount, float ff[EPI_N_OUT]);

#ifdef __cplusplus
}
#endif

#endif
