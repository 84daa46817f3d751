/* The test firmware. It runs the model's self-test, calls the model with many extreme inputs, and
   measures the stack that a call touches; meanwhile trace_plugin.c counts the instructions of every
   call. run-target defines the model's names as TARGET_... macros and includes its _vectors.h. */
#include "board.h"

static uint32_t random_next(void)
{
    static uint32_t state = 2463534242U; /* xorshift, Marsaglia 2003 */
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

#if defined(TARGET_FIXED)

/* Special inputs: the ends of 16 bits, zero and its neighbours, half. */
static const int16_t specials[] = {-32767 - 1, -32767, 32767, 32766, 0, 1, -1, 16384, -16384};
enum { N_SPECIALS = sizeof(specials) / sizeof(specials[0]) };
typedef int16_t number;

/* The inputs of a call: every second call goes through all 65,536 patterns of each input, since the
   factor is odd; the others have special ones among them. */
static void input_make(number x[TARGET_N_IN], uint32_t call)
{
    const uint32_t place = random_next() % TARGET_N_IN;
    for (uint32_t i = 0; i < TARGET_N_IN; i++) {
        const uint32_t pattern = ((call / 2U) * 40503U) + (i * 25717U);
        x[i] = (int16_t)(uint16_t)(pattern & 0xFFFFU);
        if (call % 4U == 3U || (call % 4U == 1U && i == place))
            x[i] = specials[random_next() % N_SPECIALS];
    }
}

/* The contract for every input: eta from 0 to 1, and 1 outside of the domain. */
static uint32_t result_breaks_contract(const TARGET_RESULT *r)
{
#if TARGET_HAS_ETA
    const int good =
        r->eta >= 0 && r->eta <= TARGET_ETA_ONE && (r->status == 0U || r->eta == TARGET_ETA_ONE);
    return good ? 0U : 1U;
#else
    return r == (const TARGET_RESULT *)0 ? 1U : 0U;
#endif
}

#else

typedef float number;
typedef union {
    float f;
    uint32_t u;
} bits;

/* Special inputs: quiet and signalling NaNs, infinities, zeros, denormals, the ends of the normal
   range, one. */
static const uint32_t specials[] = {
    0x7FC00000U, 0xFFC12345U, 0x7F800001U, 0xFFBFFFFFU, 0x7F800000U, 0xFF800000U,
    0x00000000U, 0x80000000U, 0x00000001U, 0x80000001U, 0x007FFFFFU, 0x807FFFFFU,
    0x00800000U, 0x80800000U, 0x7F7FFFFFU, 0xFF7FFFFFU, 0x3F800000U, 0xBF800000U,
};
enum { N_SPECIALS = sizeof(specials) / sizeof(specials[0]) };

static uint32_t special(void) { return specials[random_next() % N_SPECIALS]; }

/* A number from -4 to 4, which lies in the domain of most models. */
static uint32_t ordinary(void)
{
    bits b;
    b.f = (float)(int32_t)random_next() * 0x1p-29F;
    return b.u;
}

/* The inputs of a call, in turn: all ordinary, one special among ordinary, any bits, all special.
 */
static void input_make(number x[TARGET_N_IN], uint32_t call)
{
    const uint32_t place = random_next() % TARGET_N_IN;
    for (uint32_t i = 0; i < TARGET_N_IN; i++) {
        bits b;
        switch (call % 4) {
        case 0: b.u = ordinary(); break;
        case 1: b.u = i == place ? special() : ordinary(); break;
        case 2: b.u = random_next(); break;
        default: b.u = special(); break;
        }
        x[i] = b.f;
    }
}

static int is_finite(float value)
{
    const bits b = {value};
    return (b.u & 0x7F800000U) != 0x7F800000U;
}

/* The contract for every input: all outputs finite, sigma > 0, 0 <= eta <= 1. */
static uint32_t result_breaks_contract(const TARGET_RESULT *r)
{
    int good = 1;
    for (uint32_t i = 0; i < TARGET_N_OUT; i++)
        good = good && is_finite(r->mean[i]);
#if TARGET_HAS_SIGMA
    for (uint32_t i = 0; i < TARGET_N_OUT; i++)
        good = good && is_finite(r->sigma[i]) && r->sigma[i] > 0.0F;
#endif
#if TARGET_HAS_ETA
    good = good && r->eta >= 0.0F && r->eta <= 1.0F;
#endif
    return good ? 0U : 1U;
}

#endif

/* The bytes of stack that one call touches. It fills the free stack with a pattern, calls, and
   looks for the lowest word that changed. After reading the stack pointer nothing but the call may
   move it. */
static __attribute__((noinline)) uint32_t stack_touched(const number x[TARGET_N_IN],
                                                        TARGET_RESULT *r)
{
    const uint32_t paint = 0xA5C3965AU;
    uint32_t *top;
    uint32_t *p;
#if defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(top));
#else
    __asm__ volatile("mov %0, sp" : "=r"(top));
#endif
    for (volatile uint32_t *q = stack_limit; q < top; q++)
        *q = paint;
    TARGET_INFER(x, r);
    for (p = stack_limit; *(volatile uint32_t *)p == paint && p < top; p++) {
    }
    return (uint32_t)((top - p) * (int)sizeof(*p));
}

int main(void)
{
    number x[TARGET_N_IN];
    TARGET_RESULT r;
    uint32_t broken = 0;
    const uint32_t failures = TARGET_SELFTEST();

    for (uint32_t call = 0; call < CALLS; call++) {
        input_make(x, call);
        TARGET_INFER(x, &r);
        broken += result_breaks_contract(&r);
    }
    board_number("selftest=", failures);
    board_number("broken=", broken);
    board_number("stack_touched=", stack_touched(x, &r));
    return failures != 0U || broken != 0U;
}
