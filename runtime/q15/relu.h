/*
 * Returns z if it is above zero, else 0. Exact for every z.
 */
/*@ assigns \result \from z;
    ensures 0 <= \result && (\result == z || \result == 0);
*/
static inline int32_t epi_relu(int32_t z)
{
    const uint32_t above = (uint32_t)z & (((uint32_t)z >> 31U) - 1U);

    return (int32_t)above;
}
