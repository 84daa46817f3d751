/*
 * Forces z into [low, high], low < high, both of 16 bits, for z from -2^30 to 2^30. Exact.
 */
/*@ requires -1073741824 <= z <= 1073741824;
    requires -32768 <= low < high <= 32767;
    assigns \result \from z, low, high;
    ensures low <= \result <= high;
*/
static inline int32_t epi_clip(int32_t z, int32_t low, int32_t high)
{
    const int32_t raised = low + epi_relu(z - low);

    return high - epi_relu(high - raised);
}
