/* The board's functions on a host: programs written for verify/target run anywhere. */
#include "../../verify/target/board.h"

#include <stdio.h>
#include <stdlib.h>

void board_print(const char *text) { fputs(text, stdout); }
void board_exit(uint32_t status) { exit((int)status); }
