/* Faults on the board: what the controller does when sensors and power fail. */
#ifndef FIRMWARE_FAULTS_H
#define FIRMWARE_FAULTS_H

#include <stdint.h>

/* The number of behaviours that are not as defined; 0 is good. */
uint32_t faults_try(void);

#endif
