/*
 * The clamp of an input: it forces x into [low, high], low < high, and sets the bit in *status if x
 * was outside. Exact for all 65,536 patterns of x. Written with masks so that compilers make no
 * branch of it: a number is negative if its top bit is set.
 */
/*@ requires \valid(status);
    requires -32768 <= x <= 32767;
    requires -32768 < low < high < 32767;
    assigns \result \from x, low, high;
    assigns *status \from *status, x, low, high, bit;
    ensures low <= \result <= high;
*/
static inline int32_t epi_clamp(int32_t x, int32_t low, int32_t high, uint32_t bit,
                                uint32_t *status)
{
    const int32_t from_low = x - low;
    const int32_t to_high = high - x;
    const uint32_t below = (uint32_t)from_low;
    const uint32_t above = (uint32_t)to_high;
    const uint32_t is_below = 0U - (below >> 31U);
    const uint32_t is_above = 0U - (above >> 31U);
    uint32_t out;

    *status |= bit & (is_below | is_above);
    out = (uint32_t)x;
    out = (out - (below & is_below)) + (above & is_above);
    return (int32_t)out;
}
