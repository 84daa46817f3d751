/*
 * The clamp of an input: it forces x into [low, high], low < high, and sets the bit with this
 * number in *status if x was outside. Exact for all 65,536 patterns of x. Differences of numbers in
 * the upper half of a word may overflow: the top bit of below is set if x < low, as that of key &
 * (key - key_low) for low < 0 and of key | (key - key_low) else, which flipping makes one formula;
 * that of above likewise. Compilers make branches of a plain difference, since they know that x has
 * 16 bits.
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
    const uint32_t key = (uint32_t)x << 16U;
    const uint32_t key_low = (uint32_t)low << 16U;
    const uint32_t key_high = (uint32_t)high << 16U;
    const uint32_t flip_low = (key_low >> 31U) - 1U;
    const uint32_t flip_high = 0U - (key_high >> 31U);
    uint32_t below = key - key_low;
    uint32_t above = key_high - key;
    uint32_t out;

    below = ((key ^ flip_low) & (below ^ flip_low)) ^ flip_low;
    above = ((~key ^ flip_high) & (above ^ flip_high)) ^ flip_high;
    below = 0U - (below >> 31U);
    above = 0U - (above >> 31U);
    out = below | above;
    *status |= out & ((uint32_t)1U << bit);
    out = ((uint32_t)x & ~out) | ((uint32_t)low & below) | ((uint32_t)high & above);
    return (int32_t)out;
}
