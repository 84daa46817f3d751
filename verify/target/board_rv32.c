/* The start code of a bare RV32 program under qemu's user mode: its own stack, and the two Linux
   calls that a firmware needs. They are written by hand, so that the measured program has no C
   library. */
#include "board.h"

int main(void);
void reset(void);

enum { SYS_WRITE = 64, SYS_EXIT = 93 };

static void system_call(uint32_t number, uint32_t a, uint32_t b, uint32_t c)
{
    register uint32_t a0 __asm__("a0") = a;
    register uint32_t a1 __asm__("a1") = b;
    register uint32_t a2 __asm__("a2") = c;
    register uint32_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
}

void board_print(const char *text)
{
    uint32_t length = 0;
    while (text[length] != '\0')
        length++;
    system_call(SYS_WRITE, 1U, (uint32_t)text, length);
}

void board_exit(uint32_t status)
{
    system_call(SYS_EXIT, status, 0U, 0U);
    for (;;) {
    }
}

static __attribute__((used)) void start(void) { board_exit((uint32_t)main()); }

/* Takes the stack of the linker script, not that of the emulated system. */
__attribute__((naked)) void reset(void) { __asm__ volatile("la sp, stack_top\n j start"); }
