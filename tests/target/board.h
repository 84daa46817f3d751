/* What the firmware needs from the board: text out and an exit status, by semihosting. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

extern uint32_t stack_limit[]; /* lowest word of the stack */

void board_print(const char *text);
void board_exit(uint32_t status);

/* The name, the number in decimal, end of line. */
static inline void board_number(const char *name, uint32_t value)
{
    char digits[12];
    char *d = digits + sizeof(digits) - 1;
    *d = '\0';
    do {
        *--d = (char)('0' + value % 10U);
        value /= 10U;
    } while (value != 0U);
    board_print(name);
    board_print(d);
    board_print("\n");
}

#endif
