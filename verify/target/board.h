/* What a firmware needs from the board: printing text, an exit status, files of the host. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

extern uint32_t stack_limit[]; /* lowest word of the stack */

void board_print(const char *text);
void board_exit(uint32_t status);

/* Files of the machine that runs the emulator, such as pipes. board_read and board_write transfer
   all bytes or end the program with status 4. */
enum { BOARD_READ = 1, BOARD_WRITE = 5 }; /* binary */
uint32_t board_open(const char *name, uint32_t mode);
void board_read(uint32_t file, void *bytes, uint32_t size);
void board_write(uint32_t file, const void *bytes, uint32_t size);

/* Prints a line: the name, then the number in decimal. */
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
