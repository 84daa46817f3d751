/* What the firmware needs from the board: text out and an exit status, by semihosting. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

extern uint32_t stack_limit[]; /* lowest word of the stack */

void board_print(const char *text);
void board_exit(uint32_t status);

#endif
