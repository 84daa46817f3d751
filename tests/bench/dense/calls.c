/* A firmware that calls `subject` with some inputs, for dense.sh. */
#include "board.h"

void subject(const int16_t *raw);

int main(void)
{
    int16_t x[21];
    uint32_t state = 1U;
    for (int call = 0; call < 20; call++) {
        for (int i = 0; i < 21; i++) {
            state = state * 1664525U + 1013904223U;
            x[i] = (int16_t)(state >> 16);
        }
        subject(x);
    }
    board_print("done\n");
    return 0;
}
