/* The start code of an emulated Cortex-M board: vector table, FPU if there is one, semihosting.
   Semihosting is written by hand (three instructions), so that the measured program has no C
   library. */
#include "board.h"

int main(void);
void reset(void);
static void fault(void);

enum {
    SYS_OPEN = 0x01,
    SYS_WRITE0 = 0x04,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_EXIT_EXTENDED = 0x20
};
enum { ADP_STOPPED_APPLICATION_EXIT = 0x20026 };

extern uint32_t stack_top[];

typedef void handler(void);
static const struct {
    uint32_t *stack;
    handler *handlers[15];
} vectors __attribute__((section(".vectors"), used)) = {stack_top,
                                                        {reset, fault, fault, fault, fault, fault}};

static uint32_t semihosting(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void board_print(const char *text) { semihosting(SYS_WRITE0, text); }

uint32_t board_open(const char *name, uint32_t mode)
{
    struct {
        const char *name;
        uint32_t mode, length;
    } block = {name, mode, 0};
    while (name[block.length] != '\0')
        block.length++;
    return semihosting(SYS_OPEN, &block);
}

void board_read(uint32_t file, void *bytes, uint32_t size)
{
    uint8_t *at = bytes;
    while (size > 0) {
        const struct {
            uint32_t handle;
            uint8_t *at;
            uint32_t size;
        } block = {file, at, size};
        const uint32_t left = semihosting(SYS_READ, &block);
        if (left >= size)
            board_exit(4);
        at += size - left;
        size = left;
    }
}

void board_write(uint32_t file, const void *bytes, uint32_t size)
{
    const struct {
        uint32_t handle;
        const void *at;
        uint32_t size;
    } block = {file, bytes, size};
    if (semihosting(SYS_WRITE, &block) != 0)
        board_exit(4);
}

void board_exit(uint32_t status)
{
    const uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, status};
    semihosting(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

static void fault(void)
{
    board_print("fault\n");
    board_exit(3);
}

/* Coprocessor access control: full access to the FPU, coprocessors 10 and 11. */
static void fpu_begin(void)
{
#if defined(__ARM_FP)
    volatile uint32_t *const cpacr = (volatile uint32_t *)0xE000ED88U;
    *cpacr |= 0xFU << 20;
    __asm__ volatile("dsb\n isb");
#endif
}

/* Not optimised, so that no FPU instruction comes before the FPU is on. */
void reset(void)
{
    fpu_begin();
    board_exit((uint32_t)main());
}
