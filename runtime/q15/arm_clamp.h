/*
 * The clamp of an input: it forces x into [low, high], low < high, and sets the bit with this
 * number in *status if x was outside. Exact for all 65,536 patterns of x. A difference below zero
 * has its top bit set. The masks are such that compilers make no branch of them;
 * where the core saturates, a number below zero becomes zero in one instruction.
 */
/*@ requires \valid(status);
    requires -32768 <= x <= 32767;
    requires -32768 < low < high < 32767;
    requires bit <= 31;
    assigns \result \from x, low, high;
    assigns *status \from *status, x, low, high, bit;
    ensures low <= \result <= high;
*/
static inline int32_t epi_clamp(int32_t x, int32_t low, int32_t high, uint32_t bit,
                                uint32_t *status)
{
    const uint32_t width = (uint32_t)high - (uint32_t)low;
    const uint32_t under = (uint32_t)x - (uint32_t)low;
#if defined(__ARM_FEATURE_SAT)
    const uint32_t raised = __usat((int32_t)under, 16);
    const uint32_t over = width - raised;
    const uint32_t left = __usat((int32_t)over, 16);
#else
    const uint32_t raised = under & ((under >> 31U) - 1U);
    const uint32_t over = width - raised;
    const uint32_t left = over & ((over >> 31U) - 1U);
#endif
    const uint32_t out = (uint32_t)high - left;

    *status |= ((under | (width - under)) >> 31U) << bit;
    return (int32_t)out;
}
