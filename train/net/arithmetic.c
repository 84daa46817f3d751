/* See arithmetic.h; the functions are in arithmetic_kernels.h. */
#include "net/arithmetic.h"

#include "net/lanes.h"

#include <math.h>
#include <stdint.h>

/* The kernels of the emitted code: what is trained is what will run. */
#include "program/activation_rows.h"

enum { TILE = 4 }; /* rows */

#define LANES        4
#define KERNEL(name) name##_4
#define TARGET
#include "net/arithmetic_kernels.h"

#ifdef __x86_64__
#define LANES        8
#define KERNEL(name) name##_8
#define TARGET       __attribute__((target("avx2")))
#include "net/arithmetic_kernels.h"

#define LANES        16
#define KERNEL(name) name##_16
#define TARGET       __attribute__((target("avx512f")))
#include "net/arithmetic_kernels.h"
#endif

const struct arithmetic *arithmetic_choose(void)
{
    switch (lanes_choose()) {
#ifdef __x86_64__
    case 16: return &arithmetic_16;
    case 8: return &arithmetic_8;
#endif
    default: return &arithmetic_4;
    }
}
